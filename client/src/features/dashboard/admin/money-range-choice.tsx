import { Button, Field, Flex, Input } from '@chakra-ui/react';
import { type MoneyRange, moneyRanges } from './use-money-range.ts';

interface Days {
  from?: string;
  to?: string;
}

interface MoneyRangeChoiceProps {
  range: MoneyRange;
  days: Days;
  onChoose: (range: MoneyRange) => void;
  onChooseDays: (days: Days) => void;
}

const labels: Record<MoneyRange, string> = { today: 'Today', '7': '7 days', '30': '30 days', custom: 'Custom' };

/** Which days the figures are of; a custom range is from one day to another, or open at an end. */
export function MoneyRangeChoice({ range, days, onChoose, onChooseDays }: MoneyRangeChoiceProps) {
  return (
    <Flex gap="3" wrap="wrap" align="center">
      {range === 'custom' && (
        <>
          <Day label="From" value={days.from} max={days.to} onChange={(from) => onChooseDays({ ...days, from })} />
          <Day label="To" value={days.to} min={days.from} onChange={(to) => onChooseDays({ ...days, to })} />
        </>
      )}
      <Flex role="group" aria-label="Range of the money" gap="1" wrap="wrap">
        {moneyRanges.map((each) => (
          <Button
            key={each}
            size="sm"
            px="3"
            variant={each === range ? 'solid' : 'outline'}
            aria-pressed={each === range}
            onClick={() => onChoose(each)}
          >
            {labels[each]}
          </Button>
        ))}
      </Flex>
    </Flex>
  );
}

interface DayProps {
  label: string;
  value: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  onChange: (day: string) => void;
}

function Day({ label, value = '', min, max, onChange }: DayProps) {
  return (
    <Field.Root orientation="horizontal" w="auto" gap="2" justifyContent="start">
      <Field.Label fontWeight="normal" color="fg.muted" flex="none">
        {label}
      </Field.Label>
      {/* While a day is half typed it has no value. */}
      <Input
        key={value}
        type="date"
        size="sm"
        w="9.5rem"
        defaultValue={value}
        min={min ?? '2000-01-01'}
        max={max ?? '2099-12-31'}
        onChange={(event) => event.target.validity.valid && onChange(event.target.value)}
      />
    </Field.Root>
  );
}
