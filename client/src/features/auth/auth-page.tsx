import { useStore } from '@nanostores/react';
import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { authTexts } from '../../i18n/en/auth.ts';
import { ForVisitors } from '../../lib/for-whom.tsx';
import { usePageMeta } from '../../lib/page-meta.ts';
import { type AuthMode, paths, safeNext } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { AuthFrame } from './auth-frame.tsx';
import { ForgotForm } from './forgot-form.tsx';
import { LoginFirst } from './login-first.tsx';
import { LoginForm } from './login-form.tsx';
import { RegisterForm } from './register-form.tsx';
import { WaitingOrder } from './waiting-order.tsx';

const modes = {
  register: { title: 'register', text: 'registerText', Form: RegisterForm },
  login: { title: 'login', text: 'loginText', Form: LoginForm },
  forgot: { title: 'forgotTitle', text: 'forgotText', Form: ForgotForm },
} as const;

/** Register, Login and Forgot Password: one screen with its mode in the URL. Signed-in users are redirected to their page. */
export default function AuthPage() {
  const t = useStore(authTexts);
  const { signedIn } = useSession();
  const mode = useMode();
  const [params] = useSearchParams();
  const next = params.get('next');
  const { title, text, Form } = modes[mode];
  usePageMeta(t[title]);

  if (signedIn) return <Navigate replace to={safeNext(next)} />;
  return (
    <ForVisitors>
      <AuthFrame title={t[title]} text={t[text]}>
        <LoginFirst />
        <WaitingOrder next={next} />
        <Form key={mode} next={next ?? undefined} />
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
