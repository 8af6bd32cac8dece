import { and, eq, gt, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { emailChanges } from '#db/schema/sessions.ts';
import { users } from '#db/schema/users.ts';
import type { Actor, Profile, SessionUser } from '#shared/users.ts';
import { DomainError } from '../../base/errors.ts';
import { readSecondFactor } from '../../base/identity/second-factor.ts';
import { sessionUserColumns } from '../../base/identity/session-user.ts';

/** The caller's own profile. */
export async function readProfile(db: Db, actor: Actor): Promise<Profile> {
  const [user] = await db.select(sessionUserColumns).from(users).where(eq(users.id, actor.id));
  if (!user) throw new DomainError('not_found');
  return completeProfile(db, user);
}

/** Adds the address that waits for confirmation, as long as its link is valid, and the second factor. */
export async function completeProfile(db: Db | Tx, user: SessionUser): Promise<Profile> {
  const [[change], twoFactor] = await Promise.all([
    db
      .select({ newEmail: emailChanges.newEmail })
      .from(emailChanges)
      .where(and(eq(emailChanges.userId, user.id), gt(emailChanges.expiresAt, sql`now()`))),
    readSecondFactor(db, user.id),
  ]);
  return { ...user, pendingEmail: change?.newEmail ?? null, twoFactor };
}
