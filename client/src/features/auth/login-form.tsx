import { Button, Flex, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { loginInput, passwordProblem } from '#shared/auth.ts';
import { AppLink } from '../../components/app-link.tsx';
import { TextField } from '../../components/fields.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { authTexts } from '../../i18n/en/auth.ts';
import { reportError } from '../../lib/errors.ts';
import { useSchemaForm } from '../../lib/form.ts';
import { authPath, paths } from '../../lib/paths.ts';
import { session } from '../../lib/session.ts';
import { showWarning } from '../../lib/toasts/toasts.ts';
import { trpc } from '../../lib/trpc.ts';
import { usePasswordMinLength } from '../../lib/use-password-min-length.ts';
import { AuthForm, ModeButton } from './auth-form.tsx';

export function LoginForm({ next }: { next: string | undefined }) {
  const t = useStore(authTexts);
  const form = useSchemaForm(loginInput, { userName: '', password: '' });
  const { errors } = form.formState;
  const adminMinLength = usePasswordMinLength('admin');
  const login = trpc.auth.login.useMutation({
    onSuccess: (signedIn, { password }) => {
      session.start(signedIn);
      // The password may be older than this rule, or was chosen as a customer. It is available only now.
      if (signedIn.user.role === 'admin' && passwordProblem(password, adminMinLength))
        showWarning(t.adminPasswordShort, t.adminPasswordLength({ count: adminMinLength }), {
          to: paths.dashboardProfile,
          label: t.changePassword,
        });
    },
    onError: (error) => void reportError(t.loginFailed, error),
  });
  return (
    <AuthForm onSubmit={form.handleSubmit((input) => login.mutate(input))}>
      <TextField
        label={t.username}
        hint={t.emailWorksToo}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.userName}
        {...form.register('userName')}
      />
      <PasswordField
        label={t.password}
        autoComplete="current-password"
        error={errors.password}
        {...form.register('password')}
      />
      <Button type="submit" colorPalette="brand" size="lg" loading={login.isPending} loadingText={t.login}>
        {t.login}
      </Button>
      <Flex justify="space-between" align="center" gap="4" wrap="wrap">
        <Text color="fg.muted">
          {t.newHere} <ModeButton to={authPath('register', next)}>{t.register}</ModeButton>
        </Text>
        <Button asChild variant="plain" px="0" fontWeight="normal" textDecoration="underline">
          <AppLink to={authPath('forgot', next)}>{t.forgotPassword}</AppLink>
        </Button>
      </Flex>
    </AuthForm>
  );
}
