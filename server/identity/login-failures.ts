import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { users } from '#db/schema/users.ts';
import type { Config } from '../env.ts';
import {
  addressKey,
  countAttempt,
  countFailure,
  deleteFailures,
  deleteFailuresBelow,
  takeBackFailure,
} from '../limits/rate-limit.ts';

const MINUTE_SECONDS = 60;
/** One account's share of what the known devices of an address have, so that one customer never uses it up. */
const SHARE_OF_ONE_ACCOUNT = 0.5;

interface CountedLogin {
  address: string;
  /** Set where the device has logged in to this very account before. */
  knownUserId: number | undefined;
}

/**
 * Counts a login by the minute, right or wrong. Known devices have counters of their own at each address, so strangers there
 * (customers of one mobile carrier) never use them up.
 * @throws DomainError `too_many_requests`
 */
export async function countLogin(db: Db, limits: Config['limits'], { address, knownUserId }: CountedLogin) {
  const from = addressKey(address);
  const count = (key: string, limit: number) => countAttempt(db, key, { limit, windowSeconds: MINUTE_SECONDS });
  if (knownUserId === undefined) return count(`login:address:${from}`, limits.loginsPerMinutePerAddress);
  const limit = limits.deviceLoginsPerMinutePerAddress;
  // The account first: what it is refused takes nothing from the others at the address.
  await count(`login:user:${knownUserId}:${from}`, Math.ceil(limit * SHARE_OF_ONE_ACCOUNT));
  await count(`login:devices:${from}`, limit);
}

/** The counters of a login; see decision 010. */
export interface LoginTry {
  /** The name as {@link import('./find-by-name.ts').findByName} folds it, whether anybody has it or not. */
  nameKey: string;
  address: string;
  /** The device's id, where it has logged in to this very account before. */
  knownDevice: string | undefined;
}

/**
 * Counts a try as a failure before the password is compared, by the typed name and never by the account: so no answer tells
 * whether the account exists. A known device counts by itself, and together with the account's other known devices, so that
 * collected cookies give no more guesses.
 * @returns what to do with the counts afterwards
 * @throws DomainError `too_many_requests`
 */
export async function countLoginTry(db: Db, limits: Config['limits'], { nameKey, address, knownDevice }: LoginTry) {
  const account = failuresOf(nameKey);
  const closely = `${account}:${knownDevice ? `device:${knownDevice}` : addressKey(address)}`;
  const widely = knownDevice ? `${account}:devices` : account;
  await countFailure(db, closely, limits.loginFailuresPer15Minutes);
  await countFailure(db, widely, limits.loginFailuresPer15MinutesPerAccount);
  return {
    /** The password was right. What others have guessed at the account elsewhere goes on counting. */
    async succeeded(tx: Tx): Promise<void> {
      await Promise.all([deleteFailures(tx, closely), (knownDevice ? deleteFailures : takeBackFailure)(tx, widely)]);
    },
    /** Nothing was compared after all. */
    async undone(): Promise<void> {
      await Promise.all([takeBackFailure(db, closely), takeBackFailure(db, widely)]);
    },
  };
}

/** Deletes the failures of a user's name and address from anywhere. */
export async function deleteLoginFailures(tx: Tx, userId: number): Promise<void> {
  const [names] = await tx
    .select({ userName: sql<string>`folded(${users.userName})`, email: users.emailKey })
    .from(users)
    .where(eq(users.id, userId));
  for (const nameKey of [names?.userName, names?.email])
    if (nameKey !== undefined) await deleteFailuresBelow(tx, failuresOf(nameKey));
}

/** Only a hash is stored: a name may be a password, typed by mistake. */
function failuresOf(nameKey: string): string {
  return `login:${hashedName(nameKey)}`;
}

/** Of fixed length and without a colon, so that no name can imitate another counter's key. */
export function hashedName(nameKey: string): string {
  return createHash('sha256').update(nameKey).digest('base64url');
}
