import { Button, Flex } from '@chakra-ui/react';

interface ToggleGroupProps<Value extends string> {
  label: string;
  chosen: Value;
  options: readonly (readonly [value: Value, words: string])[];
  onChoose: (value: Value) => void;
}

/** A choice of a few options as buttons. */
export function ToggleGroup<Value extends string>({ label, chosen, options, onChoose }: ToggleGroupProps<Value>) {
  return (
    <Flex role="group" aria-label={label} gap="1" wrap="wrap">
      {options.map(([value, words]) => (
        <Button
          key={value}
          size="sm"
          px="3"
          variant={value === chosen ? 'solid' : 'outline'}
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
        >
          {words}
        </Button>
      ))}
    </Flex>
  );
}
