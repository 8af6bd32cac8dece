import { NativeSelect, type NativeSelectRootProps } from '@chakra-ui/react';
import type { ComponentProps } from 'react';

export type Option = readonly [value: string, words: string];

interface ChoiceProps extends Omit<ComponentProps<'select'>, 'onChange' | 'children'> {
  options: readonly Option[];
  onChange: (value: string) => void;
  look?: NativeSelectRootProps;
}

/** A select whose choice applies at once. */
export function Choice({ options, onChange, look, ...select }: ChoiceProps) {
  return (
    <NativeSelect.Root size="sm" {...look}>
      <NativeSelect.Field {...select} onChange={({ target }) => onChange(target.value)}>
        <Options options={options} />
      </NativeSelect.Field>
      <NativeSelect.Indicator />
    </NativeSelect.Root>
  );
}

/** The options of a native select. */
export function Options({ options }: { options: readonly Option[] }) {
  return options.map(([value, words]) => (
    <option key={value} value={value}>
      {words}
    </option>
  ));
}
