import { Flex } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LabelledDay } from '../../../components/day-input.tsx';
import { shopTexts } from '../../../i18n/en/admin/shop.ts';
import { ToggleGroup } from './toggle-group.tsx';
import { type MoneyRange, moneyRanges } from './use-money-range.ts';

interface MoneyRangeChoiceProps {
  range: MoneyRange;
  days: { from?: string; to?: string };
  choose: (range: MoneyRange) => void;
}

/** The days of the figures; a custom range may be open at one end. */
export function MoneyRangeChoice({ range, days, choose }: MoneyRangeChoiceProps) {
  const t = useStore(shopTexts);
  const labels: Record<MoneyRange, string> = {
    today: t.today,
    '7': t.days({ count: 7 }),
    '30': t.days({ count: 30 }),
    custom: t.custom,
  };
  return (
    <Flex gap="3" wrap="wrap" align="center">
      {range === 'custom' && (
        <>
          <LabelledDay label={t.fromDay} param="from" max={days.to} />
          <LabelledDay label={t.toDay} param="to" min={days.from} />
        </>
      )}
      <ToggleGroup
        label={t.moneyRange}
        chosen={range}
        options={moneyRanges.map((each) => [each, labels[each]])}
        onChoose={choose}
      />
    </Flex>
  );
}
