import { eq, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { services } from '#db/schema/services.ts';
import { serviceSources } from '#db/schema/supplier-catalogue.ts';
import type { QualityInput, SourceQuality } from '#shared/supplier-quality.ts';
import type { Actor } from '#shared/users.ts';
import { cachedRead } from '../../base/cache/cached-read.ts';
import { DomainError } from '../../base/errors.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { assertSupplier } from './supplier-rows.ts';

const SINCE = sql.raw(`now() - interval '30 days'`);
/** Only the newest purchases of a supplier count, so that a large one costs no more. */
const MOST_PURCHASES = 50_000;
/** Only the newest prices of a service count. */
const MOST_PRICES = 100;
/** More services of a supplier are left out, those with the fewest purchases. */
const MOST_SERVICES = 500;
/** How many suppliers are cached. */
const MOST_CACHED = 50;

/**
 * How sources delivered services in the last 30 days, the most purchases first; at most a minute old. By `supplierId`: the services of a
 * supplier, at most 500, deleted ones too. By `serviceId`: the present sources of a service; those without a purchase are not there.
 * Admins only.
 * @throws DomainError `not_found` for a supplier, `service_not_found`
 */
export async function readQuality(
  db: Db,
  actor: Actor,
  { supplierId, serviceId }: QualityInput,
): Promise<{ items: SourceQuality[] }> {
  assertAdmin(actor);
  if (serviceId !== undefined) return { items: await readSourcesOf(db, serviceId) };
  const id = supplierId ?? 0;
  await assertSupplier(db, id);
  const items = await sourceQualities.get(db, String(id));
  return { items: items.slice(0, MOST_SERVICES) };
}

async function readSourcesOf(db: Db, id: number): Promise<SourceQuality[]> {
  const [service] = await db.select({ id: services.id }).from(services).where(eq(services.id, id));
  if (!service) throw new DomainError('service_not_found');
  const { supplierId, externalId } = serviceSources;
  const sources = await db
    .select({ supplierId, externalId })
    .from(serviceSources)
    .where(eq(serviceSources.serviceId, id));
  const ids = [...new Set(sources.map((source) => source.supplierId))];
  const items = (await Promise.all(ids.map((each) => sourceQualities.get(db, String(each))))).flat();
  return items.filter(
    (item) =>
      item.serviceId === id &&
      sources.some((source) => source.supplierId === item.supplierId && source.externalId === item.externalId),
  );
}

/**
 * The figures of all services of a supplier, by its id. Ends are those that the supplier decided (`order_events` with it as decider), so
 * the times are those of the panel's reading: an answer is read up to three hours later. A median of times is `percentile_cont(0.5)`.
 */
export const sourceQualities = cachedRead(
  async (db: Db, supplierId: string): Promise<SourceQuality[]> => {
    const rows = await db.execute<Row>(qualityOf(Number(supplierId)));
    return rows.map(({ sinceMs, ...row }) => ({ ...row, supplierId: Number(supplierId), since: new Date(sinceMs) }));
  },
  { freshForMs: 60_000, maxKeys: MOST_CACHED },
);

type Row = Omit<SourceQuality, 'supplierId' | 'since'> & { sinceMs: number };

/** The index `forwards_accepted_idx` has a supplier's purchases in the order of their acceptance. */
const qualityOf = (supplierId: number) => sql`
  with bought as (
    select order_id, external_id, accepted_at, started_at from forwards
    where supplier_id = ${supplierId} and accepted_at >= ${SINCE} order by accepted_at desc limit ${MOST_PURCHASES}
  ), counted as (
    select case when count(*) < ${MOST_PURCHASES} then ${SINCE} else min(accepted_at) end as since from bought
  ), purchases as (
    select o.service_id, b.external_id, count(*)::int as accepted, count(b.started_at)::int as started,
      count(*) filter (where e.to_status = 'completed')::int as completed,
      count(*) filter (where e.to_status = 'partial')::int as partial,
      count(*) filter (where e.to_status = 'rejected')::int as canceled,
      percentile_cont(array[0.5, 0.9]) within group (order by extract(epoch from b.started_at - b.accepted_at) / 60) as start_minutes,
      percentile_cont(array[0.5, 0.9]) within group (order by extract(epoch from e.at - b.accepted_at) / 60)
        filter (where e.to_status = 'completed') as finish_minutes
    from bought b join orders o on o.id = b.order_id
    left join order_events e on e.order_id = b.order_id and e.decider = 'supplier'
    group by o.service_id, b.external_id
  ), refills as (
    select o.service_id, f.external_id, count(*)::int as asked, count(*) filter (where exists (
        select from order_request_events e where e.order_request_id = r.id and e.to_status = 'done' and e.decider = 'supplier'
      ))::int as done
    from order_requests r
    join supplier_requests s on s.order_request_id = r.id and s.attempts > 0
    join forwards f on f.id = s.forward_id and f.supplier_id = ${supplierId}
    join orders o on o.id = f.order_id
    where r.created_at >= ${SINCE} and r.kind = 'refill'
    group by o.service_id, f.external_id
  )
  select v.id as "serviceId", v.name as "serviceName", coalesce(p.external_id, r.external_id) as "externalId",
    (extract(epoch from counted.since) * 1000)::float8 as "sinceMs",
    coalesce(p.accepted, 0) as accepted, coalesce(p.completed, 0) as completed, coalesce(p.partial, 0) as partial,
    coalesce(p.canceled, 0) as canceled, coalesce(p.started, 0) as started,
    round(p.start_minutes[1])::int as "medianStartMinutes", round(p.start_minutes[2])::int as "p90StartMinutes",
    round(p.finish_minutes[1])::int as "medianFinishMinutes", round(p.finish_minutes[2])::int as "p90FinishMinutes",
    coalesce(r.asked, 0) as "refillsAsked", coalesce(r.done, 0) as "refillsDone",
    moves.rises as "servicePriceRises", moves.falls as "servicePriceFalls"
  from purchases p full join refills r using (service_id, external_id)
  join services v on v.id = service_id
  cross join counted
  cross join lateral (
    select count(*) filter (where price_micros > before)::int as rises, count(*) filter (where price_micros < before)::int as falls
    from (
      select price_micros, at, lag(price_micros) over (order by id) as before
      from (select id, price_micros, at from service_prices where service_id = v.id order by id desc limit ${MOST_PRICES + 1}) newest
    ) prices
    where at >= ${SINCE}
  ) moves
  order by accepted desc, "serviceId", "externalId"`;
