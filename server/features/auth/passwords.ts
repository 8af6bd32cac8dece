import { randomBytes } from 'node:crypto';
import { argon2id, hash, needsRehash, verify } from 'argon2';
import { DomainError } from '../../errors.ts';

/** OWASP's password storage cheat sheet: argon2id with 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Each hash holds a core for some 30 ms; more of them at once would starve every other request. */
const HASHES_AT_ONCE = 2;
/** About a second of work; whoever comes when so many wait is told to come back. */
const WAITING_LIMIT = 64;
const RETRY_AFTER_SECONDS = 2;

export interface Passwords {
  hash: (password: string) => Promise<string>;
  /** Without a stored hash (nobody has that name) it takes as long and is false. */
  verify: (storedHash: string | undefined, password: string) => Promise<boolean>;
  /** Whether the hash was made with another cost than today's. */
  isOutdated: (storedHash: string) => boolean;
}

export interface PasswordOptions {
  cost?: typeof COST;
  atOnce?: number;
  waitingLimit?: number;
}

/**
 * Hashes and compares passwords, a bounded number at a time.
 * @throws DomainError `busy` from `hash` and `verify`, with when to try again, while too many wait.
 */
export function createPasswords(options: PasswordOptions = {}): Passwords {
  const { cost = COST, atOnce = HASHES_AT_ONCE, waitingLimit = WAITING_LIMIT } = options;
  const inTurn = queue(atOnce, waitingLimit);
  const settings = { ...cost, type: argon2id };
  let dummy: Promise<string> | undefined;

  return {
    hash: (password) => inTurn(() => hash(password, settings)),
    verify: (storedHash, password) =>
      inTurn(async () => {
        if (storedHash !== undefined) return verify(storedHash, password);
        dummy ??= hash(randomBytes(24), settings);
        await verify(await dummy, password);
        return false;
      }),
    isOutdated: (storedHash) => needsRehash(storedHash, cost),
  };
}

function queue(atOnce: number, waitingLimit: number) {
  let running = 0;
  const waiting: (() => void)[] = [];

  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running < atOnce) running++;
    else await untilTurn();
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };

  /** The place of whoever finishes goes straight to the first in line, so that nobody slips in between. */
  function untilTurn(): Promise<void> {
    if (waiting.length >= waitingLimit) {
      throw new DomainError('busy', { details: { retryAfterSeconds: RETRY_AFTER_SECONDS } });
    }
    return new Promise((resolve) => waiting.push(resolve));
  }
}
