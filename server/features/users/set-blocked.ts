import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Tx } from '#db/client.ts';
import { users } from '#db/schema/users.ts';
import type { Actor, AdminUser, setBlockedInput } from '#shared/users.ts';
import { recordAction } from '../../base/audit/record-action.ts';
import type { WriteDeps } from '../../base/deps.ts';
import { DomainError } from '../../base/errors.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { endSessions } from '../../base/identity/sessions.ts';
import { getUser } from './get-user.ts';
import { lockAdmins } from './lock-admins.ts';

/**
 * Blocks a user and ends their sessions, or unblocks them and clears the reason. A repeated call changes nothing. Admins only.
 * @throws DomainError `not_found`, `self_block`, `last_admin`, `blocked` if the caller was blocked in the meantime
 */
export async function setBlocked(
  { db, events }: WriteDeps,
  actor: Actor,
  { id, blocked, reason }: z.output<typeof setBlockedInput>,
): Promise<AdminUser> {
  assertAdmin(actor);
  if (blocked && id === actor.id) throw new DomainError('self_block');
  const user = await db.transaction(async (tx) => {
    const changed = await (blocked ? block(tx, actor, { id, reason }) : unblock(tx, id));
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
        reason: blocked ? reason : null,
      });
    }
    return after;
  });
  if (blocked) events.publish('sessions', String(id));
  return user;
}

/** @returns false if they were already blocked */
async function block(
  tx: Tx,
  actor: Actor,
  { id, reason }: { id: number; reason: string | undefined },
): Promise<boolean> {
  const { target, isLastAdmin, assertActorStill } = await lockAdmins(tx, actor, id);
  if (target.blockedAt) return false;
  if (isLastAdmin) throw new DomainError('last_admin');
  assertActorStill();
  const blockedReason = reason || null;
  await tx.update(users).set({ blockedAt: sql`now()`, blockedReason }).where(eq(users.id, id));
  await endSessions(tx, id);
  return true;
}

/** @returns false if they were not blocked */
async function unblock(tx: Tx, id: number): Promise<boolean> {
  const unblocked = await tx
    .update(users)
    .set({ blockedAt: null, blockedReason: null })
    .where(and(eq(users.id, id), isNotNull(users.blockedAt)))
    .returning({ id: users.id });
  return unblocked.length > 0;
}
