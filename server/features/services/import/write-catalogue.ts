import { sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { splitSlug } from '#shared/market/categories.ts';
import { proposeTarget } from '#shared/paste/service-target.ts';
import type { Actor } from '#shared/users.ts';
import { ownedAfter } from '../owned-fields.ts';
import { type PlannedLine, recordOf, writtenNames, writtenRecord } from './catalogue-shape.ts';

type Of<Kind extends PlannedLine['kind']> = Extract<PlannedLine, { kind: Kind }>;

/** Lines per statement, so that no statement delays other requests. */
const LINES_AT_ONCE = 250;

const columnNames = sql.raw(writtenNames.join(', '));
const columnsFromNew = sql.raw(writtenNames.map((name) => `${name} = n.${name}`).join(', '));

/** Updates every changed service in a few statements; orders already placed keep their name and price. */
export async function updateServices(tx: Tx, lines: Of<'update'>[]): Promise<void> {
  const moved = lines.filter(({ changed, current }) => changed.includes('externalId') && current.externalId !== null);
  // Two services may swap external ids, and the index checks each row separately.
  if (moved.length > 0) {
    const ids = moved.map(({ current }) => current.id);
    await tx.execute(sql`update services set external_id = null where id = any(${sql.param(ids)}::bigint[])`);
  }
  for (const some of inGroups(lines)) await updateSome(tx, some);
}

async function updateSome(tx: Tx, lines: Of<'update'>[]): Promise<void> {
  const rows = lines.map(({ fields, current }) => ({ id: current.id, ...recordOf(fields) }));
  await tx.execute(sql`
    update services as s set
      former_names = case when s.name = n.name or s.name = any(s.former_names) then s.former_names
        else array_append(s.former_names, s.name) end,
      shelf_rank = case when s.category = n.category then s.shelf_rank else 0 end,
      ${ownedAfter('s', 'n')},
      ${columnsFromNew}, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (id bigint, ${writtenRecord})
    where s.id = n.id`);
}

/**
 * Inserts every new service in a few statements, in the file's order, with `keyOf` its line as request id.
 * @returns the ids by line
 */
export async function insertServices(
  tx: Tx,
  actor: Actor,
  lines: Of<'create'>[],
  keyOf: (line: number) => string,
): Promise<Map<number, number>> {
  const ids = new Map<number, number>();
  for (const some of inGroups(lines)) {
    const lineOfKey = new Map(some.map(({ line }) => [keyOf(line), line]));
    for (const { id, requestId } of await insertSome(tx, actor, some, [...lineOfKey.keys()])) {
      ids.set(lineOfKey.get(requestId) ?? 0, id);
    }
  }
  return ids;
}

/** @param keys their request ids, in the same order */
function insertSome(tx: Tx, actor: Actor, lines: Of<'create'>[], keys: string[]) {
  const rows = lines.map(({ fields }, nth) => {
    const { externalId: _, hidden: __, ...createdFrom } = fields;
    const { platform, kinds } = proposeTarget(fields.name, splitSlug(fields.category)[0]);
    return { request_id: keys[nth], created_from: createdFrom, platform, kinds, ...recordOf(fields) };
  });
  return tx.execute<{ id: number; requestId: string }>(sql`
    insert into services (${columnNames}, platform, kinds, created_by, request_id, created_from)
    select ${columnNames}, platform, kinds, ${actor.id}, request_id, created_from
    from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as (request_id uuid, created_from jsonb, platform text, kinds text[], ${writtenRecord})) with ordinality
    order by ordinality
    returning id, request_id as "requestId"`);
}

function inGroups<Line>(lines: Line[]): Line[][] {
  const groups = Math.ceil(lines.length / LINES_AT_ONCE);
  return Array.from({ length: groups }, (_, nth) => lines.slice(nth * LINES_AT_ONCE, (nth + 1) * LINES_AT_ONCE));
}
