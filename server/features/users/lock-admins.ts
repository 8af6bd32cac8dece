import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { users } from '#db/schema/users.ts';
import type { Actor, Role } from '#shared/users.ts';
import { DomainError } from '../../errors.ts';

interface LockedUser {
  id: number;
  role: Role;
  blockedAt: Date | null;
}

interface Locked {
  /** The user who is to be changed. */
  target: LockedUser;
  /** Whether nobody would be left to run the shop without them. */
  isLastAdmin: boolean;
  /** @throws DomainError `blocked`, `forbidden` where the caller lost what it takes at this very moment */
  assertActorStill: () => void;
}

/**
 * Locks the user to be changed and every active admin, in one order: of two admins who act on each other the second one sees
 * what the first did.
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
