import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { passwordResets } from '../../../db/schema/sessions.ts';
import { users } from '../../../db/schema/users.ts';
import type { changePasswordInput } from '../../../shared/auth.ts';
import type { Deps } from '../../deps.ts';
import { fieldError } from '../../errors.ts';
import { countFailure, forgetFailures } from '../../limits/rate-limit.ts';
import type { Authenticated } from './authenticate.ts';
import { assertNewPassword } from './new-password.ts';
import { endSessions } from './sessions.ts';

/**
 * Changes the caller's password and ends all their other sessions.
 * @throws DomainError `wrong_password` beside its field, `bad_input` for a new password that is too short for this shop
 *   or too common, `too_many_requests` after too many wrong ones, `busy`
 */
export async function changePassword(
  { db, config, passwords }: Deps,
  { actor, sessionId }: Authenticated,
  { currentPassword, newPassword }: z.output<ReturnType<typeof changePasswordInput>>,
): Promise<void> {
  const [user] = await db
    .select({ userName: users.userName, email: users.email, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, actor.id));
  assertNewPassword(config, 'newPassword', newPassword, user && [user.userName, user.email]);
  // Apart from login's failures: whoever stole a session can't lock the owner out of logging in.
  const failures = `password:user:${actor.id}`;
  await countFailure(db, failures, config.limits.loginFailuresPer15Minutes);
  const matches = await passwords.verify(user?.passwordHash, currentPassword);
  if (!user || !matches) throw fieldError('wrong_password', 'currentPassword');
  const passwordHash = await passwords.hash(newPassword);
  await db.transaction(async (tx) => {
    const changed = await tx
      .update(users)
      .set({ passwordHash })
      .where(and(eq(users.id, actor.id), eq(users.passwordHash, user.passwordHash)))
      .returning({ id: users.id });
    if (changed.length === 0) throw fieldError('wrong_password', 'currentPassword');
    await endSessions(tx, actor.id, sessionId);
    await tx.delete(passwordResets).where(eq(passwordResets.userId, actor.id));
    await forgetFailures(tx, failures);
  });
}
