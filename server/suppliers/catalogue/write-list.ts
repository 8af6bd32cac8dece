import { setImmediate as othersTurn } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { supplierUnreadableLines } from '#db/schema/supplier-catalogue.ts';
import { ruleOf, typeNamed } from '#shared/service-types.ts';
import { supplierCostOf } from '#shared/supplier-money.ts';
import { inSlices, SLICE_LINES } from '../list-turns.ts';
import type { ListedService, ServicesResult } from '../protocols/results.ts';

/** The most lines of a list that are proposed besides those that services are bought of. */
export const MAX_PROPOSED_LINES = 25_000;

const columns = 'name category description trade_type type cost_exact min max refill cancel'.split(' ');
const columnsOf = (row: string) => sql.raw(columns.map((column) => `${row}.${column}`).join(', '));

/** The lines of the lists before, by their ids: whether the last list has one, and whether a service is bought of it. */
export type StoredLines = Map<string, { isListed: boolean; isBought: boolean }>;

/** Reads what is stored of a supplier's lists, by the slice. The caller has locked the catalogue. */
export async function readStoredLines(tx: Tx, supplierId: number): Promise<StoredLines> {
  const stored: StoredLines = new Map();
  let rows: { externalId: string; isListed: boolean; isBought: boolean }[];
  let last = '';
  do {
    rows = await tx.execute<(typeof rows)[number]>(sql`
      select l.external_id as "externalId", l.missing_lists = 0 as "isListed", exists (
          select from service_sources s where s.supplier_id = l.supplier_id and s.external_id = l.external_id
        ) as "isBought"
      from supplier_services l where l.supplier_id = ${supplierId} and l.external_id > ${last}
      order by l.external_id limit ${SLICE_LINES}`);
    for (const { externalId, ...line } of rows) stored.set(externalId, line);
    last = rows.at(-1)?.externalId ?? '';
  } while (rows.length === SLICE_LINES);
  return stored;
}

/** The lines that are written: those of services, then those that were proposed before, then new ones, in the order of the list. */
export function chooseLines(services: ListedService[], stored: StoredLines) {
  const bought: ListedService[] = [];
  const known: ListedService[] = [];
  const fresh: ListedService[] = [];
  for (const service of services) {
    const before = stored.get(service.externalId);
    (before?.isBought ? bought : before?.isListed ? known : fresh).push(service);
  }
  const others = [...known, ...fresh];
  const leftOut = Math.max(others.length - MAX_PROPOSED_LINES, 0);
  return { chosen: [...bought, ...others.slice(0, MAX_PROPOSED_LINES)], leftOut };
}

/**
 * Writes a supplier's list, by the slice; an unchanged line is not written. Lines that it lacks stay; two lists an hour apart that lack a
 * line make it gone. A line that can't be read stays as it is, and is not missing.
 */
export async function writeList(
  tx: Tx,
  supplierId: number,
  { services, unreadable, unreadableIds }: Omit<Extract<ServicesResult, { kind: 'answered' }>, 'kind'>,
  stored: StoredLines,
): Promise<void> {
  const lengthOf = ({ name, category, description }: ListedService) =>
    name.length + category.length + description.length;
  for (const slice of inSlices(services, lengthOf)) {
    await writeLines(tx, supplierId, slice);
    await othersTurn();
  }
  const present = new Set([...services.map(({ externalId }) => externalId), ...unreadableIds]);
  const missing = [...stored.keys()].filter((externalId) => !present.has(externalId));
  for (const some of inSlices(missing, () => 0))
    await tx.execute(sql`
      update supplier_services s set missing_lists = s.missing_lists + 1, missing_since = coalesce(s.missing_since, now()),
        gone_at = coalesce(s.gone_at, case when s.missing_since <= now() - interval '1 hour' then now() end)
      where s.supplier_id = ${supplierId}
        and s.external_id = any(${sql.param(some)}::text[])`);
  await tx.execute(sql`delete from supplier_unreadable_lines where supplier_id = ${supplierId}`);
  for (const some of inSlices(unreadable, () => 0))
    await tx
      .insert(supplierUnreadableLines)
      .values(some.map(({ line, ...each }) => ({ ...each, supplierId, lineNo: line })));
}

/** A line of type Default that takes one unit is offered as a package: one unit at a thousandth of the rate. */
function asSold(service: ListedService) {
  const type = typeNamed(service.tradeType) ?? null;
  if (type !== 'default' || service.max !== 1 || service.min > 1) return { ...service, type };
  return { ...service, type: 'package' as const, costMicros: supplierCostOf(1, service.costMicros, ruleOf(type).per) };
}

async function writeLines(tx: Tx, supplierId: number, services: ListedService[]): Promise<void> {
  const sold = services.map(asSold);
  const column = (valueOf: (service: (typeof sold)[number]) => unknown) => sql.param(sold.map(valueOf));
  await tx.execute(sql`
    insert into supplier_services (supplier_id, external_id, name, category, description, trade_type, type, cost_exact, min, max,
      refill, cancel)
    select ${supplierId}::bigint, * from unnest(
      ${column(({ externalId }) => externalId)}::text[], ${column(({ name }) => name)}::text[],
      ${column(({ category }) => category)}::text[], ${column(({ description }) => description)}::text[],
      ${column(({ tradeType }) => tradeType)}::text[], ${column(({ type }) => type)}::text[],
      ${column(({ costMicros }) => costMicros)}::text[]::numeric[], ${column(({ min }) => min)}::bigint[],
      ${column(({ max }) => max)}::bigint[], ${column(({ refill }) => String(refill))}::boolean[],
      ${column(({ cancel }) => String(cancel))}::boolean[])
    on conflict (supplier_id, external_id) do update set
      name = excluded.name, category = excluded.category, description = excluded.description, trade_type = excluded.trade_type,
      type = excluded.type, cost_exact = excluded.cost_exact, min = excluded.min, max = excluded.max, refill = excluded.refill,
      cancel = excluded.cancel, missing_lists = 0, missing_since = null, gone_at = null, listed_at = now()
    where (${columnsOf('supplier_services')}, supplier_services.missing_lists) is distinct from (${columnsOf('excluded')}, 0)`);
}
