import { Grid, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { MoneyText } from '../../../components/money-text.tsx';
import { profitTexts } from '../../../i18n/en/admin/profit.ts';
import { formatDay } from '../../../lib/dates.ts';
import { formatCount } from '../../../lib/format.ts';
import type { Outputs } from '../../../lib/trpc.ts';
import { WithoutCost } from './profit-columns.tsx';

type Total = Outputs['admin']['reports']['profit']['totals'];

interface ProfitTotalProps {
  total: Total;
  /** First and last day, such as `2026-03-31`. */
  from: string;
  to: string;
  /** Whether the days of the URL make no period. */
  isReplaced: boolean;
  /** Whether the figures are still those of an earlier choice. */
  isOld: boolean;
}

/** The days of the report, and the figures of all rows together. */
export function ProfitTotal({ total, from, to, isReplaced, isOld }: ProfitTotalProps) {
  const t = useStore(profitTexts);
  const days = t.days({ from: formatDay(from, 'UTC'), to: formatDay(to, 'UTC') });
  return (
    <Grid
      as="section"
      aria-label={t.total}
      templateColumns={{ base: 'repeat(2, minmax(0, 1fr))', md: 'repeat(5, auto)' }}
      gap={{ base: '3', md: '6' }}
      borderWidth="1px"
      borderRadius="l3"
      p={{ base: '3', md: '4' }}
      aria-busy={isOld}
      opacity={isOld ? '0.6' : undefined}
    >
      <Text gridColumn="1 / -1" textStyle="sm" color={isReplaced ? 'fg.warning' : 'fg.muted'}>
        {days}
        {isReplaced && ` ${t.fromAfterTo}`}
      </Text>
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
    <Stack gap="0" justify="space-between" minW="0">
      <Text textStyle="xs" color="fg.muted">
        {label}
      </Text>
      <Text as="div" fontVariantNumeric="tabular-nums">
        {children}
      </Text>
    </Stack>
  );
}
