import { Button, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuMailCheck } from 'react-icons/lu';
import { useParams } from 'react-router-dom';
import { AppLink } from '../../components/app-link.tsx';
import { authTexts } from '../../i18n/en/auth.ts';
import { readError } from '../../lib/errors.ts';
import { paths } from '../../lib/paths.ts';
import { showError } from '../../lib/toasts/toasts.ts';
import { type Outputs, restoreSession, trpc } from '../../lib/trpc.ts';
import { AuthFrame } from './auth-frame.tsx';

/**
 * Confirms a change of the email address with the token from the mail. It requires a click, because mail programs open every link to
 * scan it.
 */
export default function ConfirmEmailPage() {
  const t = useStore(authTexts);
  const { token = '' } = useParams();
  const confirm = trpc.auth.confirmEmail.useMutation({
    onSuccess: () => void restoreSession(),
    onError: (error) => void showError(t.failed, readError(error).message),
  });
  const linkIsDead = confirm.error && readError(confirm.error).code === 'email_token_invalid';
  return (
    <AuthFrame
      icon={<LuMailCheck />}
      title={t.confirmEmail}
      text={confirm.data ? <Outcome {...confirm.data} /> : t.emailToChange}
    >
      {confirm.data ? (
        <Button asChild colorPalette="brand" size="lg">
          <AppLink to={paths.services}>{t.goOn}</AppLink>
        </Button>
      ) : (
        <Button
          colorPalette="brand"
          size="lg"
          loading={confirm.isPending}
          loadingText={t.confirm}
          onClick={() => confirm.mutate({ token })}
        >
          {t.confirm}
        </Button>
      )}
      <Text color="fg.muted" textStyle="sm">
        {linkIsDead ? t.emailLinkDead : !confirm.data && t.emailNotYou}
      </Text>
    </AuthFrame>
  );
}

function Outcome({ email, pendingEmail }: Outputs['auth']['confirmEmail']) {
  const t = useStore(authTexts);
  if (pendingEmail === null) return t.emailIsNow({ email });
  return t.emailStepLeft({ pendingEmail, email });
}
