import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '../../../db/client.ts';
import { passwordResets } from '../../../db/schema/sessions.ts';
import { users } from '../../../db/schema/users.ts';
import type { Actor, SessionUser, updateProfileInput } from '../../../shared/users.ts';
import { DomainError } from '../../errors.ts';
import { sessionUserColumns } from '../users/user-columns.ts';
import { asTakenName } from './taken-names.ts';

/**
 * Changes the caller's own name, email and phone; reset links that went to the old address stop working.
 * @throws DomainError `email_taken` beside its field
 */
export async function updateProfile(
  db: Db,
  actor: Actor,
  { name, email, phone }: z.output<typeof updateProfileInput>,
): Promise<SessionUser> {
  try {
    return await db.transaction(async (tx) => {
      const [before] = await tx
        .select({ email: users.email })
        .from(users)
        .where(eq(users.id, actor.id))
        .for('no key update');
      const [after] = await tx
        .update(users)
        .set({ name, email, phone })
        .where(eq(users.id, actor.id))
        .returning(sessionUserColumns);
      if (!after) throw new DomainError('not_found');
      if (before?.email !== after.email) await tx.delete(passwordResets).where(eq(passwordResets.userId, actor.id));
      return after;
    });
  } catch (error) {
    throw asTakenName(error);
  }
}
