import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';

/**
 * Removes counts of attempts whose window is over: the next attempt starts a new one in any case. Safe to run at any time
 * and on several servers at once.
 */
export async function forgetEndedLimits(db: Db): Promise<void> {
  await db.execute(sql`
    delete from rate_limits where key in (
      select key from rate_limits where window_ends_at <= now() for update skip locked)`);
}
