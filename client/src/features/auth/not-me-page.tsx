import { Button, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuShieldAlert } from 'react-icons/lu';
import { useNavigate, useParams } from 'react-router-dom';
import { AppLink } from '../../components/app-link.tsx';
import { authTexts } from '../../i18n/en/auth.ts';
import { errorCodeOf, reportError } from '../../lib/errors.ts';
import { authPath, resetPasswordPath } from '../../lib/paths.ts';
import { restoreSession, trpc } from '../../lib/trpc.ts';
import { AuthFrame } from './auth-frame.tsx';

/**
 * The link in the mail about a login from a new device. It requires a click, because mail programs open every link to scan it. The click
 * ends all sessions and leads to a new password.
 */
export default function NotMePage() {
  const t = useStore(authTexts);
  const { token = '' } = useParams();
  const navigate = useNavigate();
  const end = trpc.auth.loginWasNotMe.useMutation({
    gcTime: 0,
    onSuccess({ resetToken }) {
      void restoreSession();
      // Replaced: the link works once, and Back would lead to it.
      void navigate(resetPasswordPath(resetToken), { replace: true, state: { allEnded: true } });
    },
    onError: (error) => isDead(error) || void reportError(t.failed, error),
  });
  if (isDead(end.error)) {
    return (
      <AuthFrame icon={<LuShieldAlert />} title={t.notMe} text={t.notMeDead}>
        <Button asChild colorPalette="brand" size="lg">
          <AppLink to={authPath('forgot')}>{t.askForNewPassword}</AppLink>
        </Button>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame icon={<LuShieldAlert />} title={t.notMe} text={t.notMeText}>
      <Button
        colorPalette="brand"
        size="lg"
        h="auto"
        minH="11"
        py="2"
        whiteSpace="normal"
        loading={end.isPending}
        loadingText={t.notMeButton}
        onClick={() => end.mutate({ token })}
      >
        {t.notMeButton}
      </Button>
      <Text color="fg.muted" textStyle="sm">
        {t.notMeYours}
      </Text>
    </AuthFrame>
  );
}

function isDead(error: unknown): boolean {
  return Boolean(error) && errorCodeOf(error) === 'reset_token_invalid';
}
