import { type AccountRefused, type EmailRead, readEmail } from './paste/account.ts';

/** Compares only the case of ASCII letters: other case folding may reach another mailbox. */
export function isSameMailbox(one: string, other: string): boolean {
  const lower = (address: string) => address.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  return lower(one) === lower(other);
}

/** The address that a profile is saved with, or why it is refused. The stored one stays, also in an older form. */
export function readNewEmail(stored: string, typed: string): EmailRead | AccountRefused {
  return isSameMailbox(stored, typed) ? { email: typed } : readEmail(typed);
}

/** Whether a typed address is the stored one. */
export function keepsEmail(stored: string, typed: string): boolean {
  const read = readNewEmail(stored, typed);
  return 'email' in read && isSameMailbox(stored, read.email);
}
