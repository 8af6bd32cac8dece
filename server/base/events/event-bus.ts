import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Sql } from 'postgres';
import { z } from 'zod';
import type { Db } from '#db/client.ts';
import { openSql } from '#db/connection.ts';
import { createOutbox } from './outbox.ts';

/** The topics of events. Handlers also run for changes that only triggers count in `changes`. */
export type Topic =
  | 'services'
  | 'settings'
  | 'sessions'
  | 'balances'
  | 'orders'
  | 'recharges'
  | 'requests'
  | 'tickets'
  | 'notices'
  | 'jobs'
  | 'backups'
  | 'outgoing'
  | 'webhooks'
  | 'suppliers'
  | 'forwards'
  | 'mails'
  | 'calls'
  | 'setAside'
  | 'evidence';

/** @param subject the user's id, or `userId:id`; undefined if anything of the topic may have changed */
export type Handler = (subject: string | undefined) => void;

export interface EventBus {
  /**
   * Notifies every process of a change. Call it after the commit, never within a transaction: NOTIFY takes a lock on the whole database
   * during the commit. Handlers of this process run at once.
   */
  publish(topic: Topic, subject?: string): void;
  /** @returns a function that ends the subscription */
  subscribe(topic: Topic, handler: Handler): () => void;
  /** Sends the pending events. No handler runs afterwards. */
  stop(): Promise<void>;
}

export interface EventBusOptions {
  db: Db;
  /** The same database, for the listening connection: it needs a session, which not every pooler provides. */
  url: string;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  /** The interval at which the bus looks for lost notifications. */
  pollEveryMs?: number;
  /** A process that has not received its own notification for this long reconnects. */
  silentAfterMs?: number;
}

/** The listening connection's name in pg_stat_activity. */
export const LISTENER_NAME = 'reseller-panel events';

const CHANNEL = 'panel_events';
const POLL_EVERY_MS = 2_000;
const SILENT_AFTER_MS = 20_000;
/** Each process sends this to itself to check its connection. */
const ECHO = 'echo';
const STOP_LIMIT_MS = 1_000;

/** A notification: its sender and its events. */
const message = z.object({ from: z.string(), events: z.array(z.tuple([z.string(), z.string().optional()])) });

/**
 * Notifies all processes of a database of changes: through PostgreSQL's LISTEN/NOTIFY, some milliseconds after `publish`, and by
 * polling the change counters every two seconds. After a lost connection every handler is called for "anything".
 */
export function startEventBus({
  db,
  url,
  log,
  pollEveryMs = POLL_EVERY_MS,
  silentAfterMs = SILENT_AFTER_MS,
}: EventBusOptions): EventBus {
  const self = randomUUID();
  const handlers = new Map<Topic, Set<Handler>>();
  const knownVersions = new Map<Topic, number>();
  const outbox = createOutbox<Topic | typeof ECHO>({
    send: async (events) => {
      const text = JSON.stringify({ from: self, events } satisfies z.input<typeof message>);
      await db.$client`select pg_notify(${CHANNEL}, ${text})`;
    },
  });
  let isStopped = false;
  let isAway = false;
  /** When the own notification last came back, or listening began. A connection can fail silently. */
  let echoedMs = performance.now();
  let polling = Promise.resolve();

  let listener = listen();
  const timer = setInterval(() => {
    polling = polling.then(poll);
  }, pollEveryMs);
  timer.unref();

  return {
    publish(topic, subject) {
      handle(topic, subject);
      outbox.add(topic, subject);
    },
    subscribe(topic, handler) {
      const subscribed = handlers.get(topic) ?? new Set();
      handlers.set(topic, subscribed.add(handler));
      return () => subscribed.delete(handler);
    },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await Promise.race([Promise.all([outbox.stop(), polling]), pause(STOP_LIMIT_MS, undefined, { ref: false })]);
      await listener.end({ timeout: 0 });
    },
  };

  /** The driver reconnects by itself and calls `nowListening` each time. */
  function listen(): Sql {
    const sql = openSql(url, { max: 1, applicationName: LISTENER_NAME });
    // A failed first attempt also throws here.
    sql.listen(CHANNEL, receive, nowListening).catch(() => undefined);
    return sql;
  }

  function nowListening(): void {
    echoedMs = performance.now();
    for (const topic of handlers.keys()) handle(topic, undefined);
  }

  function receive(text: string): void {
    const { from, events } = message.parse(JSON.parse(text));
    if (from === self) {
      echoedMs = performance.now();
      return;
    }
    // A newer version of the panel on this database may have topics that this one does not know.
    for (const [topic, subject] of events) handle(topic as Topic, subject);
  }

  function handle(topic: Topic, subject: string | undefined): void {
    if (isStopped) return;
    for (const handler of handlers.get(topic) ?? []) {
      try {
        handler(subject);
      } catch (error) {
        log.error({ err: error, topic }, 'an event handler failed');
      }
    }
  }

  async function poll(): Promise<void> {
    if (isStopped) return;
    try {
      const rows = await db.$client<{ topic: Topic; version: number }[]>`select topic, version from changes`;
      for (const { topic, version } of rows) compare(topic, version);
      if (isAway) log.info('Events of other processes arrive again');
      // The driver may wait for many seconds before it retries.
      if (isAway) listenAnew();
      else checkEcho();
      isAway = false;
    } catch (error) {
      if (!isAway && !isStopped) log.warn({ err: error }, 'events of other processes do not arrive');
      isAway = true;
    }
  }

  function compare(topic: Topic, version: number): void {
    if (knownVersions.get(topic) === version) return;
    knownVersions.set(topic, version);
    handle(topic, undefined);
  }

  function checkEcho(): void {
    const silentMs = performance.now() - echoedMs;
    if (silentMs > silentAfterMs / 2) outbox.add(ECHO);
    if (silentMs < silentAfterMs) return;
    log.warn('notifications do not arrive; reconnecting');
    listenAnew();
  }

  function listenAnew(): void {
    if (isStopped) return;
    listener.end({ timeout: 0 }).catch(() => undefined);
    echoedMs = performance.now();
    listener = listen();
  }
}
