import { eq } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { users } from '#db/schema/users.ts';
import type { Deps } from '../../base/deps.ts';
import { DomainError, fieldError } from '../../base/errors.ts';
import type { InSession } from '../../base/identity/authenticate.ts';
import type { Client } from '../../base/identity/client.ts';
import { countCode } from '../../base/identity/code-guesses.ts';
import { countOwnTry } from '../../base/identity/count-own-try.ts';
import { knownDevice } from '../../base/identity/devices.ts';
import { bothCounts, type CountedTry } from '../../base/identity/login-failures.ts';
import { consumeCode, hasSecondFactor } from '../../base/identity/second-factor.ts';

/** A signed-in caller, with the origin of the request. */
export type OwnCaller = Pick<InSession, 'actor' | 'sessionId'> & { client: Client };

/** What a proof needs of the caller. */
type Proving = Pick<OwnCaller, 'actor' | 'client'>;

/** The caller's row, locked. */
interface LockedOwner {
  email: string;
  userName: string;
  passwordHash: string;
}

type Work<T> = (tx: Tx, owner: LockedOwner) => Promise<T>;

/**
 * Runs `work` in the transaction that uses up a code of the caller's second factor. A wrong one counts as a failed login.
 * @throws DomainError `wrong_code`, `second_factor_off`, `too_many_requests`
 */
export function proveByCode<T>(deps: Deps, caller: Proving, code: string, work: Work<T>): Promise<T> {
  const { id } = caller.actor;
  return countGuess(deps, caller, async (counted) => {
    const isKnownDevice = knownDevice(caller.client.device?.(), { id }) !== undefined;
    const guess = await countCode(deps.db, { userId: id, code, isKnownDevice });
    return deps.db.transaction(async (tx) => {
      const owner = await lockOwner(tx, id);
      if (!(await hasSecondFactor(tx, id))) throw new DomainError('second_factor_off');
      if (!(await consumeCode(tx, deps.secrets, id, code))) throw fieldError('wrong_code', 'code');
      const result = await work(tx, owner);
      await bothCounts(counted, guess).succeeded(tx);
      return result;
    });
  });
}

/**
 * Runs `work` in a transaction after the caller's password was compared. A wrong one counts as a failed login.
 * @throws DomainError `wrong_password`, `too_many_requests`, `busy`
 */
export function proveByPassword<T>(deps: Deps, caller: OwnCaller, password: string, work: Work<T>): Promise<T> {
  const { db, passwords } = deps;
  const { id } = caller.actor;
  return passwords.runQueued({ userId: id }, (hasher) =>
    countGuess(deps, caller, async (counted) => {
      const [user] = await db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, id));
      const matches = await hasher.verify(user?.passwordHash, password);
      return db.transaction(async (tx) => {
        const owner = await lockOwner(tx, id);
        if (!matches || owner.passwordHash !== user?.passwordHash) throw fieldError('wrong_password', 'password');
        const result = await work(tx, owner);
        await counted.succeeded(tx);
        return result;
      });
    }),
  );
}

/** Counts a guess before it is compared, and takes the count back if nothing was compared. */
export async function countGuess<T>(
  deps: Deps,
  { actor, client }: Proving,
  compare: (counted: CountedTry) => Promise<T>,
): Promise<T> {
  const counted = await countOwnTry(deps, client, actor.id);
  try {
    return await compare(counted);
  } catch (error) {
    if (error instanceof DomainError && !isWrongGuess(error)) await counted.undone();
    throw error;
  }
}

function isWrongGuess({ code }: DomainError): boolean {
  return code === 'wrong_code' || code === 'wrong_password';
}

/** Locks users before dependent rows, in the usual order, to avoid deadlocks. */
export async function lockOwner(tx: Tx, userId: number): Promise<LockedOwner> {
  const [owner] = await tx
    .select({ email: users.email, userName: users.userName, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update');
  if (!owner) throw new DomainError('session_ended');
  return owner;
}
