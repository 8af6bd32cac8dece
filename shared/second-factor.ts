import { z } from 'zod';
import { errorMessages } from './errors.ts';
import { latinDigits } from './latin-digits.ts';
import { comparedText, text } from './text.ts';

/** TOTP as every authenticator app supports it (RFC 6238): SHA-1, 6 digits, 30 seconds. */
export const TOTP_DIGITS = 6;
export const TOTP_PERIOD_SECONDS = 30;
export const RECOVERY_CODES = 10;

const CODE_MAX_LENGTH = 64;
const PASSWORD_MAX_LENGTH = 128;

/** A code of the authenticator app or a recovery code, with the spaces and hyphens that people type. */
export const secondFactorCode = text({
  missing: 'Code is required',
  max: [CODE_MAX_LENGTH, errorMessages.wrong_code],
}).transform((code) => latinDigits(code).replaceAll(/[\s-]/g, '').toUpperCase());
const currentPassword = comparedText('Password is required', PASSWORD_MAX_LENGTH);

export const beginSecondFactorInput = z.strictObject({ password: currentPassword });
export const secondFactorCodeInput = z.strictObject({ code: secondFactorCode });
/** Users with a second factor send a code, others their password. */
export const reauthenticateInput = z.union(
  [z.strictObject({ password: currentPassword }), z.strictObject({ code: secondFactorCode })],
  'Send either password or code',
);
export type ReauthenticateInput = z.output<typeof reauthenticateInput>;

/** What an authenticator app needs: the secret in base32, and the same as an `otpauth:` address for a QR code. */
export const begunSecondFactor = z.object({ secret: z.string(), uri: z.string() });
export type BegunSecondFactor = z.output<typeof begunSecondFactor>;
/** Displayed once; only their hashes are stored. */
export const newRecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
export type NewRecoveryCodes = z.output<typeof newRecoveryCodes>;

/** A user's second factor as its owner sees it; null without one. */
export const secondFactorState = z.object({ confirmedAt: z.date(), recoveryCodesLeft: z.int() }).nullable();
export type SecondFactorState = z.output<typeof secondFactorState>;
