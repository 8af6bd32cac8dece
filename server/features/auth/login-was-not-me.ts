import { randomBytes } from 'node:crypto';
import { and, eq, gt, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Tx } from '#db/client.ts';
import { isUniqueViolation } from '#db/errors.ts';
import { loginAlerts } from '#db/schema/second-factors.ts';
import { emailChanges, passwordResets } from '#db/schema/sessions.ts';
import { users } from '#db/schema/users.ts';
import type { LoginWasNotMe, loginWasNotMeInput } from '#shared/auth.ts';
import type { Deps } from '../../base/deps.ts';
import { DomainError, fieldError } from '../../base/errors.ts';
import type { Client } from '../../base/identity/client.ts';
import { deleteBegunFactor } from '../../base/identity/delete-begun-factor.ts';
import { countLiveKeys, revokeKeysSince } from '../../base/identity/keys/live-keys.ts';
import { deleteLoginFailures } from '../../base/identity/login-failures.ts';
import { hashToken } from '../../base/identity/refresh-token.ts';
import { createResetToken, RESET_MINUTES, resetLink } from '../../base/identity/reset-links.ts';
import { endSessions } from '../../base/identity/sessions.ts';
import { addressKey, countAttempt } from '../../base/limits/rate-limit.ts';
import { writeMail } from '../../base/mail/write-mail.ts';
import { countedVerify } from './confirm-password.ts';
import { addressChangedMail, loginWasNotYouMail } from './mails.ts';

/**
 * Takes an account back by the token of a mail about a login: ends every session, makes the password unusable, undoes a change of the
 * email address since then, revokes API keys made since then, and mails a link for a new password. The second factor stays on. A token
 * works once.
 *
 * After a change of the address the mail may lie in a mailbox that the owner has left. Then all of this needs the password that was valid
 * at the change; without it the sessions end, once, and nothing else happens.
 * @returns the token of that link, so that the page can ask for the new password at once; null if the password is needed
 * @throws DomainError `reset_token_invalid`, also for a blocked user; `wrong_password`, `too_many_requests` per IP address and for guesses,
 * `busy`
 */
export async function loginWasNotMe(
  deps: Deps,
  client: Client,
  { token, password }: z.output<typeof loginWasNotMeInput>,
): Promise<LoginWasNotMe> {
  const { db, config, passwords, events, wakeMailer } = deps;
  await countAttempt(db, `not-me:address:${addressKey(client.address)}`, {
    limit: config.limits.loginsPerMinutePerAddress,
    windowSeconds: 60,
  });
  const valid = and(
    eq(loginAlerts.hash, hashToken(token)),
    isNull(loginAlerts.usedAt),
    gt(loginAlerts.expiresAt, sql`now()`),
  );
  const [owner] = await db
    .select({
      id: users.id,
      recipient: loginAlerts.recipient,
      hasMoved: hasMovedFrom(sql`${loginAlerts.recipient}`),
      passwordHash: loginAlerts.passwordHash,
    })
    .from(loginAlerts)
    .innerJoin(users, eq(users.id, loginAlerts.userId))
    .where(and(valid, isNull(users.blockedAt)));
  if (!owner) throw new DomainError('reset_token_invalid');
  if (owner.hasMoved && password === undefined) {
    const [ended] = await db.transaction((tx) => endSessionsOnce(tx, owner.id, valid));
    if (ended) events.publish('sessions', String(owner.id));
    return { resetToken: null };
  }
  const passwordHash = await passwords.runQueued({ userId: owner.id }, async (hasher) => {
    const isProved =
      !owner.hasMoved ||
      (await countedVerify(deps, hasher, {
        failures: `not-me:user:${owner.id}`,
        passwordHash: owner.passwordHash ?? undefined,
        password: password ?? '',
      }));
    if (!isProved) throw fieldError('wrong_password', 'password');
    return hasher.hash(randomBytes(32).toString('base64url'));
  });
  const resetToken = await db.transaction(async (tx) => {
    // Locks users before dependent rows, in the usual order, to avoid deadlocks.
    const [locked] = await tx
      .select({ blockedAt: users.blockedAt, email: users.email, hasMoved: hasMovedFrom(sql`${owner.recipient}`) })
      .from(users)
      .where(eq(users.id, owner.id))
      .for('no key update');
    const [used] = await tx
      .update(loginAlerts)
      .set({ usedAt: sql`now()` })
      .where(valid)
      .returning({ recipient: loginAlerts.recipient, loggedInAt: loginAlerts.createdAt });
    if (!used || !locked || locked.blockedAt) throw new DomainError('reset_token_invalid');
    // Changed since it was read: the next call asks for the password.
    if (locked.hasMoved !== owner.hasMoved) throw new DomainError('busy');
    await tx.update(users).set({ passwordHash }).where(eq(users.id, owner.id));
    await endSessions(tx, owner.id);
    await tx.delete(passwordResets).where(and(eq(passwordResets.userId, owner.id), isNull(passwordResets.usedAt)));
    await tx.delete(emailChanges).where(eq(emailChanges.userId, owner.id));
    await deleteBegunFactor(tx, owner.id);
    await deleteLoginFailures(tx, owner.id);
    if (owner.hasMoved)
      await restoreAddress(tx, config, { userId: owner.id, changed: locked.email, original: used.recipient });
    await revokeKeysSince(tx, owner.id, used.loggedInAt);
    const reset = await createResetToken(tx, owner.id);
    const mail = { link: resetLink(config, reset), minutes: RESET_MINUTES, keys: await countLiveKeys(tx, owner.id) };
    await writeMail(tx, used.recipient, loginWasNotYouMail(config.publicUrl, mail));
    return reset;
  });
  events.publish('sessions', String(owner.id));
  wakeMailer();
  return { resetToken };
}

/** Another case or spelling of the same address is not another one. */
const hasMovedFrom = (recipient: SQL) => sql<boolean>`${users.emailKey} <> folded(${recipient})`;

/** The holder of a mailbox can end the sessions of a moved account once, not for seven days. */
async function endSessionsOnce(tx: Tx, userId: number, valid: SQL | undefined): Promise<{ id: number }[]> {
  const [locked] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
  const ended = await tx
    .update(loginAlerts)
    .set({ endedAt: sql`now()` })
    .where(and(valid, isNull(loginAlerts.endedAt)))
    .returning({ id: loginAlerts.id });
  if (locked && ended.length > 0) await endSessions(tx, userId);
  return ended;
}

interface ChangedAddress {
  userId: number;
  changed: string;
  original: string;
}

/**
 * A thief who changed the address since could ask for a new password there. The link was mailed to the original address, so its reader
 * is the owner. If another account has taken that address since, this one gets a placeholder that receives no mail.
 * @throws DomainError `busy` if another account takes it at the same moment: the next call succeeds
 */
async function restoreAddress(
  tx: Tx,
  { publicUrl }: Deps['config'],
  { userId, changed, original }: ChangedAddress,
): Promise<void> {
  const key = sql`folded(${original})`;
  const [taken] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.emailKey, key), ne(users.id, userId)));
  const email = taken ? `user-${userId}@restored.invalid` : original;
  try {
    await tx
      .update(users)
      .set({ email, emailConfirmedAt: taken ? null : sql`now()` })
      .where(eq(users.id, userId));
  } catch (error) {
    throw isUniqueViolation(error, 'users_email_key') ? new DomainError('busy') : error;
  }
  await writeMail(tx, changed, addressChangedMail(publicUrl));
}
