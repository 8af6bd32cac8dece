import { Button, Flex } from '@chakra-ui/react';

interface ToggleGroupProps<Value extends string> {
  label: string;
  chosen: Value;
  options: readonly (readonly [value: Value, words: string])[];
  onChoose: (value: Value) => void;
}

/** A choice of a few options as one row of joined buttons. */
export function ToggleGroup<Value extends string>({ label, chosen, options, onChoose }: ToggleGroupProps<Value>) {
  return (
    <Flex role="group" aria-label={label} borderWidth="1px" borderRadius="l2" overflow="hidden">
      {options.map(([value, words]) => (
        <Button
          key={value}
          size="sm"
          px="3"
          flex="1 1 auto"
          borderRadius="0"
          borderWidth="0"
          variant="ghost"
          focusVisibleRing="inside"
          _notFirst={{ borderStartWidth: '1px', borderColor: 'border' }}
          {...(value === chosen
            ? { bg: 'bg.inverted', color: 'fg.inverted', _hover: { bg: 'bg.inverted' } }
            : { color: 'fg.muted', fontWeight: 'normal' })}
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
        >
          {words}
        </Button>
      ))}
    </Flex>
  );
}
