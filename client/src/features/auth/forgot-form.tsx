import { Button, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { forgotPasswordInput } from '#shared/auth.ts';
import { TextField } from '../../components/fields.tsx';
import { authTexts } from '../../i18n/en/auth.ts';
import { showFormError } from '../../lib/errors.ts';
import { useSchemaForm } from '../../lib/form.ts';
import { authPath } from '../../lib/paths.ts';
import { showMessage } from '../../lib/toasts/toasts.ts';
import { trpc } from '../../lib/trpc.ts';
import { AuthForm, ModeButton } from './auth-form.tsx';

export function ForgotForm({ next }: { next: string | undefined }) {
  const t = useStore(authTexts);
  const form = useSchemaForm(forgotPasswordInput, { email: '' });
  const send = trpc.auth.forgotPassword.useMutation({
    onSuccess: () => void showMessage(t.resetCodeSent, t.resetCodeSentText),
    onError: (error) => showFormError(form, error, t.resetCodeFailed),
  });
  return (
    <AuthForm onSubmit={form.handleSubmit((input) => send.mutate(input))}>
      <TextField
        label={t.email}
        type="email"
        inputMode="email"
        autoComplete="email"
        required
        error={form.formState.errors.email}
        {...form.register('email')}
      />
      <Button type="submit" colorPalette="brand" size="lg" loading={send.isPending} loadingText={t.sendCode}>
        {t.sendCode}
      </Button>
      <Text color="fg.muted">
        {t.remembered} <ModeButton to={authPath('login', next)}>{t.login}</ModeButton>
      </Text>
    </AuthForm>
  );
}
