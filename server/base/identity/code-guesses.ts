import type { Db } from '#db/client.ts';
import { countAttempt, deleteFailures, takeBackFailure } from '../limits/rate-limit.ts';
import type { CountedTry } from './login-failures.ts';
import { isTotpForm } from './totp.ts';

/**
 * Three codes in a million are right at any time, so thirty guesses a day need twenty years for an even chance. Login failures alone
 * allow thousands a day to somebody with the password and many addresses.
 */
const GUESSES_A_DAY = { limit: 30, windowSeconds: 86_400 };

interface CodeGuess {
  userId: number;
  code: string;
  /** Whether the user has logged in on this device before. Such devices have a budget of their own, so that strangers never use it up. */
  isKnownDevice: boolean;
}

const notCounted: CountedTry = { succeeded: async () => {}, undone: async () => {} };

/**
 * Counts a code of an authenticator app before it is compared, in addition to the login failures. Only a right code clears the count, a
 * new password does not: the second factor also protects from a reader of the mailbox. Recovery codes are too long to guess and are not
 * counted, so the owner can always enter one.
 * @throws DomainError `too_many_requests`
 */
export async function countCode(db: Db, { userId, code, isKnownDevice }: CodeGuess): Promise<CountedTry> {
  if (!isTotpForm(code)) return notCounted;
  const key = `code:user:${userId}${isKnownDevice ? ':devices' : ''}`;
  await countAttempt(db, key, GUESSES_A_DAY);
  return {
    succeeded: (tx) => deleteFailures(tx, key),
    undone: () => takeBackFailure(db, key),
  };
}
