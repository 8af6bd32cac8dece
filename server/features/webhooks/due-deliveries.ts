import { type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';

/** The webhooks' name in the queue. */
export const QUEUE = 'webhooks';

const LARGEST_ID = sql`9223372036854775807`;

/** Common table expression `waiting (id)`: webhooks with waiting deliveries, one step in the index for each, however many deliveries there are. */
export const waitingWebhooks = sql`waiting (id) as (
  (select webhook_id from webhook_deliveries where status = 'waiting' order by webhook_id limit 1)
  union all
  select (select d.webhook_id from webhook_deliveries d where d.status = 'waiting' and d.webhook_id > waiting.id order by d.webhook_id limit 1)
  from waiting where waiting.id is not null)`;

/**
 * Lets the rest of a transaction find waiting deliveries in the order of an index: by statistics from before a burst the planner would read and sort all
 * of a webhook's.
 */
export async function readInOrder(tx: Tx): Promise<void> {
  await tx.execute(
    sql`select set_config(name, 'off', true) from unnest(array['enable_sort', 'enable_incremental_sort']) as name`,
  );
}

/** The oldest waiting delivery of the subject of `d` between two ids, in the order of its index. */
export const oldestOfSubject = (from: SQL, to: SQL) => sql`
  select s.id, s.next_attempt_at from webhook_deliveries s
  where s.status = 'waiting' and (s.webhook_id, s.event, s.subject_id, s.id) > (d.webhook_id, d.event, d.subject_id, ${from})
    and (s.webhook_id, s.event, s.subject_id, s.id) < (d.webhook_id, d.event, d.subject_id, ${to})
  order by s.webhook_id, s.event, s.subject_id, s.id limit 1`;

/** @returns milliseconds until the next delivery is due; undefined if none waits */
export async function msUntilDue(db: Db): Promise<number | undefined> {
  const [next] = await db.transaction(async (tx) => {
    await readInOrder(tx);
    return tx.execute<{ ms: number | null }>(sql`
      with recursive ${waitingWebhooks}
      select ceil(extract(epoch from min(next.at) - now()) * 1000)::float8 as ms from waiting cross join lateral (
        select next_attempt_at as at from webhook_deliveries
        where webhook_id = waiting.id and status = 'waiting' and next_attempt_at > now() order by next_attempt_at limit 1) next`);
  });
  return next?.ms ?? undefined;
}

/** Makes the event behind one that has ended due: it was put off behind it. */
export async function makeNextDue(tx: Tx, id: number): Promise<void> {
  await readInOrder(tx);
  await tx.execute(sql`
    update webhook_deliveries set next_attempt_at = now()
    where next_attempt_at > now() and id = (
      select next.id from webhook_deliveries d cross join lateral (${oldestOfSubject(sql`d.id`, LARGEST_ID)}) next where d.id = ${id})`);
}
