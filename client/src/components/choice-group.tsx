import { Fieldset } from '@chakra-ui/react';
import type { ReactNode, Ref } from 'react';
import type { FieldError } from 'react-hook-form';
import { fieldMessage } from '../lib/errors.ts';

interface ChoiceGroupProps {
  label: string;
  error: FieldError | undefined;
  /** Its field's, which focuses the group if the choice is refused. */
  ref: Ref<HTMLFieldSetElement>;
  children: ReactNode;
}

/** Checkboxes that are one field of a form. */
export function ChoiceGroup({ label, error, ref, children }: ChoiceGroupProps) {
  return (
    <Fieldset.Root ref={ref} tabIndex={-1} outline="none" invalid={Boolean(error)}>
      <Fieldset.Legend fontWeight="medium" textStyle="sm" mb="1">
        {label}
      </Fieldset.Legend>
      {children}
      {error?.message && <Fieldset.ErrorText>{fieldMessage(error.message)}</Fieldset.ErrorText>}
    </Fieldset.Root>
  );
}
