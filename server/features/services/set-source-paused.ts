import { and, eq, sql } from 'drizzle-orm';
import { serviceSources } from '#db/schema/supplier-catalogue.ts';
import { suppliers } from '#db/schema/suppliers.ts';
import type { ServiceSourcing, SourceInput } from '#shared/supplier-catalogue.ts';
import type { Actor } from '#shared/users.ts';
import { recordAction } from '../../base/audit/record-action.ts';
import type { Deps } from '../../base/deps.ts';
import { DomainError } from '../../base/errors.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { reviewSources } from '../../suppliers/catalogue/review-sources.ts';
import { readSourcing } from './read-sources.ts';
import { lockService } from './set-sources.ts';

const costListed = sql`(select l.cost_exact from supplier_services l
  where l.supplier_id = ${serviceSources.supplierId} and l.external_id = ${serviceSources.externalId})`;

/**
 * Pauses a source, so that nothing is bought there, or resumes it: a service that the panel paused is on sale again then, and the rise of a
 * cost that paused it is accepted. A source that can't be bought at the service's price is paused again at once. A repeated call changes nothing. Admins only.
 * @throws DomainError `service_not_found`, `not_found` for a source that the service does not have
 */
export async function setSourcePaused(
  { db, events }: Pick<Deps, 'db' | 'events'>,
  actor: Actor,
  { id, supplierId, externalId }: SourceInput,
  paused: boolean,
): Promise<ServiceSourcing> {
  assertAdmin(actor);
  const sourcing = await db.transaction(async (tx) => {
    const { name } = await lockService(tx, id);
    const isThis = and(
      eq(serviceSources.serviceId, id),
      eq(serviceSources.supplierId, supplierId),
      eq(serviceSources.externalId, externalId),
    );
    const [before] = await tx
      .select({ paused: serviceSources.pausedReason, supplierName: suppliers.name })
      .from(serviceSources)
      .innerJoin(suppliers, eq(suppliers.id, serviceSources.supplierId))
      .where(isThis);
    if (!before) throw new DomainError('not_found');
    const isChange = paused ? before.paused !== 'person' : before.paused !== null;
    if (!isChange) return readSourcing(tx, id);
    await tx
      .update(serviceSources)
      .set(
        paused
          ? { pausedReason: 'person', pausedAt: sql`now()`, pausedText: null }
          : { pausedReason: null, pausedAt: null, pausedText: null, overcharges: 0 },
      )
      .where(isThis);
    // A person who resumes a source accepts the rise that has paused it.
    if (!paused && before.paused === 'dearer')
      await tx
        .update(serviceSources)
        .set({ acceptedCostMicros: costListed, acceptedAt: sql`now()`, acceptedBy: actor.id })
        .where(isThis);
    await reviewSources(tx, [id]);
    const [after] = await tx.select({ paused: serviceSources.pausedReason }).from(serviceSources).where(isThis);
    await recordAction(tx, actor, {
      action: paused ? 'service.pauseSource' : 'service.resumeSource',
      subject: 'service',
      subjectId: id,
      subjectName: name,
      before: { sourcePaused: before.paused },
      after: { sourcePaused: after?.paused ?? null, source: `${before.supplierName}: ${externalId}` },
    });
    return readSourcing(tx, id);
  });
  events.publish('services');
  return sourcing;
}
