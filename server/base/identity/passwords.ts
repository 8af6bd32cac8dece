import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { argon2id, hash, needsRehash, verify } from 'argon2';
import { addressKey } from '../limits/rate-limit.ts';
import { createHashQueue, type Place } from './hash-queue.ts';

/** OWASP's password storage cheat sheet: argon2id with 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Each hash uses a core for some 30 ms. One core stays free for other requests, and at most two are used. */
const HASHES_AT_ONCE = Math.min(2, Math.max(1, availableParallelism() - 1));
/** The longest wait; later callers get `busy` and a time to retry. */
const LONGEST_WAIT_MS = 1000;
/** An account's places in the queue, on all its devices; above that it waits among strangers. */
const PLACES_OF_ONE = 2;

/** Whose time is used: an account, if known by its session or by a device that has logged in to it, otherwise an address. */
export type HashCaller = { userId: number } | { address: string };

/** The password functions, for a caller with a place in the queue. */
export interface Hasher {
  hash: (password: string) => Promise<string>;
  /** Without a stored hash (unknown name) it takes as long and returns false. */
  verify: (storedHash: string | undefined, password: string) => Promise<boolean>;
}

export interface Passwords extends Hasher {
  /**
   * Takes a place in the queue first, so that a refusal costs nothing.
   * @throws DomainError `busy` at once, or if the turn does not come within a second
   */
  runQueued: <T>(caller: HashCaller | undefined, work: (hasher: Hasher) => Promise<T>) => Promise<T>;
  /** Whether the hash was made with another cost than the current one. */
  isOutdated: (storedHash: string) => boolean;
}

export interface PasswordOptions {
  cost?: typeof COST;
  atOnce?: number;
  longestWaitMs?: number;
}

/** Hashes and compares passwords, a bounded number at once, each within a bounded time. */
export function createPasswords(options: PasswordOptions = {}): Passwords {
  const { cost = COST, atOnce = HASHES_AT_ONCE, longestWaitMs = LONGEST_WAIT_MS } = options;
  const queue = createHashQueue({ atOnce, longestWaitMs });
  const settings = { ...cost, type: argon2id };
  const placesOf = new Map<number, number>();
  let dummy: Promise<string> | undefined;

  return {
    runQueued,
    hash: (password) => runQueued(undefined, (hasher) => hasher.hash(password)),
    verify: (storedHash, password) => runQueued(undefined, (hasher) => hasher.verify(storedHash, password)),
    isOutdated: (storedHash) => needsRehash(storedHash, cost),
  };

  async function runQueued<T>(caller: HashCaller | undefined, work: (hasher: Hasher) => Promise<T>): Promise<T> {
    const userId = caller && 'userId' in caller ? caller.userId : undefined;
    const places = userId === undefined ? PLACES_OF_ONE : (placesOf.get(userId) ?? 0);
    const isKnown = userId !== undefined && places < PLACES_OF_ONE;
    const place = queue.enter(isKnown ? 'known' : 'stranger', caller && payerOf(caller));
    if (isKnown) placesOf.set(userId, places + 1);
    try {
      return await work(hasherIn(place));
    } finally {
      place.leave();
      if (isKnown) giveBack(userId);
    }
  }

  function hasherIn(place: Place): Hasher {
    return {
      hash: (password) => place.run(() => hash(password, settings)),
      verify: (storedHash, password) =>
        place.run(async () => {
          if (storedHash !== undefined) return verify(storedHash, password);
          dummy ??= hash(randomBytes(24), settings);
          await verify(await dummy, password);
          return false;
        }),
    };
  }

  function giveBack(userId: number): void {
    const left = (placesOf.get(userId) ?? 1) - 1;
    if (left > 0) placesOf.set(userId, left);
    else placesOf.delete(userId);
  }
}

const payerOf = (caller: HashCaller) =>
  'userId' in caller ? `user:${caller.userId}` : `address:${addressKey(caller.address)}`;
