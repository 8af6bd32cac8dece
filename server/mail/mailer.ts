import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#db/client.ts';
import type { Config } from '../env.ts';
import type { EventBus } from '../events/event-bus.ts';
import { sendDueMails } from './send-due-mails.ts';
import { openTransport } from './transport.ts';

/** The interval for retries and mails of other servers; own mails are sent at once. */
const LOOK_EVERY_MS = 15_000;

export interface Mailer {
  /** For the log: where the mails go. */
  where: string;
  /** Notifies the mailer of a queued mail. */
  wake: () => void;
  /** Waits for the mail that is being sent. */
  stop: () => Promise<void>;
}

interface MailerOptions {
  db: Db;
  config: Pick<Config, 'mail' | 'dataDir'>;
  events: Pick<EventBus, 'subscribe'>;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
}

/** Sends queued mails as long as the process runs. A failure is logged and retried later. */
export function startMailer({ db, config, events, log }: MailerOptions): Mailer {
  const transport = openTransport(config, log);
  let running: Promise<void> | undefined;
  let askedAgain = false;
  const stopping = new AbortController();
  const timer = setInterval(wake, LOOK_EVERY_MS);
  timer.unref();
  const unsubscribe = events.subscribe('outgoing', wake);
  wake();
  return {
    where: transport.where,
    wake,
    async stop() {
      stopping.abort();
      unsubscribe();
      clearInterval(timer);
      await running;
      transport.close();
    },
  };

  function wake(): void {
    if (stopping.signal.aborted) return;
    askedAgain = true;
    running ??= run();
  }

  async function run(): Promise<void> {
    while (askedAgain && !stopping.signal.aborted) {
      askedAgain = false;
      await sendAll();
    }
    running = undefined;
  }

  async function sendAll(): Promise<void> {
    try {
      const failures = await sendDueMails(db, transport.send, stopping.signal);
      for (const error of failures) log.warn({ err: error }, 'a mail could not be sent and stays in the queue');
    } catch (error) {
      log.error({ err: error }, 'the mail queue could not be read');
    }
  }
}
