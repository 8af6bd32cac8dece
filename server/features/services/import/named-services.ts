import { inArray, or, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { services } from '#db/schema/services.ts';
import { readCategories } from '../../../base/lists/categories.ts';
import { type CatalogueCells, catalogueRowColumns } from './catalogue-shape.ts';
import { idIn, type NamedServices } from './judge-lines.ts';

/** PostgreSQL's limit. */
const LONGEST_EXTERNAL_ID = 64;

/**
 * Reads every service that a line refers to, including deleted ones.
 * @param lock locks them until the transaction ends; orders can still be placed
 */
export async function readNamedServices(
  db: Db | Tx,
  lines: CatalogueCells[],
  { lock }: { lock: boolean },
): Promise<NamedServices> {
  const ids = lines.flatMap(({ cells }) => idIn(cells.id ?? '') ?? []);
  const externalIds = lines.flatMap(({ cells }) => nameIn(cells.externalId) ?? []);
  const query = db
    .select({ ...catalogueRowColumns, forwarded: services.forwarded, deletedAt: services.deletedAt })
    .from(services)
    .where(
      or(
        inArray(services.id, sql`(select unnest(${sql.param(ids)}::bigint[]))`),
        inArray(services.externalId, sql`(select unnest(${sql.param(externalIds)}::text[]))`),
      ),
    )
    .orderBy(services.id);
  const { bySlug } = await readCategories(db);
  const rows = await (lock ? query.for('no key update') : query);
  return {
    byId: new Map(rows.map((row) => [row.id, row])),
    categories: new Map([...bySlug].map(([slug, leadsTo]) => [slug, leadsTo.slug])),
    byExternalId: new Map(rows.flatMap((row) => (row.externalId === null ? [] : [[row.externalId, row] as const]))),
  };
}

/** A possible external id; a NUL would fail the whole statement. */
function nameIn(cell = ''): string | undefined {
  const name = cell.trim();
  const isPossible = name !== '' && name.length <= LONGEST_EXTERNAL_ID && !name.includes('\0') && name.isWellFormed();
  return isPossible ? name : undefined;
}
