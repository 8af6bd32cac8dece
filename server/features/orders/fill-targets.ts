import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { targetKeyOf } from '../../money/target-key.ts';

const AT_ONCE = 500;
/** So that the update is small beside the shop's own work. */
const PAUSE_MS = 1_000;

/** Open orders first, then those of the last 90 days: an older one is found by the text of its link. Each has its own index. */
const wanted = [
  sql`status in ('pending', 'processing') order by id`,
  sql`created_at > now() - interval '90 days' and status not in ('pending', 'processing') order by created_at`,
];

/**
 * Writes the targets of orders that have none, because an older server or version placed them. Safe on several servers at once.
 * @returns in how many milliseconds to go on; undefined if there are no more
 */
export async function fillTargets(db: Db): Promise<number | undefined> {
  for (const condition of wanted) if (await fillSome(db, condition)) return PAUSE_MS;
  return undefined;
}

/** Orders that are being changed come later. @returns whether there were any */
async function fillSome(db: Db, condition: SQL): Promise<boolean> {
  return db.transaction(async (tx) => {
    const rows = await tx.execute<{ id: number; link: string }>(sql`
      select id, link from orders where target_key is null and ${condition}
      limit ${AT_ONCE} for no key update skip locked`);
    const ids = rows.map(({ id }) => id);
    const keys = rows.map(({ link }) => targetKeyOf(link));
    if (rows.length > 0)
      await tx.execute(sql`
        update orders set target_key = filled.key
        from unnest(${sql.param(ids)}::bigint[], ${sql.param(keys)}::text[]) as filled (id, key)
        where orders.id = filled.id`);
    return rows.length > 0;
  });
}
