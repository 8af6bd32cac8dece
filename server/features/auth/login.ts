import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { users } from '#db/schema/users.ts';
import type { loginInput } from '#shared/auth.ts';
import { blockedMessage } from '#shared/errors.ts';
import type { Deps } from '../../base/deps.ts';
import { DomainError, fieldError } from '../../base/errors.ts';
import type { Client } from '../../base/identity/client.ts';
import { countCode } from '../../base/identity/code-guesses.ts';
import { knownDevice } from '../../base/identity/devices.ts';
import { findByName, type NamedUser } from '../../base/identity/find-by-name.ts';
import { bothCounts, type CountedTry, countLogin, countLoginTry } from '../../base/identity/login-failures.ts';
import type { Hasher } from '../../base/identity/passwords.ts';
import { consumeCode, hasSecondFactor } from '../../base/identity/second-factor.ts';
import { sessionUserColumns } from '../../base/identity/session-user.ts';
import { type SignedIn, startSession } from '../../base/identity/sessions.ts';
import { alertOfLogin } from './alert-of-login.ts';

type LoginInput = z.output<typeof loginInput>;

/**
 * Logs a user in by user name or email, in any case. An unknown name takes the same path and time as a wrong password.
 * A user with a second factor also needs a code, which is asked for after the correct password only.
 * @throws DomainError `invalid_credentials`, `too_many_requests`, `busy`; after the correct password `blocked`, `second_factor_required`,
 * `wrong_code`
 */
export async function login(deps: Deps, client: Client, input: LoginInput): Promise<SignedIn> {
  const device = client.device?.();
  // The cookie names accounts, and places in the queue are per account. Without a cookie nothing is read before there is a place.
  const named = device && (await findByName(deps.db, input.userName));
  const owner = named?.user;
  const caller = owner && knownDevice(device, owner) ? { userId: owner.id } : { address: client.address };
  const known = await deps.passwords.runQueued(caller, async (hasher) =>
    compare(deps, hasher, client, input, named ?? (await findByName(deps.db, input.userName))),
  );

  const { session, alerted } = await startLocked(deps, client, input, known).catch(async (error: unknown) => {
    if (error instanceof DomainError && error.code === 'second_factor_required') await known.counted.undone();
    throw error;
  });
  // Above the limit the oldest session has ended.
  deps.events.publish('sessions', String(known.userId));
  if (alerted) deps.wakeMailer();
  return session;
}

interface Known {
  userId: number;
  /** The hash that the password matched. */
  passwordHash: string;
  newHash: string | undefined;
  counted: CountedTry;
}

interface Started {
  session: SignedIn;
  /** Whether a mail about a new device was written. */
  alerted: boolean;
}

/** Starts the session, unless the password, a block or the second factor has changed in the meantime. */
function startLocked(deps: Deps, client: Client, { code }: LoginInput, known: Known): Promise<Started> {
  const { userId, newHash, counted } = known;
  return deps.db.transaction(async (tx) => {
    // The row stays locked until the session exists: a block or a new password either ends this session too or comes first.
    const locking = tx
      .select({
        passwordHash: users.passwordHash,
        blockedAt: users.blockedAt,
        blockedReason: users.blockedReason,
        firstLoginAt: users.firstLoginAt,
        user: sessionUserColumns,
      })
      .from(users)
      .where(eq(users.id, userId))
      .for('no key update')
      .prepare('login_user')
      .execute();
    // Runs after the lock on the same connection, so it sees a factor that was turned on in the meantime.
    const [[current], needsCode] = await Promise.all([locking, hasSecondFactor(tx, userId)]);
    if (current?.passwordHash !== known.passwordHash) throw new DomainError('invalid_credentials');
    if (current.blockedAt) throw new DomainError('blocked', { message: blockedMessage(current.blockedReason) });
    if (needsCode && code === undefined) throw new DomainError('second_factor_required');
    if (needsCode && !(await consumeCode(tx, deps.secrets, userId, code ?? ''))) throw fieldError('wrong_code', 'code');
    if (newHash) await tx.update(users).set({ passwordHash: newHash }).where(eq(users.id, userId));
    const [session, , alerted] = await Promise.all([
      startSession(tx, deps, current.user, client),
      counted.succeeded(tx),
      alertOfLogin(tx, deps, client, { ...current.user, firstLoginAt: current.firstLoginAt }),
    ]);
    return { session, alerted };
  });
}

async function compare(
  { db, config, passwords }: Deps,
  hasher: Hasher,
  client: Client,
  input: LoginInput,
  { nameKey, user }: NamedUser,
): Promise<Known> {
  const device = knownDevice(client.device?.(), user);
  const { address } = client;
  await countLogin(db, config.limits, { address, knownUserId: device === undefined ? undefined : user?.id });
  let counted = await countLoginTry(db, config.limits, { nameKey, address, knownDevice: device });
  try {
    const matches = await hasher.verify(user?.passwordHash, input.password);
    if (!user || !matches) throw new DomainError('invalid_credentials');
    const { id: userId, passwordHash, userNameKey } = user;
    const newHash = passwords.isOutdated(passwordHash) ? await hasher.hash(input.password) : undefined;
    if (input.code === undefined) return { userId, passwordHash, newHash, counted };
    // Guesses of codes share one budget, whether the email or the user name was typed.
    const named = { nameKey: userNameKey, address, knownDevice: device };
    if (userNameKey !== nameKey) counted = bothCounts(counted, await countLoginTry(db, config.limits, named));
    const guess = { userId, code: input.code, isKnownDevice: device !== undefined };
    counted = bothCounts(counted, await countCode(db, guess));
    return { userId, passwordHash, newHash, counted };
  } catch (error) {
    if (error instanceof DomainError && error.code !== 'invalid_credentials') await counted.undone();
    throw error;
  }
}
