import { Field, Flex } from '@chakra-ui/react';
import { DayInput, type DayInputProps } from '../../../components/day-input.tsx';
import { ToggleGroup } from './toggle-group.tsx';
import { type MoneyRange, moneyRanges } from './use-money-range.ts';

interface Days {
  from?: string;
  to?: string;
}

interface MoneyRangeChoiceProps {
  range: MoneyRange;
  days: Days;
  onChoose: (range: MoneyRange) => void;
}

const labels: Record<MoneyRange, string> = { today: 'Today', '7': '7 days', '30': '30 days', custom: 'Custom' };

/** The days of the figures; a custom range may be open at one end. */
export function MoneyRangeChoice({ range, days, onChoose }: MoneyRangeChoiceProps) {
  return (
    <Flex gap="3" wrap="wrap" align="center">
      {range === 'custom' && (
        <>
          <Day label="From" param="from" max={days.to} />
          <Day label="To" param="to" min={days.from} />
        </>
      )}
      <ToggleGroup
        label="Range of the money"
        chosen={range}
        options={moneyRanges.map((each) => [each, labels[each]])}
        onChoose={onChoose}
      />
    </Flex>
  );
}

interface DayProps extends DayInputProps {
  label: string;
}

function Day({ label, ...rest }: DayProps) {
  return (
    <Field.Root orientation="horizontal" w="auto" gap="2" justifyContent="start">
      <Field.Label fontWeight="normal" color="fg.muted" flex="none">
        {label}
      </Field.Label>
      <DayInput w="9.5rem" {...rest} />
    </Field.Root>
  );
}
