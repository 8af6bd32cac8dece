import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { z } from 'zod';
import { keepsEmail, readNewEmail } from '#shared/own-email.ts';
import { secondFactorCode } from '#shared/second-factor.ts';
import { currentPasswordNeeded, invalidPhone, isPhoneNumber, updateProfileInput } from '#shared/users.ts';
import { EmailField } from '../../components/account-fields.tsx';
import { CodeField } from '../../components/code-field.tsx';
import { TextField } from '../../components/fields.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { FormProblem } from '../../components/form-problem.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { profileTexts } from '../../i18n/en/profile.ts';
import { applyFieldErrors } from '../../lib/errors.ts';
import { useSchemaForm } from '../../lib/form.ts';
import { session } from '../../lib/session.ts';
import { showSuccess } from '../../lib/toasts/toasts.ts';
import { type Outputs, trpc } from '../../lib/trpc.ts';

interface EditProfileDialogProps {
  profile: Outputs['auth']['profile'];
  onClose: () => void;
}

/** Name, email and phone; a new email also requires the current password, and takes effect once confirmed by its link. */
export function EditProfileDialog({ profile, onClose }: EditProfileDialogProps) {
  const t = useStore(profileTexts);
  const { name, email, phone } = profile;
  const schema = useMemo(() => formSchema(email, phone), [email, phone]);
  const form = useSchemaForm(schema, { name, email, phone, currentPassword: '', code: '' });
  const { register, handleSubmit, watch, formState } = form;
  const { errors } = formState;
  const changesEmail = !keepsEmail(email, watch('email'));
  const showSaved = useShowSaved();
  const update = trpc.auth.updateProfile.useMutation({
    onSuccess: (saved) => {
      showSaved(saved);
      onClose();
    },
    onError: (error) => void applyFieldErrors(form, error),
  });
  return (
    <FormDialog
      title={t.editProfile}
      submitLabel={t.save}
      pendingLabel={t.saving}
      pending={update.isPending}
      onSubmit={handleSubmit((input) => update.mutate(input))}
      onClose={onClose}
    >
      <FormProblem title={t.profileFailed} error={update.error} fields={Object.keys(form.getValues())} />
      <TextField label={t.name} autoComplete="name" error={errors.name} {...register('name')} />
      <EmailField label={t.email} hint={changesEmail && t.emailHint} form={form} name="email" />
      {changesEmail && (
        <PasswordField
          label={t.currentPassword}
          autoComplete="current-password"
          error={errors.currentPassword}
          {...register('currentPassword')}
        />
      )}
      {changesEmail && profile.twoFactor && <CodeField optional error={errors.code} {...register('code')} />}
      <TextField label={t.phone} type="tel" autoComplete="tel" error={errors.phone} {...register('phone')} />
    </FormDialog>
  );
}

/** The procedure's rules, including the extra ones for a new email or phone; the password is sent only if required. */
function formSchema(email: string, phone: string) {
  return updateProfileInput
    .extend({ code: z.literal('').or(secondFactorCode) })
    .superRefine((typed, context) => {
      const read = readNewEmail(email, typed.email);
      if ('problem' in read) context.addIssue({ code: 'custom', path: ['email'], message: read.problem });
    })
    .refine((typed) => Boolean(typed.currentPassword) || keepsEmail(email, typed.email), {
      path: ['currentPassword'],
      message: currentPasswordNeeded,
    })
    .refine((typed) => typed.phone === phone || isPhoneNumber(typed.phone), { path: ['phone'], message: invalidPhone })
    .transform(({ currentPassword, code, ...fields }) =>
      keepsEmail(email, fields.email) ? fields : { ...fields, currentPassword, ...(code && { code }) },
    );
}

/** Updates the user everywhere on screen, and shows the next step. */
function useShowSaved() {
  const t = useStore(profileTexts);
  const utils = trpc.useUtils();
  return (saved: Outputs['auth']['updateProfile']) => {
    const { pendingEmail, twoFactor: _isOfProfile, ...user } = saved;
    utils.auth.profile.setData(undefined, saved);
    session.setUser(user);
    showSuccess(
      t.profileUpdated,
      pendingEmail === null ? undefined : t.emailToConfirm({ pendingEmail, email: user.email }),
    );
  };
}
