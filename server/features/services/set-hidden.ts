import { and, eq, isNotNull, isNull, ne, or } from 'drizzle-orm';
import { services } from '#db/schema/services.ts';
import type { SetHiddenInput } from '#shared/admin-services.ts';
import type { Done } from '#shared/done.ts';
import type { Actor } from '#shared/users.ts';
import { recordAction } from '../../base/audit/record-action.ts';
import type { WriteDeps } from '../../base/deps.ts';
import { DomainError } from '../../base/errors.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';

/**
 * Hides a service from customers, or shows it again; a repeated call changes nothing. A paused service that a person hides stays hidden
 * when the reason of the pause ends. Orders, favourites and position stay. Admins only.
 * @throws DomainError `service_not_found`
 */
export async function setHidden(
  { db, events }: WriteDeps,
  actor: Actor,
  { id, hidden }: SetHiddenInput,
): Promise<Done> {
  assertAdmin(actor);
  const kept = and(eq(services.id, id), isNull(services.deletedAt));
  await db.transaction(async (tx) => {
    const [changed] = await tx
      .update(services)
      .set({ hidden, pausedAt: null, pausedReason: null })
      .where(and(kept, or(ne(services.hidden, hidden), hidden ? isNotNull(services.pausedAt) : undefined)))
      .returning({ name: services.name });
    if (!changed) {
      if ((await tx.$count(services, kept)) === 0) throw new DomainError('service_not_found');
      return;
    }
    await recordAction(tx, actor, {
      action: hidden ? 'service.hide' : 'service.show',
      subject: 'service',
      subjectId: id,
      subjectName: changed.name,
      before: { hidden: !hidden },
      after: { hidden },
    });
  });
  events.publish('services');
  return { ok: true };
}
