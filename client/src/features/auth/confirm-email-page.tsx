import { Button, Heading, Stack, Text } from '@chakra-ui/react';
import { useParams } from 'react-router-dom';
import { AppLink } from '../../components/app-link.tsx';
import { readError } from '../../lib/errors.ts';
import { showError } from '../../lib/notices/notices.ts';
import { paths } from '../../lib/paths.ts';
import { type Outputs, restoreSession, trpc } from '../../lib/trpc.ts';

/**
 * Confirms a change of the email address with the token from the mail. It takes a press: mail programs open every link to look
 * at it.
 */
export default function ConfirmEmailPage() {
  const { token = '' } = useParams();
  const confirm = trpc.auth.confirmEmail.useMutation({
    onSuccess: () => void restoreSession(),
    onError: (error) => void showError('Oops...', readError(error).message),
  });
  const linkIsDead = confirm.error && readError(confirm.error).code === 'email_token_invalid';
  return (
    <Stack gap="6" maxW="md" mx="auto">
      <Stack gap="1">
        <Heading as="h1" size="3xl">
          Confirm Email
        </Heading>
        <Text color="fg.muted" aria-live="polite">
          {confirm.data ? <Outcome {...confirm.data} /> : 'Somebody asked to change the email address of an account.'}
        </Text>
      </Stack>
      {confirm.data ? (
        <Button asChild colorPalette="brand" size="lg">
          <AppLink to={paths.services}>Go on</AppLink>
        </Button>
      ) : (
        <Button
          colorPalette="brand"
          size="lg"
          loading={confirm.isPending}
          loadingText="Confirm"
          onClick={() => confirm.mutate({ token })}
        >
          Confirm
        </Button>
      )}
      {linkIsDead && (
        <Text color="fg.muted">This link no longer works. Change the address again to get a new one.</Text>
      )}
    </Stack>
  );
}

function Outcome({ email, pendingEmail }: Outputs['auth']['confirmEmail']) {
  if (pendingEmail === null) return <>Your email address is now {email}.</>;
  return (
    <>
      Thank you. One step is left: open the link that was sent to {pendingEmail}. Until then your address stays {email}.
    </>
  );
}
