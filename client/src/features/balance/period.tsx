import { Field, Flex, NativeSelect, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
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
  const { options, choose } = usePresets(period);
  return (
    <Flex gap="3" wrap="wrap" align="center">
      <Flex role="group" aria-label={t.period} gap="2" wrap="wrap">
        {options.map(({ label, preset, isOn }) => (
          <Chip key={label} isOn={isOn} onClick={() => choose(preset)}>
            {label}
          </Chip>
        ))}
      </Flex>
      <Days period={period} />
    </Flex>
  );
}

/** The same on a phone: a select, with fields for the days only if none of its months is meant. */
export function PeriodMenu({ period }: { period: Period }) {
  const t = useStore(walletTexts);
  const { options, choose } = usePresets(period);
  const current = options.findIndex(({ isOn }) => isOn);
  const [hasDays, setHasDays] = useState(current < 0);
  const showsDays = hasDays || current < 0;
  return (
    <>
      <NativeSelect.Root size="sm" w="auto" flex="1 1 6rem">
        <NativeSelect.Field
          minH={{ base: '10', md: '9' }}
          aria-label={t.period}
          value={showsDays ? OWN_DAYS : current}
          onChange={({ target: { value } }) => {
            const chosen = options[Number(value)];
            setHasDays(!chosen);
            if (chosen) choose(chosen.preset);
          }}
        >
          {options.map(({ label }, index) => (
            <option key={label} value={index}>
              {label}
            </option>
          ))}
          <option value={OWN_DAYS}>{t.ownDays}</option>
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
      {showsDays && (
        <Flex order="1" flexBasis="full" mt="1">
          <Days period={period} />
        </Flex>
      )}
    </>
  );
}

/** The select's last option, which is no period yet. */
const OWN_DAYS = 'days';

function usePresets(period: Period) {
  const t = useStore(walletTexts);
  const setParams = useSetUrlParams();
  const { thisMonth, lastMonth } = presetPeriods();
  const options = [
    { label: t.all, preset: {} as Period },
    { label: t.thisMonth, preset: thisMonth },
    { label: t.lastMonth, preset: lastMonth },
  ].map((option) => ({
    ...option,
    isOn: option.preset.from === period.from && option.preset.to === period.to,
  }));
  return { options, choose: ({ from = '', to = '' }: Period) => setParams({ from, to }) };
}

function Days({ period }: { period: Period }) {
  const t = useStore(walletTexts);
  return (
    <Flex gap="3" wrap="wrap" w={{ base: 'full', sm: 'auto' }}>
      <Day label={t.from} param="from" max={period.to} />
      <Day label={t.to} param="to" min={period.from} />
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
    <Flex as="dl" columnGap="6" rowGap="1" wrap="wrap" mb="4" px="4" py="3" borderWidth="1px" borderRadius="l2">
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
