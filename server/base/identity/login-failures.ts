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
import { cleanedName } from './find-by-name.ts';
import { readPhone } from './phone-number.ts';

const MINUTE_SECONDS = 60;
/** One account's share of the limit for known devices at an address, so that one customer never uses it up. */
const SHARE_OF_ONE_ACCOUNT = 0.5;

interface CountedLogin {
  address: string;
  /** Set if the device has logged in to this account before. */
  knownUserId: number | undefined;
}

/**
 * Counts a login per minute, successful or not. Known devices have their own counters at each address, so strangers there (customers of
 * one mobile carrier) never use them up.
 * @throws DomainError `too_many_requests`
 */
export async function countLogin(db: Db, limits: Config['limits'], { address, knownUserId }: CountedLogin) {
  const from = addressKey(address);
  const count = (key: string, limit: number) => countAttempt(db, key, { limit, windowSeconds: MINUTE_SECONDS });
  if (knownUserId === undefined) return count(`login:address:${from}`, limits.loginsPerMinutePerAddress);
  const limit = limits.deviceLoginsPerMinutePerAddress;
  // The account first: if it refuses, the others at the address lose nothing.
  await count(`login:user:${knownUserId}:${from}`, Math.ceil(limit * SHARE_OF_ONE_ACCOUNT));
  await count(`login:devices:${from}`, limit);
}

/** The counters of a login; see decision 010. */
export interface LoginTry {
  /** The name folded by {@link import('./find-by-name.ts').findByName}, whether a user has it or not. */
  nameKey: string;
  address: string;
  /** The device's id, if it has logged in to this account before. */
  knownDevice: string | undefined;
}

/** A try that counts as a failure unless one of these is called. */
export interface CountedTry {
  /** The password or code was correct. Guesses at the account from elsewhere still count. */
  succeeded: (tx: Tx) => Promise<void>;
  /** Nothing was compared after all. */
  undone: () => Promise<void>;
}

/**
 * Counts a try as a failure before the password is compared, by the typed name and never by the account: no response reveals whether
 * the account exists. A known device has a counter of its own, and one together with the account's other known devices, so that
 * collected cookies give no more guesses.
 * @returns the count, to be kept, deleted or taken back
 * @throws DomainError `too_many_requests`
 */
export async function countLoginTry(
  db: Db,
  limits: Config['limits'],
  { nameKey, address, knownDevice }: LoginTry,
): Promise<CountedTry> {
  const account = failuresOf(nameKey);
  const closely = `${account}:${knownDevice ? `device:${knownDevice}` : addressKey(address)}`;
  const widely = knownDevice ? `${account}:devices` : account;
  await countFailure(db, closely, limits.loginFailuresPer15Minutes);
  await countFailure(db, widely, limits.loginFailuresPer15MinutesPerAccount);
  return {
    async succeeded(tx: Tx): Promise<void> {
      await Promise.all([deleteFailures(tx, closely), (knownDevice ? deleteFailures : takeBackFailure)(tx, widely)]);
    },
    async undone(): Promise<void> {
      await Promise.all([takeBackFailure(db, closely), takeBackFailure(db, widely)]);
    },
  };
}

/** Two counts of one try. */
export function bothCounts(one: CountedTry, other: CountedTry): CountedTry {
  return {
    async succeeded(tx) {
      await Promise.all([one.succeeded(tx), other.succeeded(tx)]);
    },
    async undone() {
      await Promise.all([one.undone(), other.undone()]);
    },
  };
}

/** Deletes all failures for a user's name and email, and for their phone number if no other account has it. */
export async function deleteLoginFailures(tx: Tx, userId: number): Promise<void> {
  const [names] = await tx
    .select({ userName: sql<string>`folded(${users.userName})`, email: users.emailKey, phone: ownPhone })
    .from(users)
    .where(eq(users.id, userId));
  // An older name of digits alone counts as the number that it can be read as.
  const digits = names && readPhone(names.userName);
  for (const nameKey of [names?.userName, names && cleanedName(names.email), names?.phone, digits])
    if (nameKey) await deleteFailuresBelow(tx, failuresOf(nameKey));
}

/** Who writes a stranger's number into their own profile clears no counts of the stranger. */
const ownPhone = sql<string | null>`
  (select min(same.phone_e164) from users same
  where same.phone_e164 = users.phone_e164 and same.phone_read = same.phone having count(*) = 1)`;

/** Stores only a hash: a name may be a password, typed by mistake. */
function failuresOf(nameKey: string): string {
  return `login:${hashedName(nameKey)}`;
}

/** Of fixed length and without a colon, so that a name can't imitate another counter's key. */
export function hashedName(nameKey: string): string {
  return createHash('sha256').update(nameKey).digest('base64url');
}
