import { NativeSelect, type NativeSelectRootProps } from '@chakra-ui/react';
import type { ComponentProps } from 'react';
import { FieldFrame, type FieldProps } from '../../components/fields.tsx';

export type Option = readonly [value: string, words: string];

interface ChoiceProps extends Omit<ComponentProps<'select'>, 'onChange' | 'children'> {
  options: readonly Option[];
  onChange: (value: string) => void;
  look?: NativeSelectRootProps;
}

/** One of a few; each choice holds at once. */
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

interface ChoiceFieldProps extends FieldProps, Omit<ComponentProps<'select'>, 'children'> {
  options: readonly Option[];
  disabled?: boolean;
}

/** A choice among a form's fields; spread react-hook-form's `register(…)` into it. */
export function ChoiceField({ label, error, hint, options, disabled = false, ...select }: ChoiceFieldProps) {
  return (
    <FieldFrame label={label} error={error} hint={hint}>
      <NativeSelect.Root disabled={disabled}>
        <NativeSelect.Field {...select}>
          <Options options={options} />
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
    </FieldFrame>
  );
}

function Options({ options }: { options: readonly Option[] }) {
  return options.map(([value, words]) => (
    <option key={value} value={value}>
      {words}
    </option>
  ));
}
