import { and, eq, isNull, sql } from 'drizzle-orm';
import { services } from '#db/schema/services.ts';
import type { Done } from '#shared/done.ts';
import type { Actor } from '#shared/users.ts';
import { recordAction } from '../../base/audit/record-action.ts';
import type { WriteDeps } from '../../base/deps.ts';
import { DomainError } from '../../base/errors.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { auditedFields, namedServiceColumns } from './service-rows.ts';

/**
 * Removes a service from all lists and from sale. Its orders and their history stay. Admins only.
 * @throws DomainError `service_not_found`
 */
export async function deleteService({ db, events }: WriteDeps, actor: Actor, { id }: { id: number }): Promise<Done> {
  assertAdmin(actor);
  await db.transaction(async (tx) => {
    const [deleted] = await tx
      .update(services)
      .set({ deletedAt: sql`now()` })
      .where(and(eq(services.id, id), isNull(services.deletedAt)))
      .returning(namedServiceColumns);
    if (!deleted) throw new DomainError('service_not_found');
    await recordAction(tx, actor, {
      action: 'service.delete',
      subject: 'service',
      subjectId: id,
      subjectName: deleted.name,
      before: auditedFields(deleted),
      after: null,
    });
  });
  events.publish('services');
  return { ok: true };
}
