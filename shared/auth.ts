import { z } from 'zod';
import { email, name, phone, sessionUser, userName } from './users.ts';

/** The shop's default; `PASSWORD_MIN_LENGTH` may raise it, and the message follows. */
export const DEFAULT_PASSWORD_MIN_LENGTH = 6;
export const PASSWORD_MAX_LENGTH = 128;

/** The message for a password shorter than `minLength` characters. */
export function passwordTooShort(minLength: number): string {
  return `Password must be at least ${minLength} characters`;
}

export const commonPasswordMessage = 'This password is too common. Please choose another one';

/** A new password. Common passwords are refused by the server, which alone carries the list. */
export function newPassword(minLength: number) {
  return z
    .string('Password is required')
    .min(1, 'Password is required')
    .min(minLength, passwordTooShort(minLength))
    .max(PASSWORD_MAX_LENGTH, `Password must be at most ${PASSWORD_MAX_LENGTH} characters`);
}

/** A password that is only compared: any length, so that older ones still work and one that can't be right is just wrong. */
const knownPassword = z.string('Password is required').min(1, 'Password is required');

/** The register form, with the shop's minimum password length. */
export function registerInput(passwordMinLength = DEFAULT_PASSWORD_MIN_LENGTH) {
  return z
    .strictObject({
      userName,
      name,
      email,
      phone,
      password: newPassword(passwordMinLength),
      confirmPassword: z.string('Please confirm your password').min(1, 'Please confirm your password'),
    })
    .refine((input) => input.password === input.confirmPassword, {
      path: ['confirmPassword'],
      message: 'Passwords do not match',
      when: ({ value }) => bothTyped(value),
    });
}

/** A user name or an email, and the password. */
export const loginInput = z.strictObject({
  userName: z.string('Username is required').trim().min(1, 'Username is required').max(254, 'Invalid credentials'),
  password: knownPassword.max(PASSWORD_MAX_LENGTH, 'Invalid credentials'),
});

export const sessionOut = z.object({ user: sessionUser, tokens: z.object({ accessToken: z.string() }) });
export type SessionOut = z.output<typeof sessionOut>;

/** The change-password form, with the shop's minimum password length. */
export function changePasswordInput(passwordMinLength = DEFAULT_PASSWORD_MIN_LENGTH) {
  return z.strictObject({ currentPassword: knownPassword, newPassword: newPassword(passwordMinLength) });
}

export const forgotPasswordInput = z.strictObject({ email });

/** The reset form's call, with the shop's minimum password length. A token of any other form is one that nobody was sent. */
export function resetPasswordInput(passwordMinLength = DEFAULT_PASSWORD_MIN_LENGTH) {
  return z.strictObject({
    token: z.string('token is required').min(1, 'token is required'),
    password: newPassword(passwordMinLength),
  });
}

function bothTyped(value: unknown): boolean {
  const { password, confirmPassword } = value as { password?: unknown; confirmPassword?: unknown };
  return Boolean(password && confirmPassword);
}
