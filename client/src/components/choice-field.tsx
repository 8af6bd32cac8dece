import { NativeSelect } from '@chakra-ui/react';
import type { ComponentProps } from 'react';
import { type Option, Options } from './choice.tsx';
import { FieldFrame, type FieldProps } from './fields.tsx';

interface ChoiceFieldProps extends FieldProps, Omit<ComponentProps<'select'>, 'children'> {
  options: readonly Option[];
  disabled?: boolean;
}

/** A select as a form field; spread react-hook-form's `register(…)` into it. */
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
