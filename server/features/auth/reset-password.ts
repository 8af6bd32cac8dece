import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { passwordResets } from '../../../db/schema/sessions.ts';
import { users } from '../../../db/schema/users.ts';
import type { resetPasswordInput } from '../../../shared/auth.ts';
import type { Deps } from '../../deps.ts';
import { DomainError } from '../../errors.ts';
import { forgetFailures } from '../../limits/rate-limit.ts';
import { loginFailuresOf } from './login.ts';
import { assertNewPassword } from './new-password.ts';
import { hashToken } from './refresh-token.ts';
import { endSessions } from './sessions.ts';

/**
 * Sets a new password by the token of a reset link and ends every session of the user. A token works once: of many tries
 * at the same moment one wins. A password that is refused does not use the token up.
 * @throws DomainError `reset_token_invalid` (unknown, used, expired, or the user is blocked), `bad_input` for a password
 *   that is too short for this shop or too common, `busy`
 */
export async function resetPassword(
  { db, config, passwords }: Deps,
  { token, password }: z.output<ReturnType<typeof resetPasswordInput>>,
): Promise<void> {
  const valid = and(
    eq(passwordResets.hash, hashToken(token)),
    isNull(passwordResets.usedAt),
    gt(passwordResets.expiresAt, sql`now()`),
  );
  const [owner] = await db
    .select({ id: users.id, userName: users.userName, email: users.email })
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.userId))
    .where(and(valid, isNull(users.blockedAt)));
  if (!owner) throw new DomainError('reset_token_invalid');
  assertNewPassword(config, 'password', password, [owner.userName, owner.email]);
  const passwordHash = await passwords.hash(password);
  await db.transaction(async (tx) => {
    // Users before what hangs on them, as everywhere, so that no two changes of one user wait for each other.
    const [locked] = await tx
      .select({ blockedAt: users.blockedAt })
      .from(users)
      .where(eq(users.id, owner.id))
      .for('no key update');
    const used = await tx
      .update(passwordResets)
      .set({ usedAt: sql`now()` })
      .where(valid)
      .returning({ id: passwordResets.id });
    if (used.length === 0 || locked?.blockedAt) throw new DomainError('reset_token_invalid');
    await tx.update(users).set({ passwordHash }).where(eq(users.id, owner.id));
    await endSessions(tx, owner.id);
    await tx.delete(passwordResets).where(and(eq(passwordResets.userId, owner.id), isNull(passwordResets.usedAt)));
    await forgetFailures(tx, loginFailuresOf(owner.id));
  });
}
