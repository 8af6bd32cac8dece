import { sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { supplierFields } from '#shared/supplier-fields.ts';
import type { Actor } from '#shared/users.ts';
import { followSources } from '../../../suppliers/catalogue/follow-sources.ts';
import { lockServices } from '../../../suppliers/catalogue/lock-catalogue.ts';
import { shopLines } from '../../../suppliers/catalogue/shop-lines.ts';
import type { LineToCreate } from './plan-acceptance.ts';

interface Of {
  supplierId: number;
  /** The services' own; undefined for the rule of the supplier or the shop. */
  marginBasisPoints: number | undefined;
}

/** The promised time of a service whose supplier promises none. */
const AVG_TIME_HOURS = 24;

/** What a line gives its service, with the types in SQL. */
const columns: Record<Exclude<keyof LineToCreate, 'externalId' | 'category'>, string> = {
  ...{ priceMicros: 'bigint', platform: 'text', kinds: 'text', quality: 'text', nameBn: 'text', refillDays: 'int' },
  ...{ autoRefill: 'boolean', startMinutes: 'int', speedPerDay: 'bigint', country: 'text', drop: 'text', kind: 'text' },
};
const chosenColumns = sql.raw(
  Object.keys(columns)
    .map((name) => `chosen."${name}"`)
    .join(', '),
);
const record = sql.raw(
  Object.entries({ externalId: 'text', category: 'text', ...columns })
    .map(([name, type]) => `"${name}" ${type}`)
    .join(', '),
);

/**
 * Makes a service on sale of each line, with the line as its first source, in one statement.
 * @returns the ids of the services
 */
export async function createServices(
  tx: Tx,
  actor: Actor,
  lines: LineToCreate[],
  { supplierId, marginBasisPoints = null }: { supplierId: number; marginBasisPoints: number | null | undefined },
): Promise<number[]> {
  const fields = sql.raw(supplierFields.map((field) => `'${field}'`).join(', '));
  const made = await tx.execute(sql`
    with lines as materialized (
      select nextval(pg_get_serial_sequence('services', 'id')) as id, sorted.*
      from (
        select l.*, chosen.category as shop_category, ${chosenColumns}
        from rows from (jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as (${record})) with ordinality as chosen
        join ${shopLines} l on l.supplier_id = ${supplierId} and l.external_id = chosen."externalId"
        order by chosen.ordinality
      ) as sorted
    ), made as (
      insert into services (id, name, description, category, price_micros, type, per, min, max, avg_time_hours, refill_days, cancel,
        platform, kinds, name_bn, auto_refill, start_minutes, speed_per_day, quality, country, drop, kind, margin_basis_points, priced_by_rule, fields_of_supplier, forwarded, created_by)
      overriding system value
      select id, fit_name, fit_description, shop_category, "priceMicros", type, per, fit_min, fit_max, ${AVG_TIME_HOURS}::int,
        "refillDays", cancel, platform, string_to_array(kinds, ','), "nameBn", "autoRefill", "startMinutes", "speedPerDay",
        string_to_array(quality, ','), country, drop, kind, ${marginBasisPoints}::int, true, array[${fields}], true,
        ${actor.id}
      from lines
      returning id
    ), bought as (
      insert into service_sources (service_id, position, supplier_id, external_id, accepted_cost_exact, accepted_by)
      select id, 1, supplier_id, external_id, cost_exact, ${actor.id} from lines
    )
    select id from made order by id`);
  return made.map(({ id }) => Number(id));
}

/**
 * Accepts the changes of lines that services are bought of: their costs, and what follows them. A source that is gone stays paused by
 * the person, also if the list has it again.
 * @returns the ids of the services
 */
export async function acceptChanges(
  tx: Tx,
  actor: Actor,
  externalIds: string[],
  { supplierId, marginBasisPoints }: Of,
): Promise<number[]> {
  const isOfLines = sql`s.supplier_id = ${supplierId} and s.external_id = any(${sql.param(externalIds)}::text[])`;
  const ids = await lockServices(tx, sql`v.id in (select s.service_id from service_sources s where ${isOfLines})`);
  const isLiving = sql`s.service_id = any(${sql.param(ids)}::bigint[])`;
  const accepted = await tx.execute(sql`
    update service_sources s set accepted_cost_exact = l.cost_exact, accepted_at = now(), accepted_by = ${actor.id},
      paused_reason = case when l.gone_at is not null and s.paused_reason = 'gone' then 'person' else s.paused_reason end
    from supplier_services l
    where l.supplier_id = s.supplier_id and l.external_id = s.external_id and ${isOfLines} and ${isLiving}
    returning s.service_id, s.position`);
  // Services follow only their first source.
  const following = accepted.filter(({ position }) => position === 1).map((row) => Number(row.service_id));
  if (marginBasisPoints !== undefined) {
    await tx.execute(sql`
      update services v set margin_basis_points = ${marginBasisPoints}::int
      where v.priced_by_rule and v.id = any(${sql.param(following)}::bigint[])`);
  }
  await followSources(tx, following, { withType: true });
  return ids;
}
