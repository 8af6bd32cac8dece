import { useStore } from '@nanostores/react';
import { z } from 'zod';
import { oneLineReason } from '#shared/text.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { adminUserTexts } from '../../../i18n/en/admin/admin-users.ts';
import { showFormError } from '../../../lib/errors.ts';
import { useSchemaForm } from '../../../lib/form.ts';
import { showSuccess } from '../../../lib/toasts/toasts.ts';
import { trpc } from '../../../lib/trpc.ts';
import { ReasonField } from '../reason-field.tsx';
import type { User } from './user.ts';

const blockForm = z.object({ reason: oneLineReason });

/** Blocks a user, with a reason that they read. Mount it when it opens. */
export default function BlockDialog({ user, onClose }: { user: Pick<User, 'id' | 'name'>; onClose: () => void }) {
  const t = useStore(adminUserTexts);
  const utils = trpc.useUtils();
  const { mutateAsync } = trpc.admin.users.setBlocked.useMutation();
  const form = useSchemaForm(blockForm, { reason: '' });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ reason }) => {
    try {
      await mutateAsync({ id: user.id, blocked: true, reason });
      showSuccess(t.blockedDone, t.blockedDoneText);
      onClose();
    } catch (error) {
      showFormError(form, error, t.blockFailed);
    }
    await utils.admin.users.invalidate();
  });

  return (
    <FormDialog
      title={t.areYouSure}
      text={t.blockText({ name: user.name })}
      submitLabel={t.yesBlock}
      pendingLabel={t.blocking}
      pending={isSubmitting}
      tone="danger"
      onSubmit={submit}
      onClose={onClose}
    >
      <ReasonField
        hint={t.blockReasonHint}
        error={errors.reason}
        // A reason has one line; the dialog is submitted by its button or Ctrl-Enter.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        {...form.register('reason')}
      />
    </FormDialog>
  );
}
