import { Button, Grid, Text } from '@chakra-ui/react';
import { useWatch } from 'react-hook-form';
import { registerInput } from '../../../../shared/auth.ts';
import { TextField } from '../../components/fields.tsx';
import { PasswordField, StrengthMeter } from '../../components/password-field.tsx';
import { applyFieldErrors } from '../../lib/errors.ts';
import { useSchemaForm } from '../../lib/form.ts';
import { showError } from '../../lib/notices/notices.ts';
import { authPath } from '../../lib/paths.ts';
import { session } from '../../lib/session.ts';
import { trpc } from '../../lib/trpc.ts';
import { usePasswordMinLength } from '../../lib/use-password-min-length.ts';
import { AuthForm, ModeButton } from './auth-form.tsx';

const empty = { userName: '', name: '', email: '', phone: '', password: '', confirmPassword: '' };

export function RegisterForm({ next }: { next: string | undefined }) {
  const minLength = usePasswordMinLength();
  const form = useSchemaForm(registerInput(minLength), empty);
  const { errors } = form.formState;
  const password = useWatch({ control: form.control, name: 'password' });
  const register = trpc.auth.register.useMutation({
    onSuccess: session.start,
    onError: async (error) => {
      const message = applyFieldErrors(form, error);
      await showError('Register Failed', message ?? 'Please check your credentials');
      applyFieldErrors(form, error);
    },
  });
  return (
    <AuthForm onSubmit={form.handleSubmit((input) => register.mutate(input))}>
      <Grid templateColumns={{ sm: '1fr 1fr' }} gap="4" alignItems="start">
        <TextField
          label="Username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.userName}
          {...form.register('userName')}
        />
        <TextField label="Name" autoComplete="name" error={errors.name} {...form.register('name')} />
      </Grid>
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        error={errors.email}
        {...form.register('email')}
      />
      <TextField label="Phone" type="tel" autoComplete="tel" error={errors.phone} {...form.register('phone')} />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        error={errors.password}
        {...form.register('password', {
          deps: form.formState.touchedFields.confirmPassword ? ['confirmPassword'] : [],
        })}
      />
      <StrengthMeter password={password} minLength={minLength} />
      <PasswordField
        label="Confirm Password"
        autoComplete="new-password"
        error={errors.confirmPassword}
        {...form.register('confirmPassword')}
      />
      <Button type="submit" colorPalette="brand" size="lg" loading={register.isPending} loadingText="Register">
        Register
      </Button>
      <Text color="fg.muted">
        Already have an account? <ModeButton to={authPath('login', next)}>Login</ModeButton>
      </Text>
    </AuthForm>
  );
}
