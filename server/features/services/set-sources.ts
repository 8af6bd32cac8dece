import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { services } from '#db/schema/services.ts';
import { serviceSources } from '#db/schema/supplier-catalogue.ts';
import { suppliers } from '#db/schema/suppliers.ts';
import type { FetchedList, ServiceSource, ServiceSourcing, SetSourcesInput } from '#shared/supplier-catalogue.ts';
import type { Actor } from '#shared/users.ts';
import { recordAction } from '../../base/audit/record-action.ts';
import type { WriteDeps } from '../../base/deps.ts';
import { DomainError, fieldError } from '../../base/errors.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { callInBackground } from '../../base/queue/call-background.ts';
import { reviewSources } from '../../suppliers/catalogue/review-sources.ts';
import { readSourcing } from './read-sources.ts';

/**
 * Sets where a service is bought, in this order; none makes its orders handwork. A new source's cost is accepted by it. A source that
 * stays keeps its accepted cost and its pause. Only orders that are placed afterwards are forwarded by themselves. Reads the list of a
 * supplier that was never read. Admins only.
 * @throws DomainError `service_not_found`, `bad_input` for a source that the list lacks or that is of another type
 */
export async function setSources(
  deps: WriteDeps,
  actor: Actor,
  { id, sources }: SetSourcesInput,
): Promise<ServiceSourcing> {
  assertAdmin(actor);
  const { db, events } = deps;
  for (const supplierId of new Set(sources.map((source) => source.supplierId)))
    await readFirstList(deps, actor, supplierId);
  const sourcing = await db.transaction(async (tx) => {
    const service = await lockService(tx, id);
    const before = await readSourcing(tx, id);
    await assertListed(tx, id, sources);
    await writeSources(tx, actor, id, sources);
    await reviewSources(tx, [id]);
    const after = await readSourcing(tx, id);
    await recordAction(tx, actor, {
      action: 'service.setSources',
      subject: 'service',
      subjectId: id,
      subjectName: service.name,
      before: { sources: before.sources.map(inWords) },
      after: { sources: after.sources.map(inWords) },
    });
    return after;
  });
  events.publish('services');
  return sourcing;
}

const inWords = ({ supplierName, externalId }: ServiceSource) => `${supplierName}: ${externalId}`;

/** @throws DomainError `bad_input` for a supplier that does not exist, or whose first list can't be read in time */
async function readFirstList(deps: WriteDeps, actor: Actor, id: number): Promise<void> {
  const [supplier] = await deps.db.select({ listedAt: suppliers.listedAt }).from(suppliers).where(eq(suppliers.id, id));
  if (!supplier) throw fieldError('bad_input', 'sources', 'There is no such supplier');
  if (supplier.listedAt) return;
  const list = await callInBackground<FetchedList>(deps, { kind: 'suppliers.fetch', actor, input: { id } });
  if ('running' in list)
    throw fieldError('bad_input', 'sources', 'The list of the supplier is still being read. Save again in a moment.');
  const { problem } = list;
  if (problem) throw fieldError('bad_input', 'sources', `The list of the supplier can not be read: ${problem.text}`);
}

/**
 * Locks a service for a change of its sources or its price.
 * @throws DomainError `service_not_found`
 */
export async function lockService(tx: Tx, id: number) {
  const [service] = await tx
    .select({ name: services.name, type: services.type })
    .from(services)
    .where(and(eq(services.id, id), isNull(services.deletedAt)))
    .for('no key update');
  if (!service) throw new DomainError('service_not_found');
  return service;
}

/** Sources that the service has already are not judged: a source that is gone may stay. */
async function assertListed(tx: Tx, id: number, sources: SetSourcesInput['sources']): Promise<void> {
  const [wrong] = await tx.execute<{ externalId: string; isListed: boolean }>(sql`
    select n.external_id as "externalId", l.external_id is not null and l.gone_at is null as "isListed"
    from ${asTable(sources)}
    join services v on v.id = ${id}
    left join supplier_services l on l.supplier_id = n.supplier_id and l.external_id = n.external_id
    where (l.external_id is null or l.gone_at is not null or l.type is distinct from v.type)
      and not exists (select from service_sources s
        where s.service_id = v.id and s.supplier_id = n.supplier_id and s.external_id = n.external_id)
    order by n.position limit 1`);
  if (!wrong) return;
  const message = wrong.isListed
    ? `Service ${wrong.externalId} of the supplier is of another type`
    : `The supplier's list has no service ${wrong.externalId}`;
  throw fieldError('bad_input', 'sources', message);
}

/** The rows are replaced: the position is part of their key, and two sources may swap theirs. */
async function writeSources(tx: Tx, actor: Actor, id: number, sources: SetSourcesInput['sources']): Promise<void> {
  const rows = await tx.select().from(serviceSources).where(eq(serviceSources.serviceId, id));
  const isOf = (one: SetSourcesInput['sources'][number], other: SetSourcesInput['sources'][number]) =>
    one.supplierId === other.supplierId && one.externalId === other.externalId;
  await tx.delete(serviceSources).where(eq(serviceSources.serviceId, id));
  for (const [index, source] of sources.entries()) {
    const position = index + 1;
    const old = rows.find((row) => isOf(row, source));
    const { supplierId, externalId } = source;
    await tx.insert(serviceSources).values(
      old
        ? { ...old, position }
        : {
            ...{ serviceId: id, position, supplierId, externalId, acceptedBy: actor.id },
            acceptedCostMicros: sql`(select cost_exact from supplier_services
              where supplier_id = ${supplierId} and external_id = ${externalId})`,
          },
    );
  }
  await tx
    .update(services)
    .set({ forwarded: sources.length > 0 })
    .where(eq(services.id, id));
}

function asTable(sources: SetSourcesInput['sources']) {
  const supplierIds = sql.param(sources.map(({ supplierId }) => supplierId));
  const externalIds = sql.param(sources.map(({ externalId }) => externalId));
  return sql`unnest(${supplierIds}::bigint[], ${externalIds}::text[]) with ordinality as n (supplier_id, external_id, position)`;
}
