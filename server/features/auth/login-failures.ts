import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../../db/client.ts';
import { users } from '../../../db/schema/users.ts';
import type { Config } from '../../env.ts';
import {
  addressKey,
  countFailure,
  forgetFailures,
  forgetFailuresBelow,
  takeBackFailure,
} from '../../limits/rate-limit.ts';

/** Where a try to log in is counted; decision 010 says why so. */
export interface LoginTry {
  /** The name as {@link import('./find-by-name.ts').findByName} folds it, whether anybody has it or not. */
  nameKey: string;
  address: string;
  /** The device's id, where it has logged in to this very account before. */
  knownDevice: string | undefined;
}

/**
 * Counts a try as a failure before the password is compared, by what was typed and never by whose it is: so whatever is
 * answered tells nothing of whether there is such an account. A known device is counted by itself alone.
 * @returns what to do with the counts afterwards
 * @throws DomainError `too_many_requests`, with when to try again
 */
export async function countLoginTry(db: Db, limits: Config['limits'], { nameKey, address, knownDevice }: LoginTry) {
  const account = failuresOf(nameKey);
  const closely = `${account}:${knownDevice ? `device:${knownDevice}` : addressKey(address)}`;
  await countFailure(db, closely, limits.loginFailuresPer15Minutes);
  if (!knownDevice) await countFailure(db, account, limits.loginFailuresPer15MinutesPerAccount);
  return {
    /** The password was right. What others have guessed at the account elsewhere goes on counting. */
    async succeeded(tx: Tx): Promise<void> {
      await Promise.all([forgetFailures(tx, closely), knownDevice ? undefined : takeBackFailure(tx, account)]);
    },
    /** Nothing was compared after all. */
    async undone(): Promise<void> {
      await takeBackFailure(db, closely);
      if (!knownDevice) await takeBackFailure(db, account);
    },
  };
}

/** Lets a user in again by user name and address, whoever has guessed at them, from anywhere. */
export async function forgetLoginFailures(tx: Tx, userId: number): Promise<void> {
  const [names] = await tx
    .select({ userName: sql<string>`folded(${users.userName})`, email: users.emailKey })
    .from(users)
    .where(eq(users.id, userId));
  for (const nameKey of [names?.userName, names?.email])
    if (nameKey !== undefined) await forgetFailuresBelow(tx, failuresOf(nameKey));
}

/** A name may be anything that was typed, a password by mistake too, so only its hash is kept. */
function failuresOf(nameKey: string): string {
  return `login:${hashedName(nameKey)}`;
}

/** Of a fixed length and without a colon, so that no name can be made to look like the key of another count. */
export function hashedName(nameKey: string): string {
  return createHash('sha256').update(nameKey).digest('base64url');
}
