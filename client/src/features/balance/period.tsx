import { Field, Flex, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { isDay, monthOf, shopDay } from '#shared/shop-days.ts';
import { DayInput, type DayInputProps } from '../../components/day-input.tsx';
import { Chip } from '../../components/filter-chips.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { walletTexts } from '../../i18n/en/wallet.ts';
import { $timeZone } from '../../lib/time-zone.ts';
import { trpc } from '../../lib/trpc.ts';
import { useSetUrlParams, useUrlParam } from '../../lib/url-state.ts';

/** The days of a statement: all, a month in one click, or from one day to another. */
export function PeriodFilter({ period }: { period: Period }) {
  const t = useStore(walletTexts);
  const setParams = useSetUrlParams();
  const choose = ({ from = '', to = '' }: Period) => setParams({ from, to });
  const { thisMonth, lastMonth } = presetPeriods();
  const options = [
    { label: t.all, preset: {} as Period },
    { label: t.thisMonth, preset: thisMonth },
    { label: t.lastMonth, preset: lastMonth },
  ];
  return (
    <Flex gap="3" wrap="wrap" align="center">
      <Flex role="group" aria-label={t.period} gap="2" wrap="wrap">
        {options.map(({ label, preset }) => (
          <Chip
            key={label}
            isOn={preset.from === period.from && preset.to === period.to}
            onClick={() => choose(preset)}
          >
            {label}
          </Chip>
        ))}
      </Flex>
      <Flex gap="3" wrap="wrap" w={{ base: 'full', sm: 'auto' }}>
        <Day label={t.from} param="from" max={period.to} />
        <Day label={t.to} param="to" min={period.from} />
      </Flex>
    </Flex>
  );
}

interface DayProps extends DayInputProps {
  label: string;
}

function Day({ label, ...rest }: DayProps) {
  return (
    <Field.Root
      orientation={{ base: 'vertical', sm: 'horizontal' }}
      flex={{ base: '1 1 0', sm: 'none' }}
      w="auto"
      minW="0"
      gap={{ base: '1', sm: '2' }}
      justifyContent="start"
    >
      <Field.Label fontWeight="normal" color="fg.muted" flex="none">
        {label}
      </Field.Label>
      <DayInput w={{ base: 'full', sm: '9.5rem' }} px={{ base: '2', sm: '2.5' }} {...rest} />
    </Field.Root>
  );
}

/** First and last day in the shop's time zone, both included. */
export interface Period {
  from?: string;
  to?: string;
}

/** The period in the URL; invalid days are ignored. */
export function usePeriod(): Period {
  const [from] = useUrlParam('from');
  const [to] = useUrlParam('to');
  return { ...(isDay(from) && { from }), ...(isDay(to) && { to }) };
}

/** The months available in one click. */
function presetPeriods(now = new Date()): Record<'thisMonth' | 'lastMonth', Period> {
  const today = shopDay(now, $timeZone.get());
  return { thisMonth: monthOf(today), lastMonth: monthOf(today, 1) };
}

/** The incoming and outgoing sums of the chosen period. */
export function PeriodSums({ period }: { period: Period }) {
  const t = useStore(walletTexts);
  const { data } = trpc.balance.statementSums.useQuery(period);
  if (!data) return null;
  return (
    <Flex as="dl" gap="6" wrap="wrap" mb="4" px="4" py="3" borderWidth="1px" borderRadius="l2">
      <Flex gap="2" align="baseline">
        <Text as="dt" color="fg.muted" textStyle="sm">
          {t.cameIn}
        </Text>
        <MoneyText as="dd" sum={data.cameIn} sign="+" fontWeight="semibold" color="fg.success" />
      </Flex>
      <Flex gap="2" align="baseline">
        <Text as="dt" color="fg.muted" textStyle="sm">
          {t.wentOut}
        </Text>
        <MoneyText as="dd" sum={data.wentOut} sign="−" fontWeight="semibold" />
      </Flex>
    </Flex>
  );
}
