import { useStore } from '@nanostores/react';
import type { ComponentProps } from 'react';
import { TextAreaField } from '../../components/fields.tsx';
import { adminTexts } from '../../i18n/en/admin/admin.ts';

/** The optional reason of a decision, which the customer reads. */
export function ReasonField({ hint, ...rest }: Omit<ComponentProps<typeof TextAreaField>, 'label'>) {
  const t = useStore(adminTexts);
  return <TextAreaField label={t.reason} optional rows={2} maxLength={500} hint={hint ?? t.customerSees} {...rest} />;
}
