import { createPasswords, type Passwords } from '../base/identity/passwords.ts';

/** On a slow machine the last of many hashes may wait this long. */
const PATIENCE_MS = 60_000;

/** Hashes like the panel at a hundredth of the cost, for tests about something else. */
export function quickPasswords(): Passwords {
  return createPasswords({ cost: { memoryCost: 1024, timeCost: 2, parallelism: 1 }, longestWaitMs: PATIENCE_MS });
}
