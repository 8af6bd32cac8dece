import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { type MailText, writeMailToAdmins } from '../../base/mail/write-mail.ts';
import { type CountedKind, countKinds } from './attention-kinds.ts';
import { stuckOrders } from './stuck-orders.ts';

/**
 * Notifies admins of what needs them: by mail and by Telegram, one line a kind. The first is written at once. The next of a kind follows
 * when it has more rows or newer ones, at least an hour later. Safe on several servers at once.
 * @param panel the panel's address, for links
 * @returns how many kinds they are notified of
 */
export async function raiseAlarms(db: Db, panel: string): Promise<number> {
  const stuck = await stuckOrders(db);
  return db.transaction(async (tx) => {
    // Servers take turns, each with what holds then.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('raiseAlarms', 0))`);
    const holding = (await countKinds(tx, stuck)).filter(({ alarm, alarmCount }) => alarm !== null && alarmCount > 0);
    const now = sql`(select * from jsonb_to_recordset(${JSON.stringify(holding)}::jsonb)
      as h (alarm text, "alarmCount" integer, latest timestamptz, line text, href text)) h`;
    await tx.execute(sql`
      update alarms a set count = coalesce(h."alarmCount", 0)
      from alarms each left join ${now} on h.alarm = each.kind
      where a.kind = each.kind and a.count > coalesce(h."alarmCount", 0)`);
    const news = await tx.execute<{ kind: string }>(sql`
      insert into alarms as a (kind, count, latest, line, telegram_due_at)
      select alarm, "alarmCount", latest, line || chr(10) || ${panel}::text || href,
        case when exists (select from settings where telegram_chat_id is not null) then now() end
      from ${now} order by alarm
      on conflict (kind) do update set count = excluded.count, latest = excluded.latest, notified_at = now(), line = excluded.line,
        telegram_due_at = excluded.telegram_due_at, telegram_attempts = 0
      where a.notified_at <= now() - interval '1 hour' and (excluded.count > a.count or excluded.latest > a.latest)
      returning kind`);
    for (const { kind } of news) {
      const found = holding.find(({ alarm }) => alarm === kind);
      if (found) await writeMailToAdmins(tx, alarmMail(panel, found), { about: `alarm:${kind}` });
    }
    return news.length;
  });
}

function alarmMail(panel: string, { line, href }: CountedKind): MailText {
  return {
    subject: line,
    body: `Hello,

${line}:

${panel}${href}

The next mail about this follows when there is more, at least an hour later. Answers to this mail are not read.
`,
  };
}
