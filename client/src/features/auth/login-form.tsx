import { Button, Flex, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { loginInput } from '#shared/auth.ts';
import { AppLink } from '../../components/app-link.tsx';
import { TextField } from '../../components/fields.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { authTexts } from '../../i18n/en/auth.ts';
import { errorCodeOf, reportError } from '../../lib/errors.ts';
import { useSchemaForm } from '../../lib/form.ts';
import { authPath } from '../../lib/paths.ts';
import { AuthForm, ModeButton } from './auth-form.tsx';
import { type Credentials, useLogin } from './use-login.ts';

interface LoginFormProps {
  next: string | undefined;
  /** As typed before the code was asked for. */
  typed?: Credentials | undefined;
  /** The account has a second factor. */
  onCodeRequired: (credentials: Credentials) => void;
}

/** The user name and the password, the first step of a login and for most accounts the only one. */
export function LoginForm({ next, typed, onCodeRequired }: LoginFormProps) {
  const t = useStore(authTexts);
  const form = useSchemaForm(loginInput, typed ?? { userName: '', password: '' });
  const { errors } = form.formState;
  const login = useLogin((error, { userName, password }) => {
    if (errorCodeOf(error) === 'second_factor_required') onCodeRequired({ userName, password });
    else void reportError(t.loginFailed, error);
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
