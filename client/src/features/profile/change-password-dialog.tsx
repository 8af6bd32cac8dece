import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { changePasswordInput } from '#shared/auth.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { FormProblem } from '../../components/form-problem.tsx';
import { PasswordField, StrengthMeter } from '../../components/password-field.tsx';
import { profileTexts } from '../../i18n/en/profile.ts';
import { applyFieldErrors } from '../../lib/errors.ts';
import { useSchemaForm } from '../../lib/form.ts';
import { useSession } from '../../lib/session.ts';
import { showSuccess } from '../../lib/toasts/toasts.ts';
import { trpc } from '../../lib/trpc.ts';
import { usePasswordMinLength } from '../../lib/use-password-min-length.ts';

interface ChangePasswordDialogProps {
  onClose: () => void;
  /** Called instead once it is changed. */
  onChanged: () => void;
}

/** The current password and a new one; it logs out every other browser. */
export function ChangePasswordDialog({ onClose, onChanged }: ChangePasswordDialogProps) {
  const t = useStore(profileTexts);
  const utils = trpc.useUtils();
  const minLength = usePasswordMinLength(useSession().user?.role);
  const schema = useMemo(() => changePasswordInput(minLength), [minLength]);
  const form = useSchemaForm(schema, { currentPassword: '', newPassword: '' });
  const { register, handleSubmit, watch, formState } = form;
  const { errors } = formState;
  const change = trpc.auth.changePassword.useMutation({
    onSuccess: () => {
      showSuccess(t.passwordChanged);
      void utils.auth.sessions.invalidate();
      void utils.auth.profile.invalidate();
      onChanged();
    },
    onError: (error) => void applyFieldErrors(form, error),
  });
  return (
    <FormDialog
      title={t.changePassword}
      text={t.changePasswordText}
      submitLabel={t.changePassword}
      pendingLabel={t.changing}
      pending={change.isPending}
      onSubmit={handleSubmit((input) => change.mutate(input))}
      onClose={onClose}
    >
      <FormProblem title={t.passwordFailed} error={change.error} fields={Object.keys(form.getValues())} />
      <PasswordField
        label={t.oldPassword}
        autoComplete="current-password"
        error={errors.currentPassword}
        {...register('currentPassword')}
      />
      <PasswordField
        label={t.newPassword}
        autoComplete="new-password"
        error={errors.newPassword}
        {...register('newPassword')}
      />
      <StrengthMeter password={watch('newPassword')} minLength={minLength} />
    </FormDialog>
  );
}
