import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { isOutgoingPaused } from '../../base/queue/pause-outgoing.ts';
import { sendToTelegram, type Telegram } from './telegram.ts';

/** Longer than one call, so that two servers never send one line. A line of a server that ended rests for as long. */
const CLAIM_SECONDS = 30;
/** After 5, 10, 20 … seconds, together some three hours. */
const FIRST_RETRY_SECONDS = 5;
const ATTEMPTS = 12;

interface DueLine extends Record<string, unknown> {
  kind: string;
  line: string;
  /** Of this line; a later one of its kind has another. */
  notifiedAt: string;
  attempts: number;
  chatId: string;
  sealedToken: string;
}

/**
 * Sends what is due to Telegram, all lines as one message. A failed line is sent again later, at most twelve times, and delays no other
 * and no later one. Safe on several servers at once.
 * @returns what went wrong, without the token; undefined if nothing did
 */
export async function sendAlarms(db: Db, telegram: Telegram): Promise<string | undefined> {
  const due = await db.execute<DueLine>(sql`
    with due as (select kind from alarms where telegram_due_at <= now() order by kind for update skip locked)
    update alarms a set telegram_due_at = now() + make_interval(secs => ${CLAIM_SECONDS}), telegram_attempts = telegram_attempts + 1
    from due, settings s
    where a.kind = due.kind and s.telegram_chat_id is not null and not ${isOutgoingPaused}
    returning a.kind, a.line, a.notified_at::text as "notifiedAt", a.telegram_attempts as attempts, s.telegram_chat_id as "chatId",
      s.sealed_telegram_token as "sealedToken"`);
  const [first] = due;
  if (!first) return undefined;
  const failure = await sendToTelegram(telegram, { ...first, text: due.map(({ line }) => line).join('\n\n') });
  for (const { kind, notifiedAt, attempts } of due) {
    const seconds = failure?.retryAfterSeconds ?? FIRST_RETRY_SECONDS * 2 ** (attempts - 1);
    const next = failure && attempts < ATTEMPTS ? sql`now() + make_interval(secs => ${seconds})` : sql`null`;
    await db.execute(sql`
      update alarms set telegram_due_at = ${next} where kind = ${kind} and notified_at = ${notifiedAt}::timestamptz`);
  }
  return failure?.problem;
}
