import { Alert, Box, Button, Grid, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useWatch } from 'react-hook-form';
import { LuCircleX } from 'react-icons/lu';
import { registerInput } from '#shared/auth.ts';
import { EmailField, UserNameField } from '../../components/account-fields.tsx';
import { TextField } from '../../components/fields.tsx';
import { PasswordField, StrengthMeter } from '../../components/password-field.tsx';
import { authTexts } from '../../i18n/en/auth.ts';
import { readError, showFormError } from '../../lib/errors.ts';
import { useSchemaForm } from '../../lib/form.ts';
import { authPath } from '../../lib/paths.ts';
import { session } from '../../lib/session.ts';
import { trpc } from '../../lib/trpc.ts';
import { usePasswordMinLength } from '../../lib/use-password-min-length.ts';
import { AuthForm, ModeButton } from './auth-form.tsx';

const empty = { userName: '', name: '', email: '', phone: '', password: '', confirmPassword: '' };

export function RegisterForm({ next }: { next: string | undefined }) {
  const t = useStore(authTexts);
  const minLength = usePasswordMinLength();
  const form = useSchemaForm(registerInput(minLength), empty);
  const { errors } = form.formState;
  const password = useWatch({ control: form.control, name: 'password' });
  const register = trpc.auth.register.useMutation({
    onSuccess: session.start,
    // An error of a field is displayed next to it and gets the focus; other errors open a dialog.
    onError: (error) => showFormError(form, error, t.registerFailed),
  });
  const isBesideField = register.error !== null && Object.keys(readError(register.error).fieldErrors).length > 0;
  return (
    <AuthForm onSubmit={form.handleSubmit((input) => register.mutate(input))}>
      {isBesideField && (
        <Alert.Root status="error" role="alert">
          <Alert.Indicator>
            <LuCircleX />
          </Alert.Indicator>
          <Alert.Content>
            <Alert.Title>{t.registerFailed}</Alert.Title>
            <Alert.Description>{t.wrongCredentials}</Alert.Description>
          </Alert.Content>
        </Alert.Root>
      )}
      <UserNameField label={t.username} form={form} name="userName" />
      <Grid templateColumns={{ sm: 'minmax(0, 1fr) minmax(0, 1fr)' }} gap="4" alignItems="start">
        <PasswordField
          label={t.password}
          autoComplete="new-password"
          error={errors.password}
          {...form.register('password', {
            deps: form.formState.touchedFields.confirmPassword ? ['confirmPassword'] : [],
          })}
        />
        {/* On a phone it belongs to the field above. */}
        <Box order={{ sm: '1' }} gridColumn={{ sm: 'span 2' }} mt={{ base: '0', sm: '-1' }}>
          <StrengthMeter password={password} minLength={minLength} />
        </Box>
        <PasswordField
          label={t.confirmPassword}
          autoComplete="new-password"
          error={errors.confirmPassword}
          {...form.register('confirmPassword')}
        />
      </Grid>
      <Text as="h2" textStyle="sm" color="fg.muted" borderTopWidth="1px" pt="4">
        {t.aboutYou}
      </Text>
      <EmailField label={t.email} form={form} name="email" />
      <Grid templateColumns={{ sm: 'minmax(0, 1fr) minmax(0, 1fr)' }} gap="4" alignItems="start">
        <TextField label={t.name} autoComplete="name" error={errors.name} {...form.register('name')} />
        <TextField label={t.phone} type="tel" autoComplete="tel" error={errors.phone} {...form.register('phone')} />
      </Grid>
      <Button type="submit" colorPalette="brand" size="lg" loading={register.isPending} loadingText={t.register}>
        {t.register}
      </Button>
      <Text color="fg.muted">
        {t.alreadyHaveAccount} <ModeButton to={authPath('login', next)}>{t.login}</ModeButton>
      </Text>
    </AuthForm>
  );
}
