import { and, eq, gt, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { emailChanges } from '#db/schema/sessions.ts';
import { users } from '#db/schema/users.ts';
import type { Actor, Profile } from '#shared/users.ts';
import { DomainError } from '../../errors.ts';
import { sessionUserColumns } from '../../identity/session-user.ts';

/** The caller's own profile, with the address that waits for confirmation. */
export async function readProfile(db: Db, actor: Actor): Promise<Profile> {
  const [user] = await db.select(sessionUserColumns).from(users).where(eq(users.id, actor.id));
  if (!user) throw new DomainError('not_found');
  return { ...user, pendingEmail: await readPendingEmail(db, actor) };
}

/** The address that waits for confirmation, as long as its link is valid. */
export async function readPendingEmail(db: Db | Tx, actor: Actor): Promise<string | null> {
  const [change] = await db
    .select({ newEmail: emailChanges.newEmail })
    .from(emailChanges)
    .where(and(eq(emailChanges.userId, actor.id), gt(emailChanges.expiresAt, sql`now()`)));
  return change?.newEmail ?? null;
}
