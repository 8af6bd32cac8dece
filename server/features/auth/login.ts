import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { users } from '#db/schema/users.ts';
import type { loginInput } from '#shared/auth.ts';
import { blockedMessage } from '#shared/errors.ts';
import type { Deps } from '../../deps.ts';
import { DomainError } from '../../errors.ts';
import type { Client } from '../../identity/client.ts';
import { knownDevice } from '../../identity/devices.ts';
import { findByName, type NamedUser } from '../../identity/find-by-name.ts';
import { countLogin, countLoginTry } from '../../identity/login-failures.ts';
import type { Hasher } from '../../identity/passwords.ts';
import { sessionUserColumns } from '../../identity/session-user.ts';
import { type SignedIn, startSession } from '../../identity/sessions.ts';
import { alertOfLogin } from './alert-of-login.ts';

type LoginInput = z.output<typeof loginInput>;

/**
 * Logs a user in by user name or email, in any case. An unknown name takes the same path and time as a wrong password.
 * @throws DomainError `invalid_credentials`, `blocked` (only after the correct password), `too_many_requests`, `busy`
 */
export async function login(deps: Deps, client: Client, input: LoginInput): Promise<SignedIn> {
  const device = client.device?.();
  // The cookie names accounts, and places in the queue are per account. Without a cookie nothing is read before there is a place.
  const named = device && (await findByName(deps.db, input.userName));
  const caller = knownDevice(device, named?.user) && `user:${named?.user?.id}`;
  const known = await deps.passwords.runQueued(caller, async (hasher) =>
    compare(deps, hasher, client, input, named ?? (await findByName(deps.db, input.userName))),
  );

  const [session, isAlerted] = await deps.db.transaction(async (tx) => {
    // The row stays locked until the session exists: a block or a new password either ends this session too or comes first.
    const [current] = await tx
      .select({
        passwordHash: users.passwordHash,
        blockedAt: users.blockedAt,
        blockedReason: users.blockedReason,
        firstLoginAt: users.firstLoginAt,
        user: sessionUserColumns,
      })
      .from(users)
      .where(eq(users.id, known.userId))
      .for('no key update')
      .prepare('login_user')
      .execute();
    if (current?.passwordHash !== known.passwordHash) throw new DomainError('invalid_credentials');
    if (current.blockedAt) throw new DomainError('blocked', { message: blockedMessage(current.blockedReason) });
    if (known.newHash) await tx.update(users).set({ passwordHash: known.newHash }).where(eq(users.id, known.userId));
    return Promise.all([
      startSession(tx, deps, current.user, client),
      alertOfLogin(tx, deps, client, { ...current.user, firstLoginAt: current.firstLoginAt }),
      known.counted.succeeded(tx),
    ]);
  });
  // Above the limit the oldest session has ended.
  deps.events.publish('sessions', String(known.userId));
  if (isAlerted) deps.wakeMailer();
  return session;
}

async function compare(
  { db, config, passwords }: Deps,
  hasher: Hasher,
  client: Client,
  input: LoginInput,
  { nameKey, user }: NamedUser,
) {
  const device = knownDevice(client.device?.(), user);
  const { address } = client;
  await countLogin(db, config.limits, { address, knownUserId: device === undefined ? undefined : user?.id });
  const counted = await countLoginTry(db, config.limits, { nameKey, address, knownDevice: device });
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
