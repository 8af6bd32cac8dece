import { and, asc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Tx } from '../../../db/client.ts';
import { users } from '../../../db/schema/users.ts';
import type { Actor, AdminUser, setBlockedInput } from '../../../shared/users.ts';
import { recordAction } from '../../audit/record-action.ts';
import type { Deps } from '../../deps.ts';
import { DomainError } from '../../errors.ts';
import { assertAdmin } from '../../identity/assert-admin.ts';
import { endSessions } from '../auth/sessions.ts';
import { getUser } from './get-user.ts';

/**
 * Blocks a user and ends all their sessions at once, or unblocks them. Repeating what holds already is success.
 * @throws DomainError `forbidden`, `not_found`, `self_block`, `last_admin`, `blocked` where the caller was blocked at
 *   this very moment
 */
export async function setBlocked(
  { db, events }: Pick<Deps, 'db' | 'events'>,
  actor: Actor,
  { id, blocked }: z.output<typeof setBlockedInput>,
): Promise<AdminUser> {
  assertAdmin(actor);
  if (blocked && id === actor.id) throw new DomainError('self_block');
  const user = await db.transaction(async (tx) => {
    const changed = await (blocked ? block(tx, actor, id) : unblock(tx, id));
    const after = await getUser(tx, actor, { id });
    if (changed) {
      await recordAction(tx, actor, {
        action: blocked ? 'user.block' : 'user.unblock',
        subject: 'user',
        subjectId: id,
        subjectName: after.userName,
        userId: id,
        before: { blocked: !blocked },
        after: { blocked },
      });
    }
    return after;
  });
  if (blocked) events.publish('sessions', String(id));
  return user;
}

/** @returns false where they were blocked already */
async function block(tx: Tx, actor: Actor, id: number): Promise<boolean> {
  // In one order and before any change: of two admins who block each other one waits, and then sees what the other did.
  const locked = await tx
    .select({ id: users.id, role: users.role, blockedAt: users.blockedAt })
    .from(users)
    .where(or(eq(users.id, id), and(eq(users.role, 'admin'), isNull(users.blockedAt))))
    .orderBy(asc(users.id))
    .for('no key update');
  const activeAdmins = locked.filter((user) => user.role === 'admin' && user.blockedAt === null);
  const target = locked.find((user) => user.id === id);
  if (!target) throw new DomainError('not_found');
  if (target.blockedAt) return false;
  if (activeAdmins.every((admin) => admin.id === id)) throw new DomainError('last_admin');
  if (!activeAdmins.some((admin) => admin.id === actor.id)) throw new DomainError('blocked');
  await tx.update(users).set({ blockedAt: sql`now()` }).where(eq(users.id, id));
  await endSessions(tx, id);
  return true;
}

/** @returns false where they were not blocked */
async function unblock(tx: Tx, id: number): Promise<boolean> {
  const unblocked = await tx
    .update(users)
    .set({ blockedAt: null })
    .where(and(eq(users.id, id), isNotNull(users.blockedAt)))
    .returning({ id: users.id });
  return unblocked.length > 0;
}
