import type { SavedReply } from '../../../../../shared/saved-replies.ts';
import { typedSavedReply } from '../../../../../shared/saved-replies.ts';
import { TextAreaField, TextField } from '../../../components/fields.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { showFormError } from '../../../lib/errors.ts';
import { useSchemaForm } from '../../../lib/form.ts';
import { showSuccess } from '../../../lib/notices/notices.ts';
import { trpc } from '../../../lib/trpc.ts';
import { closeForm } from '../run-change.ts';

interface SavedReplyDialogProps {
  /** Undefined for a new one. */
  reply: SavedReply | undefined;
  onClose: () => void;
}

/** One saved reply. Mount it when it opens. */
export function SavedReplyDialog({ reply, onClose }: SavedReplyDialogProps) {
  const { form, submit, close } = useSaveReply({ reply, onClose });
  const { register, formState } = form;
  const { errors, isSubmitting } = formState;
  return (
    <FormDialog
      title={reply ? 'Edit Saved Reply' : 'New Saved Reply'}
      size="lg"
      submitLabel="Save"
      pendingLabel="Saving…"
      pending={isSubmitting}
      onSubmit={(event) => void submit(event)}
      onClose={() => void close()}
    >
      <TextField label="Title" autoComplete="off" dir="auto" error={errors.title} {...register('title')} />
      <TextAreaField
        label="Text"
        hint="{name} becomes the customer’s name, {order} what the ticket is about, such as “order #12”."
        minH="8rem"
        maxH="40dvh"
        dir="auto"
        error={errors.text}
        {...register('text')}
      />
    </FormDialog>
  );
}

function useSaveReply({ reply, onClose }: SavedReplyDialogProps) {
  const utils = trpc.useUtils();
  const { mutateAsync } = trpc.admin.savedReplies.save.useMutation();
  const form = useSchemaForm(typedSavedReply, { title: reply?.title ?? '', text: reply?.text ?? '' });
  const { isDirty } = form.formState;
  const submit = form.handleSubmit(async (fields) => {
    try {
      await mutateAsync(reply ? { id: reply.id, ...fields } : fields);
      showSuccess('Saved reply saved');
      await utils.admin.savedReplies.invalidate();
      onClose();
    } catch (error) {
      showFormError(form, error, 'Failed to save the saved reply');
    }
  });
  const close = () => closeForm(isDirty, onClose);
  return { form, submit, close };
}
