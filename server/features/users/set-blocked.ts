import { and, asc, eq, isNull, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Tx } from '../../../db/client.ts';
import { users } from '../../../db/schema/users.ts';
import type { Actor, AdminUser, setBlockedInput } from '../../../shared/users.ts';
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
    if (blocked) await block(tx, actor, id);
    else await tx.update(users).set({ blockedAt: null }).where(eq(users.id, id));
    return getUser(tx, actor, { id });
  });
  if (blocked) events.publish('sessions', String(id));
  return user;
}

async function block(tx: Tx, actor: Actor, id: number): Promise<void> {
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
  if (target.blockedAt) return;
  if (activeAdmins.every((admin) => admin.id === id)) throw new DomainError('last_admin');
  if (!activeAdmins.some((admin) => admin.id === actor.id)) throw new DomainError('blocked');
  await tx.update(users).set({ blockedAt: sql`now()` }).where(eq(users.id, id));
  await endSessions(tx, id);
}
