import { Box, Flex, Span, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { type ReactNode, useId } from 'react';
import { formatDollars, formatTaka, type Nanos, type PaisaPerDollar, type Taka } from '../../../../shared/money.ts';
import { addBalanceTexts } from '../../i18n/en/add-balance.ts';
import { formatRate } from './format-rate.ts';

interface RechargeSumsProps {
  amountNanos: Nanos;
  totalTaka: Taka;
  ratePaisa: PaisaPerDollar;
  feePercent: number;
}

/** What is received for what is paid, and the fee that is not. Nothing of it is typed, so nothing of it looks like a field. */
export function RechargeSums({ amountNanos, totalTaka, ratePaisa, feePercent }: RechargeSumsProps) {
  const t = useStore(addBalanceTexts);
  return (
    <Box fontVariantNumeric="tabular-nums">
      <Sum label={t.youReceive}>
        <Text as="span" fontWeight="semibold">
          {formatDollars(amountNanos)}
        </Text>
      </Sum>
      <Sum label={t.extraFee}>
        <Text as="s" color="fg.muted" me="2">
          {feePercent}%
        </Text>
        <Span color="fg.success" fontWeight="semibold">
          {t.noFee}
        </Span>
      </Sum>
      <Box borderTopWidth="1px" mt="3" pt="3">
        <Sum label={t.totalInTaka}>
          <Span fontSize="3xl" fontWeight="semibold" lineHeight="shorter">
            {formatTaka(totalTaka)}
          </Span>
        </Sum>
        <Text textStyle="sm" color="fg.muted" textAlign="end">
          {t.rate({ rate: formatRate(ratePaisa) })}
        </Text>
      </Box>
    </Box>
  );
}

function Sum({ label, children }: { label: string; children: ReactNode }) {
  const id = useId();
  return (
    <Flex justify="space-between" align="baseline" gap="4" py="1">
      <Text id={id} color="fg.muted" flexShrink="0">
        {label}
      </Text>
      <Box asChild textAlign="end">
        <output aria-labelledby={id}>{children}</output>
      </Box>
    </Flex>
  );
}
