import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { emailChanges, passwordResets } from '#db/schema/sessions.ts';
import { users } from '#db/schema/users.ts';
import type { resetPasswordInput } from '#shared/auth.ts';
import type { Deps } from '../../base/deps.ts';
import { DomainError } from '../../base/errors.ts';
import { deleteBegunFactor } from '../../base/identity/delete-begun-factor.ts';
import { countLiveKeys } from '../../base/identity/keys/live-keys.ts';
import { deleteLoginFailures } from '../../base/identity/login-failures.ts';
import { hashToken } from '../../base/identity/refresh-token.ts';
import { hasSecondFactor } from '../../base/identity/second-factor.ts';
import { endSessions } from '../../base/identity/sessions.ts';
import { writeMail } from '../../base/mail/write-mail.ts';
import { passwordChangedMail } from './mails.ts';
import { assertNewPassword } from './new-password.ts';

/** A user with a second factor is not proven by the mailbox alone. */
export interface PasswordReset {
  userId: number;
  isProven: boolean;
}

/**
 * Sets a new password by the token of a reset link, ends every session of the user and sends them a mail. A token works once; a refused
 * password does not use it up.
 * @returns the user, and whether the mailbox alone proves them
 * @throws DomainError `reset_token_invalid`, `bad_input` for a weak password, `busy`
 */
export async function resetPassword(
  { db, config, passwords, events, wakeMailer }: Deps,
  { token, password }: z.output<ReturnType<typeof resetPasswordInput>>,
): Promise<PasswordReset> {
  const valid = and(
    eq(passwordResets.hash, hashToken(token)),
    isNull(passwordResets.usedAt),
    gt(passwordResets.expiresAt, sql`now()`),
  );
  const [owner] = await db
    .select({ id: users.id, role: users.role, userName: users.userName, email: users.email })
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.userId))
    .where(and(valid, isNull(users.blockedAt)));
  if (!owner) throw new DomainError('reset_token_invalid');
  await assertNewPassword(config, 'password', password, owner);
  const passwordHash = await passwords.runQueued({ userId: owner.id }, (hasher) => hasher.hash(password));
  const isProven = await db.transaction(async (tx) => {
    // Locks users before dependent rows, in the usual order, to avoid deadlocks.
    const [locked] = await tx
      .select({ blockedAt: users.blockedAt, email: users.email })
      .from(users)
      .where(eq(users.id, owner.id))
      .for('no key update');
    const used = await tx
      .update(passwordResets)
      .set({ usedAt: sql`now()` })
      .where(valid)
      .returning({ id: passwordResets.id });
    if (used.length === 0 || !locked || locked.blockedAt) throw new DomainError('reset_token_invalid');
    // The link was mailed, so the user can read this address.
    await tx.update(users).set({ passwordHash, emailConfirmedAt: sql`now()` }).where(eq(users.id, owner.id));
    await endSessions(tx, owner.id);
    await tx.delete(passwordResets).where(and(eq(passwordResets.userId, owner.id), isNull(passwordResets.usedAt)));
    await tx.delete(emailChanges).where(eq(emailChanges.userId, owner.id));
    await deleteBegunFactor(tx, owner.id);
    await deleteLoginFailures(tx, owner.id);
    await writeMail(tx, locked.email, passwordChangedMail(config.publicUrl, await countLiveKeys(tx, owner.id)));
    return !(await hasSecondFactor(tx, owner.id));
  });
  events.publish('sessions', String(owner.id));
  wakeMailer();
  return { userId: owner.id, isProven };
}
