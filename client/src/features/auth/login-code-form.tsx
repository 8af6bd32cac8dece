import { Button } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { secondFactorCodeInput } from '#shared/second-factor.ts';
import { CodeField } from '../../components/code-field.tsx';
import { FormProblem } from '../../components/form-problem.tsx';
import { authTexts } from '../../i18n/en/auth.ts';
import { isWrongCode, showCodeError } from '../../lib/code-errors.ts';
import { useSchemaForm } from '../../lib/form.ts';
import { AuthForm } from './auth-form.tsx';
import { type Credentials, useLogin } from './use-login.ts';

interface LoginCodeFormProps {
  credentials: Credentials;
  onBack: () => void;
}

/** The code of the second factor, the last step of a login. */
export function LoginCodeForm({ credentials, onBack }: LoginCodeFormProps) {
  const t = useStore(authTexts);
  const form = useSchemaForm(secondFactorCodeInput, { code: '' }, { isJudgedOnSubmit: true });
  const login = useLogin((error) => void showCodeError(form, error));
  return (
    <AuthForm onSubmit={form.handleSubmit(({ code }) => login.mutate({ ...credentials, code }))}>
      {!isWrongCode(login.error) && <FormProblem title={t.loginFailed} error={login.error} fields={[]} />}
      <CodeField autoFocus error={form.formState.errors.code} {...form.register('code')} />
      <Button type="submit" colorPalette="brand" size="lg" loading={login.isPending} loadingText={t.login}>
        {t.login}
      </Button>
      <Button variant="outline" disabled={login.isPending} onClick={onBack}>
        {t.back}
      </Button>
    </AuthForm>
  );
}
