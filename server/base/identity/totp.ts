import { generateSecret, generateURI, verifySync } from 'otplib';
import { TOTP_DIGITS, TOTP_PERIOD_SECONDS } from '#shared/second-factor.ts';

const settings = { algorithm: 'sha1', digits: TOTP_DIGITS, period: TOTP_PERIOD_SECONDS } as const;

/** A new secret of 160 bits, in base32 (RFC 4226, section 4). */
export function newTotpSecret(): string {
  return generateSecret();
}

/** The `otpauth:` address that an authenticator app reads from a QR code. */
export function totpUri({
  secret,
  shopName,
  userName,
}: {
  secret: string;
  shopName: string;
  userName: string;
}): string {
  // The colon separates both names.
  const issuer = shopName.replaceAll(':', ' ').trim() || 'Shop';
  return generateURI({ ...settings, secret, issuer, label: userName });
}

/** Whether a code has the form of an authenticator app's. */
export function isTotpForm(code: string): boolean {
  return code.length === TOTP_DIGITS && /^\d+$/.test(code);
}

/**
 * The time step of a code of the current step, of the one before or of the one after: people are slow, and clocks differ (RFC 6238,
 * section 5.2).
 * @returns undefined for a wrong code
 */
export function stepOfCode(secret: string, code: string): number | undefined {
  if (!isTotpForm(code)) return undefined;
  const epoch = Math.floor(Date.now() / 1000);
  const result = verifySync({ ...settings, secret, token: code, epoch, epochTolerance: TOTP_PERIOD_SECONDS });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}
