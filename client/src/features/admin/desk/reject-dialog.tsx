import { FormDialog } from '../../../components/form-dialog.tsx';
import { useSchemaForm } from '../../../lib/form.ts';
import { ReasonField } from '../reason-field.tsx';
import { reasonForm } from './reason-form.ts';

interface RejectDialogProps {
  title: string;
  /** What becomes of the money. */
  text: string;
  onConfirm: (reason?: string) => void;
  onClose: () => void;
}

/** Asks for a reason before something is rejected. Mount it when it opens. */
export default function RejectDialog({ title, text, onConfirm, onClose }: RejectDialogProps) {
  const { register, handleSubmit, formState } = useSchemaForm(reasonForm, { reason: '' });
  const { errors } = formState;
  return (
    <FormDialog
      title={title}
      text={text}
      submitLabel="Reject"
      pendingLabel="Rejecting…"
      pending={false}
      tone="danger"
      onSubmit={handleSubmit(({ reason }) => onConfirm(reason))}
      onClose={onClose}
    >
      <ReasonField error={errors.reason} {...register('reason')} />
    </FormDialog>
  );
}
