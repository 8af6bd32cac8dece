import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { emailChanges, passwordResets } from '#db/schema/sessions.ts';
import { users } from '#db/schema/users.ts';
import type { changePasswordInput } from '#shared/auth.ts';
import type { Deps } from '../../base/deps.ts';
import type { InSession } from '../../base/identity/authenticate.ts';
import { deleteBegunFactor } from '../../base/identity/delete-begun-factor.ts';
import { countLiveKeys } from '../../base/identity/keys/live-keys.ts';
import { endSessions } from '../../base/identity/sessions.ts';
import { writeMail } from '../../base/mail/write-mail.ts';
import { confirmPassword, wrongPassword } from './confirm-password.ts';
import { passwordChangedMail } from './mails.ts';
import { assertNewPassword } from './new-password.ts';

/**
 * Changes the caller's password, ends their other sessions and sends them a mail.
 * @throws DomainError `wrong_password`, `bad_input` for a weak password, `too_many_requests`, `busy`
 */
export async function changePassword(
  deps: Deps,
  { actor, sessionId }: Pick<InSession, 'actor' | 'sessionId'>,
  { currentPassword, newPassword }: z.output<ReturnType<typeof changePasswordInput>>,
): Promise<void> {
  const { db, config, passwords, events, wakeMailer } = deps;
  const hashes = await passwords.runQueued({ userId: actor.id }, async (hasher) => {
    const [user] = await db
      .select({ role: users.role, userName: users.userName, email: users.email })
      .from(users)
      .where(eq(users.id, actor.id));
    if (!user) throw wrongPassword();
    await assertNewPassword(config, 'newPassword', newPassword, user);
    const before = await confirmPassword(deps, hasher, actor.id, currentPassword);
    return { before, after: await hasher.hash(newPassword) };
  });
  await db.transaction(async (tx) => {
    const [changed] = await tx
      .update(users)
      .set({ passwordHash: hashes.after })
      .where(and(eq(users.id, actor.id), eq(users.passwordHash, hashes.before)))
      .returning({ email: users.email });
    if (!changed) throw wrongPassword();
    await endSessions(tx, actor.id, sessionId);
    await tx.delete(passwordResets).where(eq(passwordResets.userId, actor.id));
    await tx.delete(emailChanges).where(eq(emailChanges.userId, actor.id));
    await deleteBegunFactor(tx, actor.id);
    await writeMail(tx, changed.email, passwordChangedMail(config.publicUrl, await countLiveKeys(tx, actor.id)));
  });
  events.publish('sessions', String(actor.id));
  wakeMailer();
}
