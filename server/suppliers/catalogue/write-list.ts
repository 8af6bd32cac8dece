import { sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { typeNamed } from '#shared/service-types.ts';
import type { ListedService } from '../api/results.ts';

const columns = 'name category description trade_type type cost_exact min max refill cancel'.split(' ');
const columnsOf = (row: string) => sql.raw(columns.map((column) => `${row}.${column}`).join(', '));

/**
 * Writes a supplier's list in one statement; an unchanged line is not written. Lines that it lacks stay; two lists an hour apart that lack a line make it gone.
 * @param unreadableIds lines that the list has but that can't be read: they stay as they are, and are not missing
 */
export async function writeList(
  tx: Tx,
  supplierId: number,
  { services, unreadableIds }: { services: ListedService[]; unreadableIds: string[] },
): Promise<void> {
  const column = (valueOf: (service: ListedService) => unknown) => sql.param(services.map(valueOf));
  await tx.execute(sql`
    with listed as materialized (
      select * from unnest(
        ${column(({ externalId }) => externalId)}::text[], ${column(({ name }) => name)}::text[],
        ${column(({ category }) => category)}::text[], ${column(({ description }) => description)}::text[],
        ${column(({ tradeType }) => tradeType)}::text[], ${column(({ tradeType }) => typeNamed(tradeType) ?? null)}::text[],
        ${column(({ costMicros }) => costMicros)}::text[]::numeric[], ${column(({ min }) => min)}::bigint[],
        ${column(({ max }) => max)}::bigint[], ${column(({ refill }) => String(refill))}::boolean[],
        ${column(({ cancel }) => String(cancel))}::boolean[]
      ) as listed (external_id, name, category, description, trade_type, type, cost_exact, min, max, refill, cancel)
    ), missing as (
      update supplier_services s set missing_lists = s.missing_lists + 1, missing_since = coalesce(s.missing_since, now()),
        gone_at = coalesce(s.gone_at, case when s.missing_since <= now() - interval '1 hour' then now() end)
      where s.supplier_id = ${supplierId} and s.external_id <> all(${sql.param(unreadableIds)}::text[])
        and not exists (select from listed where listed.external_id = s.external_id)
    )
    insert into supplier_services (supplier_id, external_id, name, category, description, trade_type, type, cost_exact, min, max,
      refill, cancel)
    select ${supplierId}::bigint, * from listed
    on conflict (supplier_id, external_id) do update set
      name = excluded.name, category = excluded.category, description = excluded.description, trade_type = excluded.trade_type,
      type = excluded.type, cost_exact = excluded.cost_exact, min = excluded.min, max = excluded.max, refill = excluded.refill,
      cancel = excluded.cancel, missing_lists = 0, missing_since = null, gone_at = null, listed_at = now()
    where (${columnsOf('supplier_services')}, supplier_services.missing_lists) is distinct from (${columnsOf('excluded')}, 0)`);
}
