import { useStore } from '@nanostores/react';
import { resetTwoFactorInput } from '#shared/users.ts';
import { TextAreaField } from '../../../components/fields.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { adminTexts } from '../../../i18n/en/admin/admin.ts';
import { adminUserTexts } from '../../../i18n/en/admin/admin-users.ts';
import { showFormError } from '../../../lib/errors.ts';
import { useSchemaForm } from '../../../lib/form.ts';
import { showSuccess } from '../../../lib/toasts/toasts.ts';
import { trpc } from '../../../lib/trpc.ts';
import type { User } from './user.ts';

const resetForm = resetTwoFactorInput.pick({ reason: true });

/** Turns the second factor off of a customer who has lost the phone and the recovery codes. Mount it when it opens. */
export default function ResetFactorDialog({ user, onClose }: { user: Pick<User, 'id' | 'name'>; onClose: () => void }) {
  const t = useStore(adminUserTexts);
  const words = useStore(adminTexts);
  const utils = trpc.useUtils();
  const { mutateAsync } = trpc.admin.users.resetTwoFactor.useMutation();
  const form = useSchemaForm(resetForm, { reason: '' });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ reason }) => {
    try {
      await mutateAsync({ id: user.id, reason });
      showSuccess(t.resetFactorDone, t.resetFactorDoneText({ name: user.name }));
      onClose();
    } catch (error) {
      showFormError(form, error, t.resetFactorFailed);
    }
    await utils.admin.users.invalidate();
  });

  return (
    <FormDialog
      title={t.resetFactorAsk({ name: user.name })}
      text={t.resetFactorText}
      submitLabel={t.resetFactorYes}
      pendingLabel={t.saving}
      pending={isSubmitting}
      tone="danger"
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <TextAreaField
        label={words.reason}
        rows={2}
        maxLength={500}
        hint={t.resetFactorHint}
        error={errors.reason}
        {...form.register('reason')}
      />
    </FormDialog>
  );
}
