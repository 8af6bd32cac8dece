import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import type { Outgoing } from '#shared/backups.ts';
import type { Actor } from '#shared/users.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';

type Held = NonNullable<Outgoing['held']>;

/** What waits while everything outgoing is paused. Admins only. */
export async function getOutgoing(db: Db, actor: Actor): Promise<Outgoing> {
  assertAdmin(actor);
  // Nothing is counted while nothing is held: the select list is computed per row.
  const [held] = await db.execute<Omit<Held, 'since'> & { since: string }>(sql`
    select since, reason, mails, older_mails as "olderMails", jobs
    from outgoing_hold h,
      lateral (
        select count(*)::int as mails, (count(*) filter (where id <= h.last_mail_id))::int as older_mails
        from mail_outbox where sent_at is null and next_try_at < 'infinity'
      ) queued,
      lateral (select count(*)::int as jobs from jobs where ended_at is null) open
    where h.released_at is null`);
  return { held: held ? { ...held, since: new Date(held.since) } : null };
}
