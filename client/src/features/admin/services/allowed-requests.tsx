import { Flex, Span, VisuallyHidden } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { IconType } from 'react-icons';
import { LuBan, LuRefreshCw, LuZap } from 'react-icons/lu';
import { adminServicesTexts } from '../../../i18n/en/admin/admin-services.ts';
import { formatCount } from '../../../lib/format.ts';
import { useIsWide } from '../../../lib/media.ts';
import { type Service, TABLE_FROM_PX } from './service.ts';

/** What customers may ask for after an order: in a table as icons, each at its own place; on a card in words. */
export function AllowedRequests({ service: { refillDays, cancel, speedUp } }: { service: Service }) {
  const t = useStore(adminServicesTexts);
  const isTable = useIsWide(TABLE_FROM_PX);
  const refill = refillDays === null ? null : t.refillFor({ count: refillDays });
  const words = [refill, cancel && t.cancel, speedUp && t.speedUp].filter(Boolean).join(' · ');
  if (!isTable) return words || null;
  return (
    <Flex title={words || t.noRequests} color="fg.muted" fontVariantNumeric="tabular-nums">
      <VisuallyHidden>{words || t.noRequests}</VisuallyHidden>
      <Place icon={LuRefreshCw} isShown={refillDays !== null} width="3.25rem">
        {formatCount(refillDays ?? 0)}
      </Place>
      <Place icon={LuBan} isShown={cancel} width="1.75rem" />
      <Place icon={LuZap} isShown={speedUp} width="1.5rem" />
    </Flex>
  );
}

interface PlaceProps {
  icon: IconType;
  isShown: boolean;
  width: string;
  children?: string;
}

function Place({ icon: Icon, isShown, width, children }: PlaceProps) {
  return (
    <Span aria-hidden display="inline-flex" alignItems="center" gap="1" w={width} textStyle="xs">
      {isShown && (
        <>
          <Icon /> {children}
        </>
      )}
    </Span>
  );
}
