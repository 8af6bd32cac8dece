import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { targetKeyOf } from '../../money/target-key.ts';

const AT_ONCE = 500;
/** So that the update is small beside the shop's own work. */
const PAUSE_MS = 1_000;

/** Older orders that are done are found by the text of their links. */
const isWanted = sql.raw(
  `target_key is null and (status in ('pending', 'processing') or created_at > now() - interval '90 days')`,
);

/**
 * Writes the targets of open orders and of those of the last 90 days that have none: an older server does not write it.
 * @returns in how many milliseconds to go on; undefined if there are no more
 */
export async function fillTargets(db: Db): Promise<number | undefined> {
  const rows = await db.execute<{ id: number; link: string }>(
    sql`select id, link from orders where ${isWanted} order by id desc limit ${AT_ONCE}`,
  );
  if (rows.length === 0) return undefined;
  const ids = rows.map(({ id }) => id);
  const keys = rows.map(({ link }) => targetKeyOf(link));
  await db.execute(sql`
    update orders set target_key = filled.key
    from unnest(${sql.param(ids)}::bigint[], ${sql.param(keys)}::text[]) as filled (id, key)
    where orders.id = filled.id and target_key is null`);
  return rows.length < AT_ONCE ? undefined : PAUSE_MS;
}
