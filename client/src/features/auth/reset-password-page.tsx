import { Button, Heading, Stack, Text } from '@chakra-ui/react';
import { useWatch } from 'react-hook-form';
import { useNavigate, useParams } from 'react-router-dom';
import { z } from 'zod';
import { newPassword } from '../../../../shared/auth.ts';
import { PasswordField, StrengthMeter } from '../../components/password-field.tsx';
import { readError, showFormError } from '../../lib/errors.ts';
import { useSchemaForm } from '../../lib/form.ts';
import { showError, showSuccess } from '../../lib/notices/notices.ts';
import { authPath, paths } from '../../lib/paths.ts';
import { trpc } from '../../lib/trpc.ts';
import { usePasswordMinLength } from '../../lib/use-password-min-length.ts';
import { AuthForm, ModeButton } from './auth-form.tsx';

const required = z.string().min(1, 'This field is required');
const mismatch = 'Passwords do not match';

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
  const { token = '' } = useParams();
  const navigate = useNavigate();
  const minLength = usePasswordMinLength();
  const form = useSchemaForm(formSchema(minLength), { password: '', confirmPassword: '' });
  const { errors } = form.formState;
  const password = useWatch({ control: form.control, name: 'password' });
  const reset = trpc.auth.resetPassword.useMutation({
    onSuccess: () => {
      showSuccess('Password has been reset!');
      void navigate(paths.login, { replace: true });
    },
    onError: (error) => showFormError(form, error, 'Oops...'),
  });
  const submit = form.handleSubmit(
    (input) => reset.mutate({ token, password: input.password }),
    ({ confirmPassword }) => {
      if (confirmPassword?.message === mismatch) void showError('Passwords do not match!');
    },
  );
  const linkIsDead = reset.error && readError(reset.error).code === 'reset_token_invalid';
  return (
    <Stack gap="6" maxW="md" mx="auto">
      <Stack gap="1">
        <Heading as="h1" size="3xl">
          Reset Password
        </Heading>
        <Text color="fg.muted">Choose a new password. You are logged out everywhere else.</Text>
      </Stack>
      <AuthForm onSubmit={submit}>
        <PasswordField
          label="New Password"
          autoComplete="new-password"
          error={errors.password}
          {...form.register('password')}
        />
        <StrengthMeter password={password} minLength={minLength} />
        <PasswordField
          label="Confirm Password"
          autoComplete="new-password"
          error={errors.confirmPassword}
          {...form.register('confirmPassword')}
        />
        <Button type="submit" colorPalette="brand" size="lg" loading={reset.isPending} loadingText="Reset Password">
          Reset Password
        </Button>
        {linkIsDead && (
          <Text color="fg.muted">
            This link no longer works. <ModeButton to={authPath('forgot')}>Ask for a new one</ModeButton>
          </Text>
        )}
      </AuthForm>
    </Stack>
  );
}
