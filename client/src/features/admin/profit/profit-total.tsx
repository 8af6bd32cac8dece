import { Grid, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { MoneyText } from '../../../components/money-text.tsx';
import { profitTexts } from '../../../i18n/en/admin/profit.ts';
import { formatCount } from '../../../lib/format.ts';
import type { Outputs } from '../../../lib/trpc.ts';
import { WithoutCost } from './profit-columns.tsx';

type Total = Outputs['admin']['reports']['profit']['totals'];

/** The figures of all rows together. */
export function ProfitTotal({ total }: { total: Total }) {
  const t = useStore(profitTexts);
  return (
    <Grid
      as="section"
      aria-label={t.total}
      w="full"
      templateColumns={{ base: 'repeat(2, minmax(0, 1fr))', md: 'repeat(5, auto)' }}
      gap={{ base: '3', md: '6' }}
      borderWidth="1px"
      borderRadius="l3"
      p={{ base: '3', md: '4' }}
    >
      <Figure label={t.profit}>
        <MoneyText
          sum={total.profitNanos}
          fontSize="xl"
          fontWeight="semibold"
          {...(total.profitNanos.startsWith('-') && { color: 'fg.error' })}
        />
      </Figure>
      <Figure label={t.revenue}>
        <MoneyText sum={total.earnedNanos} />
      </Figure>
      <Figure label={t.cost}>
        <MoneyText sum={total.costNanos} />
      </Figure>
      <Figure label={t.orders}>{formatCount(total.orders)}</Figure>
      <Figure label={t.withoutCost}>
        <WithoutCost {...total} />
      </Figure>
    </Grid>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Stack gap="0" justify="end" minW="0">
      <Text textStyle="xs" color="fg.muted">
        {label}
      </Text>
      <Text as="div" fontVariantNumeric="tabular-nums">
        {children}
      </Text>
    </Stack>
  );
}
