import { createPasswords, type Passwords } from '../identity/passwords.ts';

/** Where many ask at once, a slow machine may take this long before the last of them has their turn. */
const PATIENCE_MS = 60_000;

/** Hashes real passwords as the panel does, for a hundredth of the cost: for tests that are about something else. */
export function quickPasswords(): Passwords {
  return createPasswords({ cost: { memoryCost: 1024, timeCost: 2, parallelism: 1 }, longestWaitMs: PATIENCE_MS });
}
