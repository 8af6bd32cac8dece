import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { users } from '../../../db/schema/users.ts';
import type { loginInput } from '../../../shared/auth.ts';
import type { Deps } from '../../deps.ts';
import { DomainError } from '../../errors.ts';
import type { Client } from '../../identity/client.ts';
import type { Hasher } from '../../identity/passwords.ts';
import { sessionUserColumns } from '../../identity/session-user.ts';
import { addressKey, countAttempt } from '../../limits/rate-limit.ts';
import { findByName } from './find-by-name.ts';
import { countLoginTry } from './login-failures.ts';
import { type SignedIn, startSession } from './sessions.ts';

const MINUTE_SECONDS = 60;

type LoginInput = z.output<typeof loginInput>;

/**
 * Signs a user in by user name or email, in any case. A name nobody has takes the same way, and the same time, as a
 * wrong password.
 * @throws DomainError `invalid_credentials`, `blocked` (told only to whoever has the password), `too_many_requests` per
 *   name and address, name, or address, `busy`
 */
export async function login(deps: Deps, client: Client, input: LoginInput): Promise<SignedIn> {
  const known = await deps.passwords.inTurn(client.device?.()?.id, (hasher) => compare(deps, hasher, client, input));

  const signedIn = await deps.db.transaction(async (tx) => {
    // The row is held until the session stands: blocking, or a new password, ends this session too or comes first.
    const [current] = await tx
      .select({ passwordHash: users.passwordHash, blockedAt: users.blockedAt, user: sessionUserColumns })
      .from(users)
      .where(eq(users.id, known.userId))
      .for('no key update')
      .prepare('login_user')
      .execute();
    if (current?.passwordHash !== known.passwordHash) throw new DomainError('invalid_credentials');
    if (current.blockedAt) throw new DomainError('blocked');
    if (known.newHash) await tx.update(users).set({ passwordHash: known.newHash }).where(eq(users.id, known.userId));
    const [session] = await Promise.all([startSession(tx, deps, current.user, client), known.counted.succeeded(tx)]);
    return session;
  });
  // Of somebody with too many sessions the oldest has ended.
  deps.events.publish('sessions', String(known.userId));
  return signedIn;
}

async function compare({ db, config, passwords }: Deps, hasher: Hasher, client: Client, input: LoginInput) {
  const { nameKey, user } = await findByName(db, input.userName);
  const device = client.device?.();
  const knownDevice = user && device?.userIds.includes(user.id) ? device.id : undefined;
  // Neighbours who share an address with a guesser, as a mobile carrier's customers do, pass on their own devices.
  await countAttempt(db, knownDevice ? `login:device:${knownDevice}` : `login:address:${addressKey(client.address)}`, {
    limit: config.limits.loginsPerMinutePerAddress,
    windowSeconds: MINUTE_SECONDS,
  });
  const counted = await countLoginTry(db, config.limits, { nameKey, address: client.address, knownDevice });
  try {
    const matches = await hasher.verify(user?.passwordHash, input.password);
    if (!user || !matches) throw new DomainError('invalid_credentials');
    const { id: userId, passwordHash } = user;
    const newHash = passwords.isOutdated(passwordHash) ? await hasher.hash(input.password) : undefined;
    return { userId, passwordHash, newHash, counted };
  } catch (error) {
    if (error instanceof DomainError && error.code === 'busy') await counted.undone();
    throw error;
  }
}
