import { Flex, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuArrowRight } from 'react-icons/lu';
import { MoneyText } from '../../../components/money-text.tsx';
import { changePricesTexts } from '../../../i18n/en/admin/admin-services.ts';
import { ChangedServices } from './changed-services.tsx';
import type { Preview } from './use-change-prices.ts';

interface PricesPreviewProps {
  preview: Preview;
  /** Whether it is the preview of the current input. */
  isCurrent: boolean;
}

/** How many prices would change, each with its old and new value. */
export function PricesPreview({ preview, isCurrent }: PricesPreviewProps) {
  const t = useStore(changePricesTexts);
  const { found, changed, against, impossible, items } = preview;
  return (
    <ChangedServices
      summary={t.someChange({ changed, found })}
      warnings={
        <>
          {impossible > 0 && <Text color="fg.error">{t.impossible({ count: impossible })}</Text>}
          {against > 0 && <Text color="fg.warning">{t.against({ count: against })}</Text>}
        </>
      }
      label={t.oldAndNew}
      items={items}
      changeOf={({ fromMicros, toMicros }) => (
        <Flex as="span" align="center" gap="2" flexShrink="0">
          <MoneyText priceMicros={fromMicros} color="fg.muted" />
          <LuArrowRight aria-label={t.becomes} />
          <MoneyText priceMicros={toMicros} fontWeight="semibold" />
        </Flex>
      )}
      leftOut={items.length < changed ? t.firstShown({ count: items.length }) : null}
      isCurrent={isCurrent}
    />
  );
}
