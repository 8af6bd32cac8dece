import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { users } from '#db/schema/users.ts';
import type { Actor, Role } from '#shared/users.ts';
import { DomainError } from '../../base/errors.ts';

interface LockedUser {
  id: number;
  role: Role;
  blockedAt: Date | null;
}

interface Locked {
  /** The user to change. */
  target: LockedUser;
  /** Whether the shop would have no active admin without them. */
  isLastAdmin: boolean;
  /** @throws DomainError `blocked`, `forbidden` if the caller has been blocked or has lost the role in the meantime */
  assertActorStill: () => void;
}

/**
 * Locks the user to change and every active admin, in a fixed order: of two admins who change each other, the second sees the first
 * one's change.
 * @throws DomainError `not_found`
 */
export async function lockAdmins(tx: Tx, actor: Actor, id: number): Promise<Locked> {
  const locked = await tx
    .select({ id: users.id, role: users.role, blockedAt: users.blockedAt })
    .from(users)
    .where(or(inArray(users.id, [id, actor.id]), and(eq(users.role, 'admin'), isNull(users.blockedAt))))
    .orderBy(asc(users.id))
    .for('no key update');
  const target = locked.find((user) => user.id === id);
  if (!target) throw new DomainError('not_found');
  const activeAdmins = locked.filter((user) => user.role === 'admin' && user.blockedAt === null);
  return {
    target,
    isLastAdmin: activeAdmins.every((admin) => admin.id === id),
    assertActorStill() {
      if (activeAdmins.some((admin) => admin.id === actor.id)) return;
      const isBlocked = locked.some((user) => user.id === actor.id && user.blockedAt);
      throw new DomainError(isBlocked ? 'blocked' : 'forbidden');
    },
  };
}
