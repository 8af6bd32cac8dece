import { Box, Grid, Heading, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { authTexts } from '../../i18n/en/auth.ts';
import { ForVisitors } from '../../lib/for-whom.tsx';
import { usePageMeta } from '../../lib/page-meta.ts';
import { type AuthMode, paths, safeNext } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { AuthAside } from './auth-aside.tsx';
import { ForgotForm } from './forgot-form.tsx';
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
      <Grid
        maxW="5xl"
        mx="auto"
        templateColumns={{ lg: '1fr 1fr' }}
        borderWidth={{ lg: '1px' }}
        borderRadius="box"
        overflow="clip"
      >
        <AuthAside />
        <Box px={{ base: '0', lg: '10' }} py={{ base: '0', lg: '10' }}>
          <Stack gap="6" maxW="md" mx="auto">
            <Stack gap="1">
              <Heading as="h1" size="3xl">
                {t[title]}
              </Heading>
              <Text color="fg.muted">{t[text]}</Text>
            </Stack>
            <WaitingOrder next={next} />
            <Form key={mode} next={next ?? undefined} />
          </Stack>
        </Box>
      </Grid>
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
