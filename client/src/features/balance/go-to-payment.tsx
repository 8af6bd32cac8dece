import { Button, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuArrowRight } from 'react-icons/lu';
import { AppLink } from '../../components/app-link.tsx';
import { addBalanceTexts } from '../../i18n/en/add-balance.ts';
import { paths } from '../../lib/paths.ts';
import type { TypedDraft } from './recharge-draft.ts';

interface GoToPaymentProps {
  draft: TypedDraft;
  /** What keeps the customer here, in a sentence; null when nothing does. */
  missing: string | null;
}

/** The way on, or what it waits for. */
export function GoToPayment({ draft, missing }: GoToPaymentProps) {
  const t = useStore(addBalanceTexts);
  if (missing === null) {
    return (
      <Button asChild colorPalette="brand" size="lg" w="full">
        <AppLink to={paths.payment} state={draft}>
          {t.goToPayment} <LuArrowRight aria-hidden />
        </AppLink>
      </Button>
    );
  }
  return (
    <Stack gap="2">
      <Button size="lg" w="full" colorPalette="brand" disabled aria-describedby="what-is-missing">
        {t.goToPayment} <LuArrowRight aria-hidden />
      </Button>
      <Text id="what-is-missing" textStyle="sm" color="fg.muted" aria-live="polite">
        {missing}
      </Text>
    </Stack>
  );
}
