import { Alert, Button, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useWatch } from 'react-hook-form';
import { LuCircleCheck, LuKeyRound } from 'react-icons/lu';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { z } from 'zod';
import { newPassword } from '#shared/auth.ts';
import { PasswordField, StrengthMeter } from '../../components/password-field.tsx';
import { authTexts } from '../../i18n/en/auth.ts';
import { readError, showFormError } from '../../lib/errors.ts';
import { useSchemaForm } from '../../lib/form.ts';
import { authPath, paths } from '../../lib/paths.ts';
import { showError, showSuccess } from '../../lib/toasts/toasts.ts';
import { trpc } from '../../lib/trpc.ts';
import { usePasswordMinLength } from '../../lib/use-password-min-length.ts';
import { AuthForm, ModeButton } from './auth-form.tsx';
import { AuthFrame } from './auth-frame.tsx';

const required = z.string().min(1, 'This field is required');
const mismatch = 'Passwords do not match';
/** It leads to the API keys, which stay valid, so that their owner looks at them. */
const loginAfterwards = `${paths.login}?next=${encodeURIComponent(`${paths.keys}?after=reset`)}`;

const formSchema = (minLength: number) =>
  z
    .object({ password: required.pipe(newPassword(minLength)), confirmPassword: required })
    .refine(({ password, confirmPassword }) => password === confirmPassword, {
      path: ['confirmPassword'],
      message: mismatch,
      when: ({ value }) => Boolean((value as { confirmPassword?: string }).confirmPassword),
    });

/** Chooses a new password with the token from the mail. */
export default function ResetPasswordPage() {
  const t = useStore(authTexts);
  const { token = '' } = useParams();
  const navigate = useNavigate();
  const minLength = usePasswordMinLength();
  const form = useSchemaForm(formSchema(minLength), { password: '', confirmPassword: '' });
  const { errors } = form.formState;
  const password = useWatch({ control: form.control, name: 'password' });
  const reset = trpc.auth.resetPassword.useMutation({
    onSuccess: () => {
      showSuccess(t.passwordReset);
      void navigate(loginAfterwards, { replace: true });
    },
    onError: (error) => showFormError(form, error, t.failed),
  });
  const submit = form.handleSubmit(
    (input) => reset.mutate({ token, password: input.password }),
    ({ confirmPassword }) => {
      if (confirmPassword?.message === mismatch) void showError(t.passwordsDiffer);
    },
  );
  const linkIsDead = reset.error && readError(reset.error).code === 'reset_token_invalid';
  return (
    <AuthFrame icon={<LuKeyRound />} title={t.resetPassword} text={t.chooseNewPassword}>
      <AuthForm onSubmit={submit}>
        <AllEnded />
        <PasswordField
          label={t.newPassword}
          autoComplete="new-password"
          error={errors.password}
          {...form.register('password')}
        />
        <StrengthMeter password={password} minLength={minLength} />
        <PasswordField
          label={t.confirmPassword}
          autoComplete="new-password"
          error={errors.confirmPassword}
          {...form.register('confirmPassword')}
        />
        <Button type="submit" colorPalette="brand" size="lg" loading={reset.isPending} loadingText={t.resetPassword}>
          {t.resetPassword}
        </Button>
        {linkIsDead && (
          <Text color="fg.muted">
            {t.resetLinkDead} <ModeButton to={authPath('forgot')}>{t.askForNewLink}</ModeButton>
          </Text>
        )}
      </AuthForm>
    </AuthFrame>
  );
}

/** For a user who comes from the page that ended all sessions. */
function AllEnded() {
  const t = useStore(authTexts);
  const state = useLocation().state as { allEnded?: boolean } | null;
  if (state?.allEnded !== true) return null;
  return (
    <Alert.Root status="success" role="status">
      <Alert.Indicator>
        <LuCircleCheck />
      </Alert.Indicator>
      <Alert.Content>
        <Alert.Title>{t.allEnded}</Alert.Title>
        <Alert.Description>{t.allEndedText}</Alert.Description>
      </Alert.Content>
    </Alert.Root>
  );
}
