import { Button, Text } from '@chakra-ui/react';
import { forgotPasswordInput } from '../../../../shared/auth.ts';
import { TextField } from '../../components/fields.tsx';
import { showFormError } from '../../lib/errors.ts';
import { useSchemaForm } from '../../lib/form.ts';
import { showMessage } from '../../lib/notices/notices.ts';
import { authPath } from '../../lib/paths.ts';
import { trpc } from '../../lib/trpc.ts';
import { AuthForm, ModeButton } from './auth-form.tsx';

export function ForgotForm({ next }: { next: string | undefined }) {
  const form = useSchemaForm(forgotPasswordInput, { email: '' });
  const send = trpc.auth.forgotPassword.useMutation({
    onSuccess: () => void showMessage('Reset Code Sent', 'Please check the given email for the reset code'),
    onError: (error) => showFormError(form, error, 'Reset Code Failed'),
  });
  return (
    <AuthForm onSubmit={form.handleSubmit((input) => send.mutate(input))}>
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        required
        error={form.formState.errors.email}
        {...form.register('email')}
      />
      <Button type="submit" colorPalette="brand" size="lg" loading={send.isPending} loadingText="Send Code">
        Send Code
      </Button>
      <Text color="fg.muted">
        Remembered it? <ModeButton to={authPath('login', next)}>Login</ModeButton>
      </Text>
    </AuthForm>
  );
}
