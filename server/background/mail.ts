import { eq, type SQL, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Tx } from '#db/client.ts';
import { mailOutbox } from '#db/schema/mail.ts';
import type { Mail, Transport } from '../base/mail/transport.ts';
import { hasClaim } from '../base/queue/claims.ts';
import { asKind } from '../base/queue/kind.ts';
import { isOutgoingPaused } from '../base/queue/pause-outgoing.ts';

/** A minute after the first failure, then twice as long each time, at most an hour. */
const FIRST_RETRY_SECONDS = 60;
const LAST_RETRY_SECONDS = 3600;
/** Longer than sending may take: ten steps, each of at most 20 s (`transport.ts`). */
const CLAIM_SECONDS = 240;
/** Some three hours of tries; by then the link in it has long expired. */
export const ATTEMPTS = 8;
const ERROR_MAX_LENGTH = 500;
/** A mail that is being sent at a stop would arrive twice. */
const PATIENCE_MS = 6_000;

interface TakenMail extends Mail {
  attempts: number;
}

interface MailOptions {
  transport: Transport;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

/**
 * Sends queued mails, one at a time. Sent and given-up mails lose their body, which contains a token. While everything outgoing is paused,
 * none is sent.
 */
export function mailKind({ transport, log }: MailOptions) {
  return asKind<TakenMail, Error | undefined>({
    name: 'mail',
    slots: 1,
    topics: ['mails', 'outgoing'],
    patienceMs: PATIENCE_MS,
    claim: (tx, { count, only }) =>
      tx.execute<TakenMail & Record<string, unknown>>(sql`
        update mail_outbox set attempts = attempts + 1, next_try_at = now() + make_interval(secs => ${CLAIM_SECONDS})
        where id = any(array(
          select id from mail_outbox m
          where sent_at is null and not ${isOutgoingPaused} and ${only === undefined ? isDue : sql`id = ${only} and next_try_at < 'infinity'`}
          order by next_try_at limit ${count} for update skip locked))
        returning id, recipient, subject, body, attempts, (select shop_name from settings) as "shopName"`),
    describe: ({ subject, recipient }) => `${subject} (${recipient})`,
    attempt: (mail) => transport.send(mail).then(() => undefined, asError),
    async settle(tx, mail, error) {
      if (error) log.warn({ err: error }, 'a mail could not be sent and stays in the queue');
      await noteOutcome(tx, mail, error);
      return undefined;
    },
    async release(tx, mails) {
      for (const { id } of mails)
        await tx.execute(sql`update mail_outbox set attempts = attempts - 1, next_try_at = now() where id = ${id}`);
    },
  });
}

const isDue = sql`next_try_at <= now() and not ${hasClaim('mail', sql`m.id`)}`;

async function noteOutcome(tx: Tx, { id, attempts }: TakenMail, error: Error | undefined): Promise<void> {
  const lastError = error?.message.slice(0, ERROR_MAX_LENGTH) ?? null;
  const sent = { body: '', lastError, sentAt: sql`now()` };
  const givenUp = { body: '', lastError, nextTryAt: sql`'infinity'` };
  const outcome = !error ? sent : attempts >= ATTEMPTS ? givenUp : { lastError, nextTryAt: nextTryAfter(attempts) };
  await tx.update(mailOutbox).set(outcome).where(eq(mailOutbox.id, id));
}

function nextTryAfter(attempts: number): SQL {
  const seconds = Math.min(FIRST_RETRY_SECONDS * 2 ** (attempts - 1), LAST_RETRY_SECONDS);
  return sql`now() + make_interval(secs => ${seconds})`;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
