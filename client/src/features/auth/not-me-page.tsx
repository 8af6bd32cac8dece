import { Button, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuShieldAlert } from 'react-icons/lu';
import { useNavigate, useParams } from 'react-router-dom';
import { z } from 'zod';
import { AppLink } from '../../components/app-link.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { authTexts } from '../../i18n/en/auth.ts';
import { errorCodeOf, showFormError } from '../../lib/errors.ts';
import { useSchemaForm } from '../../lib/form.ts';
import { authPath, resetPasswordPath } from '../../lib/paths.ts';
import { restoreSession, trpc } from '../../lib/trpc.ts';
import { AuthForm } from './auth-form.tsx';
import { AuthFrame } from './auth-frame.tsx';

const formSchema = z.object({ password: z.string().min(1, 'This field is required') });

/**
 * The link in the mail about a login from a new device. It requires a click, because mail programs open every link to scan it. The click
 * ends all sessions and leads to a new password. If the address has changed since that login, undoing that needs the password as it was.
 */
export default function NotMePage() {
  const t = useStore(authTexts);
  const { token = '' } = useParams();
  const navigate = useNavigate();
  const form = useSchemaForm(formSchema, { password: '' });
  const end = trpc.auth.loginWasNotMe.useMutation({
    gcTime: 0,
    onSuccess({ resetToken }) {
      void restoreSession();
      // Replaced: the link works once, and Back would lead to it.
      if (resetToken !== null)
        void navigate(resetPasswordPath(resetToken), { replace: true, state: { allEnded: true } });
    },
    onError: (error) => isDead(error) || showFormError(form, error, t.failed),
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
  const hasMoved = end.data?.resetToken === null || end.variables?.password !== undefined;
  if (hasMoved) {
    return (
      <AuthFrame icon={<LuShieldAlert />} title={t.notMe} text={t.notMeMoved}>
        <AuthForm onSubmit={form.handleSubmit(({ password }) => end.mutate({ token, password }))}>
          <PasswordField
            label={t.passwordAtChange}
            autoComplete="current-password"
            error={form.formState.errors.password}
            {...form.register('password')}
          />
          <Button type="submit" colorPalette="brand" size="lg" loading={end.isPending} loadingText={t.undoAddress}>
            {t.undoAddress}
          </Button>
        </AuthForm>
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
