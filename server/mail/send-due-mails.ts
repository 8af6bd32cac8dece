import { eq, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { mailOutbox } from '#db/schema/mail.ts';
import { isOutgoingHeld } from '../backup/hold-outgoing.ts';
import type { Mail, Transport } from './transport.ts';

/** A minute after the first failure, then twice as long each time, at most an hour. */
const FIRST_RETRY_SECONDS = 60;
const LAST_RETRY_SECONDS = 3600;
/** Some three hours of tries; by then the link in it has long expired. */
export const ATTEMPTS = 8;
const ERROR_MAX_LENGTH = 500;

/**
 * Sends due mails one at a time. Claiming a mail moves its next try beyond any mail server's timeout: two servers never send the same
 * one, and a mail whose server crashes is retried. Sent and given-up mails lose their body, which contains a token. While everything
 * outgoing is held, none is sent.
 * @param stopping once aborted, no further mail starts
 * @returns this run's failures
 */
export async function sendDueMails(db: Db, send: Transport['send'], stopping?: AbortSignal): Promise<Error[]> {
  const failures: Error[] = [];
  for (;;) {
    const mail = stopping?.aborted ? undefined : await takeDueMail(db);
    if (!mail) return failures;
    const error = await send(mail).then(() => undefined, asError);
    if (error) failures.push(error);
    await noteOutcome(db, mail, error);
  }
}

interface TakenMail extends Mail {
  attempts: number;
}

async function takeDueMail(db: Db): Promise<TakenMail | undefined> {
  const [row] = await db.execute<{
    id: number;
    recipient: string;
    subject: string;
    body: string;
    attempts: number;
    shopName: string;
  }>(sql`
    update mail_outbox set
      attempts = attempts + 1,
      next_try_at = now() + make_interval(secs =>
        least(${FIRST_RETRY_SECONDS} * power(2, attempts), ${LAST_RETRY_SECONDS}))
    where id = (
      select id from mail_outbox where sent_at is null and next_try_at <= now() and not ${isOutgoingHeld}
      order by next_try_at limit 1 for update skip locked)
    returning id, recipient, subject, body, attempts, (select shop_name from settings) as "shopName"`);
  return row;
}

async function noteOutcome(db: Db, { id, attempts }: TakenMail, error: Error | undefined): Promise<void> {
  const lastError = error?.message.slice(0, ERROR_MAX_LENGTH) ?? null;
  const sent = { body: '', lastError, sentAt: sql`now()` };
  const givenUp = { body: '', lastError, nextTryAt: sql`'infinity'` };
  const outcome = !error ? sent : attempts >= ATTEMPTS ? givenUp : { lastError };
  await db.update(mailOutbox).set(outcome).where(eq(mailOutbox.id, id));
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
