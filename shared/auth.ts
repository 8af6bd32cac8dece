import { z } from 'zod';
import { secondFactorCode } from './second-factor.ts';
import { comparedText, text } from './text.ts';
import { email, name, phone, type Role, sessionUser, typedEmail, userName } from './users.ts';

/** The shop's default; `PASSWORD_MIN_LENGTH` may raise it, and the message follows. */
export const DEFAULT_PASSWORD_MIN_LENGTH = 6;
export const PASSWORD_MAX_LENGTH = 128;
/** An admin's password opens the whole shop. */
const ADMIN_PASSWORD_MIN_LENGTH = 10;
/** There are only a million six-digit passwords, and most people choose a date. */
const DIGITS_MIN_LENGTH = 12;
/** Longer than any token of the panel. */
const TOKEN_MAX_LENGTH = 200;

/** The message for a password shorter than `minLength` characters. */
function passwordTooShort(minLength: number): string {
  return `Password must be at least ${minLength} characters`;
}

const digitsTooShort = `A password of digits alone must be at least ${DIGITS_MIN_LENGTH} characters`;

/** The minimum length of a new password. @param shopMinLength the setting `PASSWORD_MIN_LENGTH` */
export function passwordMinLengthOf(role: Role, shopMinLength: number): number {
  return role === 'admin' ? Math.max(ADMIN_PASSWORD_MIN_LENGTH, shopMinLength) : shopMinLength;
}

/**
 * Why a new password is refused, apart from the list of common passwords.
 * @param password at most `PASSWORD_MAX_LENGTH` characters: normalization can turn one character into eighteen
 * @returns the message; undefined if the password is acceptable
 */
export function passwordProblem(password: string, minLength: number): string | undefined {
  if (lengthOf(password) < minLength) return passwordTooShort(minLength);
  return isOfFewDigits(password) ? digitsTooShort : undefined;
}

/** The length of the text or of its normal form (NFKC), whichever is shorter: every way to type a letter counts the same. */
function lengthOf(password: string): number {
  return Math.min(Array.from(password).length, Array.from(password.normalize('NFKC')).length);
}

/** Digits of any script and other number characters. */
function isOfFewDigits(password: string): boolean {
  const isOfDigits = [password, password.normalize('NFKC')].some((form) => /^\p{N}+$/u.test(form));
  return isOfDigits && lengthOf(password) < DIGITS_MIN_LENGTH;
}

const passwordTooLong = `Password must be at most ${PASSWORD_MAX_LENGTH} characters`;

export const commonPasswordMessage = 'This password is too common. Please choose another one';

/** A new password. The server alone checks the list of common passwords. */
export function newPassword(minLength: number) {
  return (
    text({ missing: 'Password is required', max: [PASSWORD_MAX_LENGTH, passwordTooLong], keepsSpaces: true })
      // Appears in the API description. `lengthOf` never returns more than this length.
      .min(minLength, { error: passwordTooShort(minLength), abort: true })
      .refine((password) => lengthOf(password) >= minLength, { error: passwordTooShort(minLength), abort: true })
      .refine((password) => !isOfFewDigits(password), digitsTooShort)
  );
}

/** A password to compare. Any length is accepted: older passwords still work, and an impossible one is simply wrong. */
const knownPassword = comparedText('Password is required', PASSWORD_MAX_LENGTH);

/** The register form, with the shop's minimum password length. */
export function registerInput(passwordMinLength = DEFAULT_PASSWORD_MIN_LENGTH) {
  return z
    .strictObject({
      userName,
      name,
      email,
      phone,
      password: newPassword(passwordMinLength),
      confirmPassword: text({
        missing: 'Please confirm your password',
        max: [PASSWORD_MAX_LENGTH, passwordTooLong],
        keepsSpaces: true,
      }),
    })
    .refine((input) => input.password === input.confirmPassword, {
      path: ['confirmPassword'],
      message: 'Passwords do not match',
      when: ({ value }) => bothTyped(value),
    });
}

/** A user name, an email, or a phone number that one account has, and the password. */
export const loginInput = z.strictObject({
  userName: text({ missing: 'Username is required', max: [254, 'Invalid credentials'] }),
  password: text({
    missing: 'Password is required',
    max: [PASSWORD_MAX_LENGTH, 'Invalid credentials'],
    keepsSpaces: true,
  }),
  /** Users with a second factor: a code of the authenticator app, or a recovery code. */
  code: secondFactorCode.optional(),
});

export const sessionOut = z.object({ user: sessionUser, tokens: z.object({ accessToken: z.string() }) });
export type SessionOut = z.output<typeof sessionOut>;

const deviceKinds = ['phone', 'tablet', 'computer'] as const;

/** A session as its owner sees it. Unknown fields are null. */
export const sessionEntry = z.object({
  id: z.uuid(),
  /** The session that makes the request. */
  current: z.boolean(),
  /** The browser's name, or that of the API client. */
  browser: z.string().nullable(),
  /** The operating system. */
  system: z.string().nullable(),
  kind: z.enum(deviceKinds).nullable(),
  /** The IP address without its last part. */
  address: z.string().nullable(),
  createdAt: z.date(),
  /** Accurate to a quarter of an hour. */
  lastUsedAt: z.date(),
});
export type SessionEntry = z.output<typeof sessionEntry>;

export const endSessionInput = z.strictObject({ id: z.uuid() });

/** The change-password form, with the shop's minimum password length. */
export function changePasswordInput(passwordMinLength = DEFAULT_PASSWORD_MIN_LENGTH) {
  return z.strictObject({ currentPassword: knownPassword, newPassword: newPassword(passwordMinLength) });
}

export const forgotPasswordInput = z.strictObject({ email: typedEmail });

/** The reset form's call, with the shop's minimum password length. */
export function resetPasswordInput(passwordMinLength = DEFAULT_PASSWORD_MIN_LENGTH) {
  return z.strictObject({
    token: comparedText('token is required', TOKEN_MAX_LENGTH),
    password: newPassword(passwordMinLength),
  });
}

export const confirmEmailInput = z.strictObject({
  token: comparedText('token is required', TOKEN_MAX_LENGTH),
});

/** The link of a mail about a login on a new device. */
export const loginWasNotMeInput = z.strictObject({
  token: comparedText('token is required', TOKEN_MAX_LENGTH),
  /** The one that was valid when the address changed after the login. Only undoing that change needs it. */
  password: knownPassword.optional(),
});

/** For the call that sets the new password; null if the sessions have ended, and undoing a change of the address needs the password. */
export const loginWasNotMeOut = z.object({ resetToken: z.string().nullable() });
export type LoginWasNotMe = z.output<typeof loginWasNotMeOut>;

/** The current address, and the one that waits for confirmation. */
export const emailConfirmed = z.object({
  ok: z.literal(true),
  email: z.string(),
  pendingEmail: z.string().nullable(),
});
export type EmailConfirmed = z.output<typeof emailConfirmed>;

function bothTyped(value: unknown): boolean {
  const { password, confirmPassword } = value as { password?: unknown; confirmPassword?: unknown };
  return Boolean(password && confirmPassword);
}
