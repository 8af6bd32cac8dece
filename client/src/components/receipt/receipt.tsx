import { Box, Button, Skeleton, Stack } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { LuArrowLeft, LuPrinter } from 'react-icons/lu';
import { commonTexts } from '../../i18n/en/common.ts';
import { productName } from '../../lib/page-meta.ts';
import { useSession } from '../../lib/session.ts';
import { AppLink } from '../app-link.tsx';
import './receipt.css';

interface ReceiptProps {
  /** The list that it is in. */
  backTo: string;
  backLabel: string;
  children: ReactNode;
}

/** A page that prints as a receipt: nothing else of the panel comes on paper. */
export function Receipt({ backTo, backLabel, children }: ReceiptProps) {
  const t = useStore(commonTexts);
  const { user } = useSession();
  return (
    <Stack gap="2" maxW="5xl" className="receipt">
      <Button asChild variant="ghost" size="sm" alignSelf="start" ms="-3" className="not-printed">
        <AppLink to={backTo}>
          <LuArrowLeft aria-hidden /> {backLabel}
        </AppLink>
      </Button>
      <Box className="printed-only" display="none" mb="6">
        {t.receipt({ product: productName, name: user?.name ?? '', email: user?.email ?? '' })}
      </Box>
      {children}
    </Stack>
  );
}

export function PrintButton() {
  const t = useStore(commonTexts);
  return (
    <Button variant="outline" onClick={() => window.print()}>
      <LuPrinter aria-hidden /> {t.printReceipt}
    </Button>
  );
}

/** The shape of a receipt while it is on its way. */
export function ReceiptSkeleton() {
  const t = useStore(commonTexts);
  return (
    <Stack gap="6" aria-busy aria-label={t.loading}>
      <Skeleton h="9" w="48" />
      <Skeleton h="72" />
    </Stack>
  );
}
