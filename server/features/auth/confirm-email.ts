import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Tx } from '#db/client.ts';
import { loginAlerts } from '#db/schema/second-factors.ts';
import { emailChanges, passwordResets } from '#db/schema/sessions.ts';
import { users } from '#db/schema/users.ts';
import type { confirmEmailInput, EmailConfirmed } from '#shared/auth.ts';
import type { Deps } from '../../base/deps.ts';
import { DomainError } from '../../base/errors.ts';
import { hashToken } from '../../base/identity/refresh-token.ts';
import { writeMail } from '../../base/mail/write-mail.ts';
import { askNewAddress } from './ask-for-confirmation.ts';
import { addressChangedMail } from './mails.ts';
import { asTakenName } from './taken-names.ts';

/**
 * Confirms a change of address by a mailed token, which works once: the new address becomes current, or is sent a link of its own.
 * @returns the current address, and the one that waits for confirmation
 * @throws DomainError `email_token_invalid`, `email_taken` if the address has been taken in the meantime
 */
export async function confirmEmail(
  { db, config, wakeMailer }: Deps,
  { token }: z.output<typeof confirmEmailInput>,
): Promise<EmailConfirmed> {
  const asked = and(eq(emailChanges.hash, hashToken(token)), gt(emailChanges.expiresAt, sql`now()`));
  const [found] = await db.select({ userId: emailChanges.userId }).from(emailChanges).where(asked);
  if (!found) throw new DomainError('email_token_invalid');
  try {
    const confirmed = await db.transaction(async (tx) => {
      const { email: oldEmail, passwordHash } = await lockOwner(tx, found.userId);
      const [change] = await tx.delete(emailChanges).where(asked).returning();
      if (!change) throw new DomainError('email_token_invalid');
      const { userId, newEmail, confirmer, byFactor } = change;
      if (confirmer === 'old') {
        await askNewAddress(tx, config, { userId, newEmail, byFactor });
        return { ok: true as const, email: oldEmail, pendingEmail: newEmail };
      }
      await tx.update(users).set({ email: newEmail, emailConfirmedAt: sql`now()` }).where(eq(users.id, userId));
      await tx.delete(passwordResets).where(eq(passwordResets.userId, userId));
      await keepForAlerts(tx, userId, byFactor ? null : passwordHash);
      await writeMail(tx, oldEmail, addressChangedMail(config.publicUrl));
      return { ok: true as const, email: newEmail, pendingEmail: null };
    });
    wakeMailer();
    return confirmed;
  } catch (error) {
    throw asTakenName(error);
  }
}

/**
 * "This was not me" of earlier logins undoes this change only together with the password that is valid now. Without one it ends: the owner
 * has proved themselves by a second factor.
 */
async function keepForAlerts(tx: Tx, userId: number, passwordHash: string | null): Promise<void> {
  const open = and(eq(loginAlerts.userId, userId), isNull(loginAlerts.usedAt));
  if (passwordHash === null) await tx.update(loginAlerts).set({ usedAt: sql`now()` }).where(open);
  else
    await tx
      .update(loginAlerts)
      .set({ passwordHash })
      .where(and(open, isNull(loginAlerts.passwordHash)));
}

/** Locks users before dependent rows, in the usual order, to avoid deadlocks. */
async function lockOwner(tx: Tx, userId: number): Promise<{ email: string; passwordHash: string }> {
  const [owner] = await tx
    .select({ email: users.email, passwordHash: users.passwordHash })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.blockedAt)))
    .for('no key update');
  if (!owner) throw new DomainError('email_token_invalid');
  return owner;
}
