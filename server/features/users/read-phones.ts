import { and, gt, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { users } from '#db/schema/users.ts';
import { readPhone } from '../../base/identity/phone-number.ts';

/** So that no row is locked for long. */
const ROWS_AT_ONCE = 500;

/** Written like the index `users_phone_unread_idx`. */
const isUnread = sql`${users.phoneRead} is distinct from ${users.phone}`;

/**
 * Reads the phone numbers that a server without {@link readPhone} wrote. Safe on several servers at once: each skips rows that another
 * has locked.
 */
export async function readPhones(db: Db): Promise<void> {
  let last: number | undefined = 0;
  while (last !== undefined) last = await readBatch(db, last);
}

/** @returns the last user's id; undefined if there are no more */
function readBatch(db: Db, after: number): Promise<number | undefined> {
  return db.transaction(async (tx) => {
    const found = await tx
      .select({ id: users.id, phone: users.phone })
      .from(users)
      .where(and(isUnread, gt(users.id, after)))
      .orderBy(users.id)
      .limit(ROWS_AT_ONCE)
      .for('no key update', { skipLocked: true });
    const ids = sql.param(found.map(({ id }) => id));
    const numbers = sql.param(found.map(({ phone }) => readPhone(phone)));
    await tx.execute(sql`
      update ${users} set phone_e164 = read.number, phone_read = phone
      from unnest(${ids}::bigint[], ${numbers}::text[]) as read (id, number) where ${users.id} = read.id`);
    return found.at(-1)?.id;
  });
}
