import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';

/** Ended sessions are stored this long, so that the late use of a stolen token can be investigated. */
const KEPT_DAYS = 7;

/** Deletes expired links after a day, and ended sessions with their tokens after a week. Safe on several servers at once. */
export async function deleteEnded(db: Db): Promise<void> {
  await db.execute(sql`delete from password_resets where expires_at < now() - interval '1 day'`);
  await db.execute(sql`delete from email_changes where expires_at < now() - interval '1 day'`);
  await db.execute(sql`delete from login_alerts where expires_at < now() - interval '1 day'`);
  const longAgo = sql`now() - make_interval(days => ${KEPT_DAYS})`;
  await db.execute(sql`delete from sessions where expires_at < ${longAgo} or revoked_at < ${longAgo}`);
}
