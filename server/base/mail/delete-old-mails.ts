import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';

/** Long enough to investigate why a user got no mail. */
const KEPT_DAYS = 30;

/**
 * Deletes mails that were sent or given up more than 30 days ago, so that addresses are not stored for ever. A given-up mail counts
 * from its creation. Safe on several servers at once.
 */
export async function deleteOldMails(db: Db): Promise<void> {
  const longAgo = sql`now() - make_interval(days => ${KEPT_DAYS})`;
  await db.execute(sql`
    delete from mail_outbox where id in (
      select id from mail_outbox
      where sent_at < ${longAgo} or (sent_at is null and next_try_at = 'infinity' and created_at < ${longAgo})
      for update skip locked)`);
}
