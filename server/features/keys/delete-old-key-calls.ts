import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';

/** The log of a key's calls. */
export const KEPT_DAYS = 7;
export const KEPT_CALLS = 1_000;
/** So that no statement takes long. */
const ROWS_AT_ONCE = 5_000;

/** Deletes calls of keys of more than 7 days ago, and all but the last 1,000 of each key. Safe on several servers at once. */
export async function deleteOldKeyCalls(db: Db): Promise<void> {
  await deleteInParts(db, sql`select c.id from key_calls c where at < now() - make_interval(days => ${KEPT_DAYS})`);
  // One step in the index for each key, however many calls there are.
  await deleteInParts(
    db,
    sql`with recursive owner (id) as (
        select min(key_id) from key_calls
        union all
        select (select min(key_id) from key_calls where key_id > owner.id) from owner where owner.id is not null)
      select c.id from owner
      cross join lateral (select k.id from key_calls k where k.key_id = owner.id order by k.id desc offset ${KEPT_CALLS} limit 1) as newest
      join key_calls c on c.key_id = owner.id and c.id <= newest.id`,
  );
}

/** @param ids selects rows `c` */
async function deleteInParts(db: Db, ids: SQL): Promise<void> {
  for (let deleted = ROWS_AT_ONCE; deleted === ROWS_AT_ONCE; ) {
    const rows = await db.execute(sql`
      delete from key_calls where id = any(array(${ids} limit ${ROWS_AT_ONCE} for update of c skip locked)) returning id`);
    deleted = rows.length;
  }
}
