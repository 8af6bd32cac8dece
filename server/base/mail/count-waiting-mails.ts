import type { Db } from '#db/client.ts';

/** How many mails are still to be sent, without those given up. */
export async function countWaitingMails(db: Db): Promise<number> {
  const [row] = await db.$client<{ waiting: number }[]>`
    select count(*)::int as waiting from mail_outbox where sent_at is null and next_try_at < 'infinity'`;
  return row?.waiting ?? 0;
}
