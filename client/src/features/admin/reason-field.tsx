import type { ComponentProps } from 'react';
import { TextAreaField } from '../../components/fields.tsx';

/** Why an admin decided so: optional, and the customer reads it. */
export function ReasonField({
  hint = 'The customer sees it.',
  ...rest
}: Omit<ComponentProps<typeof TextAreaField>, 'label'>) {
  return <TextAreaField label="Reason" optional rows={2} maxLength={500} hint={hint} {...rest} />;
}
