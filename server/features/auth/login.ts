import { eq, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { users } from '../../../db/schema/users.ts';
import type { loginInput } from '../../../shared/auth.ts';
import type { Deps } from '../../deps.ts';
import { DomainError } from '../../errors.ts';
import { addressKey, countAttempt, countFailure, forgetFailures } from '../../limits/rate-limit.ts';
import { sessionUserColumns } from '../users/user-columns.ts';
import { type Client, type SignedIn, startSession } from './sessions.ts';

const MINUTE_SECONDS = 60;

/** Failures count against the account however it was named; for a name nobody has, against that name. */
export const loginFailuresOf = (userId: number) => `login:user:${userId}`;

/**
 * Signs a user in by user name or email, in any case. A name nobody has takes the same way, and the same time, as a
 * wrong password.
 * @throws DomainError `invalid_credentials`, `blocked` (told only to whoever has the password), `too_many_requests` per
 *   account or address, `busy`
 */
export async function login(deps: Deps, client: Client, input: z.output<typeof loginInput>): Promise<SignedIn> {
  const { db, config, passwords } = deps;
  await countAttempt(db, `login:address:${addressKey(client.address)}`, {
    limit: config.limits.loginsPerMinutePerAddress,
    windowSeconds: MINUTE_SECONDS,
  });
  const found = await findByName(deps, input.userName);
  const failures = found ? loginFailuresOf(found.id) : `login:name:${input.userName.toLowerCase()}`;
  await countFailure(db, failures, config.limits.loginFailuresPer15Minutes);
  const matches = await passwords.verify(found?.passwordHash, input.password);
  if (!found || !matches) throw new DomainError('invalid_credentials');
  const newHash = passwords.isOutdated(found.passwordHash) ? await passwords.hash(input.password) : undefined;

  return db.transaction(async (tx) => {
    // The row is held until the session stands: blocking, or a new password, ends this session too or comes first.
    const [current] = await tx
      .select({ passwordHash: users.passwordHash, blockedAt: users.blockedAt, user: sessionUserColumns })
      .from(users)
      .where(eq(users.id, found.id))
      .for('no key update');
    if (current?.passwordHash !== found.passwordHash) throw new DomainError('invalid_credentials');
    if (current.blockedAt) throw new DomainError('blocked');
    await forgetFailures(tx, failures);
    if (newHash) await tx.update(users).set({ passwordHash: newHash }).where(eq(users.id, found.id));
    return startSession(tx, deps, current.user, client);
  });
}

/** A user name has no `@` and an email has one, so at most one user answers to a name. */
async function findByName({ db }: Deps, name: string) {
  const [found] = await db
    .select({ id: users.id, passwordHash: users.passwordHash })
    .from(users)
    .where(or(sql`lower(${users.userName}) = lower(${name})`, sql`lower(${users.email}) = lower(${name})`))
    .limit(1);
  return found;
}
