import type { ComponentProps } from 'react';
import { TextAreaField } from '../../components/fields.tsx';

/** The optional reason of a decision, which the customer reads. */
export function ReasonField({
  hint = 'The customer sees it.',
  ...rest
}: Omit<ComponentProps<typeof TextAreaField>, 'label'>) {
  return <TextAreaField label="Reason" optional rows={2} maxLength={500} hint={hint} {...rest} />;
}
