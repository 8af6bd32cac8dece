import { Box, Button, Flex, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { LuLock } from 'react-icons/lu';
import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { forgotPasswordInput } from '#shared/auth.ts';
import { secondFactorCodeInput } from '#shared/second-factor.ts';
import { EmailField } from '../../components/account-fields.tsx';
import { CodeField } from '../../components/code-field.tsx';
import { FormProblem } from '../../components/form-problem.tsx';
import { authTexts } from '../../i18n/en/auth.ts';
import { isWrongCode, showCodeError } from '../../lib/code-errors.ts';
import { showFormError } from '../../lib/errors.ts';
import { ForVisitors } from '../../lib/for-whom.tsx';
import { useSchemaForm } from '../../lib/form.ts';
import { isLoginFirst } from '../../lib/login-first.ts';
import { usePageMeta } from '../../lib/page-meta.ts';
import { type AuthMode, authPath, paths } from '../../lib/paths.ts';
import { safeNext } from '../../lib/safe-next.ts';
import { useSession } from '../../lib/session.ts';
import { showMessage } from '../../lib/toasts/toasts.ts';
import { trpc } from '../../lib/trpc.ts';
import { AuthForm, ModeButton } from './auth-form.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { LoginForm } from './login-form.tsx';
import { RegisterForm } from './register-form.tsx';
import { type Credentials, useLogin } from './use-login.ts';
import { WaitingOrder } from './waiting-order.tsx';

const titles = {
  register: { title: 'register', text: 'registerText' },
  login: { title: 'login', text: 'loginText' },
  loginCode: { title: 'enterCode', text: 'enterCodeText' },
  forgot: { title: 'forgotTitle', text: 'forgotText' },
} as const;

/** Register, Login and Forgot Password: one screen with its mode in the URL. Signed-in users are redirected to their page. */
export default function AuthPage() {
  const { signedIn } = useSession();
  const mode = useMode();
  const [params] = useSearchParams();
  const next = params.get('next');
  if (signedIn) return <Navigate replace to={safeNext(next)} />;
  return <Mode key={mode} mode={mode} next={next} />;
}

function Mode({ mode, next }: { mode: AuthMode; next: string | null }) {
  const t = useStore(authTexts);
  /** Only in memory, and only while a login goes on. */
  const [typed, setTyped] = useState<Credentials>();
  const [isCodeRequired, setCodeRequired] = useState(false);
  const { title, text } = titles[isCodeRequired ? 'loginCode' : mode];
  usePageMeta(t[title]);
  const toForm = { next: next ?? undefined };
  return (
    <ForVisitors>
      <AuthFrame title={t[title]} text={t[text]}>
        <LoginFirst />
        <WaitingOrder next={next} />
        {mode === 'register' && <RegisterForm {...toForm} />}
        {mode === 'forgot' && <ForgotForm {...toForm} />}
        {mode === 'login' &&
          (typed && isCodeRequired ? (
            <LoginCodeForm credentials={typed} onBack={() => setCodeRequired(false)} />
          ) : (
            <LoginForm
              {...toForm}
              typed={typed}
              onCodeRequired={(credentials) => {
                setTyped(credentials);
                setCodeRequired(true);
              }}
            />
          ))}
      </AuthFrame>
    </ForVisitors>
  );
}

function useMode(): AuthMode {
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const asked = params.get('mode');
  if (asked === 'login' || asked === 'forgot') return asked;
  return pathname === paths.login ? 'login' : 'register';
}

function ForgotForm({ next }: { next: string | undefined }) {
  const t = useStore(authTexts);
  const form = useSchemaForm(forgotPasswordInput, { email: '' });
  const send = trpc.auth.forgotPassword.useMutation({
    onSuccess: () => void showMessage(t.resetCodeSent, t.resetCodeSentText),
    onError: (error) => showFormError(form, error, t.resetCodeFailed),
  });
  return (
    <AuthForm onSubmit={form.handleSubmit((input) => send.mutate(input))}>
      <EmailField label={t.email} required form={form} name="email" />
      <Button type="submit" colorPalette="brand" size="lg" loading={send.isPending} loadingText={t.sendCode}>
        {t.sendCode}
      </Button>
      <Text color="fg.muted">
        {t.remembered} <ModeButton to={authPath('login', next)}>{t.login}</ModeButton>
      </Text>
    </AuthForm>
  );
}

interface LoginCodeFormProps {
  credentials: Credentials;
  onBack: () => void;
}

/** The code of the second factor, the last step of a login. */
function LoginCodeForm({ credentials, onBack }: LoginCodeFormProps) {
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

/** The reason for visitors whom a page sent here, above the form that leads back to it. */
function LoginFirst() {
  const t = useStore(authTexts);
  const location = useLocation();
  if (!isLoginFirst(location.state)) return null;
  return (
    <Flex role="alert" gap="3" p="3" borderWidth="1px" borderRadius="l2" bg="bg.subtle">
      <Box mt="1" aria-hidden>
        <LuLock />
      </Box>
      <Box minW="0">
        <Text fontWeight="semibold">{t.loginFirst}</Text>
        <Text color="fg.muted" textStyle="sm">
          {t.loginFirstText}
        </Text>
      </Box>
    </Flex>
  );
}
