import { useStore } from '@nanostores/react';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { queueTexts } from '../../../i18n/en/admin/review-queue.ts';
import { useSchemaForm } from '../../../lib/form.ts';
import { ReasonField } from '../reason-field.tsx';
import { SavedReasons } from '../saved-reasons.tsx';
import type { ReplyAbout } from '../saved-replies-menu.tsx';
import type { DialogAnswer } from './declaration.ts';
import { reasonForm } from './reason-form.ts';

export interface ReasonDialogProps extends DialogAnswer {
  /** Its title, the consequence for the money, and its button with its label while it is sent. */
  texts: () => { title: string; text: string; submitLabel: string; pendingLabel: string };
  about: ReplyAbout;
}

/** Asks for a reason before a row is rejected. Mount it when it opens. */
export default function ReasonDialog({ texts, about, send, close }: ReasonDialogProps) {
  const t = useStore(queueTexts);
  const form = useSchemaForm(reasonForm, { reason: '' });
  const { register, handleSubmit, formState } = form;
  return (
    <FormDialog
      {...texts()}
      pending={false}
      tone="danger"
      cancelLabel={t.cancel}
      onSubmit={handleSubmit((terms) => send(terms))}
      onClose={close}
    >
      <ReasonField error={formState.errors.reason} {...register('reason')} />
      <SavedReasons form={form} about={[about]} />
    </FormDialog>
  );
}
