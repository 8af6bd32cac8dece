import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { users } from '#db/schema/users.ts';
import type { Actor, AdminUser, setRoleInput } from '#shared/users.ts';
import { recordAction } from '../../base/audit/record-action.ts';
import type { WriteDeps } from '../../base/deps.ts';
import { DomainError } from '../../base/errors.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { assertReauthenticated } from '../../base/identity/assert-reauthenticated.ts';
import { getUser } from './get-user.ts';
import { lockAdmins } from './lock-admins.ts';

const lastAdmin = "The last active admin can't become a customer. Make somebody else an admin first.";

/**
 * Makes a user an admin or a customer; also oneself, if another active admin is left. Effective from their next call.
 * @throws DomainError `forbidden` or `blocked` also if the caller lost the role in the meantime, `not_found`, `last_admin`,
 * `reauthentication_required`
 */
export async function setRole(
  { db, events }: WriteDeps,
  actor: Actor,
  { id, role }: z.output<typeof setRoleInput>,
): Promise<AdminUser> {
  assertAdmin(actor);
  const user = await db.transaction(async (tx) => {
    const { target, isLastAdmin, assertActorStill } = await lockAdmins(tx, actor, id);
    if (target.role !== role) {
      if (role !== 'admin' && isLastAdmin) throw new DomainError('last_admin', { message: lastAdmin });
      assertActorStill();
      assertReauthenticated(actor);
      await tx.update(users).set({ role }).where(eq(users.id, id));
    }
    const after = await getUser(tx, actor, { id });
    await recordAction(tx, actor, {
      action: 'user.setRole',
      subject: 'user',
      subjectId: id,
      subjectName: after.userName,
      userId: id,
      before: { role: target.role },
      after: { role },
    });
    return after;
  });
  // Their event streams start or stop including all orders.
  events.publish('sessions', String(id));
  return user;
}
