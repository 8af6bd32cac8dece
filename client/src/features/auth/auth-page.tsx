import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { authTexts } from '../../i18n/en/auth.ts';
import { ForVisitors } from '../../lib/for-whom.tsx';
import { usePageMeta } from '../../lib/page-meta.ts';
import { type AuthMode, paths } from '../../lib/paths.ts';
import { safeNext } from '../../lib/safe-next.ts';
import { useSession } from '../../lib/session.ts';
import { AuthFrame } from './auth-frame.tsx';
import { ForgotForm } from './forgot-form.tsx';
import { LoginCodeForm } from './login-code-form.tsx';
import { LoginFirst } from './login-first.tsx';
import { LoginForm } from './login-form.tsx';
import { RegisterForm } from './register-form.tsx';
import type { Credentials } from './use-login.ts';
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
