import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#db/client.ts';
import type { EventBus, Topic } from '../events/event-bus.ts';
import type { Outbound } from '../outbound/outbound.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { openDeliverer } from './deliverer.ts';

interface WebhookOptions {
  db: Db;
  secrets: Pick<SecretBox, 'open'>;
  outbound: Outbound;
  publicUrl: string;
  events: Pick<EventBus, 'subscribe'>;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  wakeMailer: () => void;
}

/** Verbs that cause events publish these, so that events are sent at once. */
const TOPICS: Topic[] = ['webhooks', 'orders', 'balances', 'recharges', 'requests', 'tickets', 'outgoing'];
/** For retries that become due, and for changes by other programs. */
const LOOK_EVERY_MS = 1_000;
/** For the first webhook of a shop that has none. */
const LOOK_FOR_WEBHOOKS_EVERY_MS = 15_000;
const APART_MS = 100;
const REPAIR_EVERY_MS = 5 * 60_000;

/**
 * Delivers events as long as the process runs. Until the shop's first webhook it costs a small statement every 15 s. Safe on several
 * servers at once. A failure is logged, once, and retried.
 */
export function startWebhooks(options: WebhookOptions) {
  const { db, events, log } = options;
  let deliverer: Awaited<ReturnType<typeof openDeliverer>> | undefined;
  let running: Promise<void> | undefined;
  let isAskedAgain = false;
  let isStopped = false;
  let isFailing = false;
  let lastLookMs = Number.NEGATIVE_INFINITY;
  let lastRepairMs = Number.NEGATIVE_INFINITY;
  const timer = setInterval(() => wake('timer'), LOOK_EVERY_MS);
  timer.unref();
  const unsubscribe = TOPICS.map((topic) => events.subscribe(topic, () => wake(topic)));
  return {
    /** Waits for the attempts that run; one that is killed instead is repeated. */
    async stop(): Promise<void> {
      isStopped = true;
      clearInterval(timer);
      for (const end of unsubscribe) end();
      await running;
      await deliverer?.stop();
    },
  };

  function wake(by: Topic | 'timer' | 'ended'): void {
    if (isStopped) return;
    const isDue = by === 'webhooks' || performance.now() - lastLookMs >= LOOK_FOR_WEBHOOKS_EVERY_MS;
    if (!deliverer && !isDue) return;
    isAskedAgain = true;
    running ??= run().finally(() => (running = undefined));
  }

  async function run(): Promise<void> {
    while (isAskedAgain && !isStopped) {
      isAskedAgain = false;
      const startedMs = performance.now();
      try {
        const hasMore = await work();
        isAskedAgain ||= hasMore;
        isFailing = false;
      } catch (error) {
        if (!isFailing) log.warn({ err: error }, 'webhooks are not delivered; it is tried again');
        isFailing = true;
        isAskedAgain = false;
      }
      // With a large backlog a look costs the database much: it rests for as long.
      const restMs = Math.max(APART_MS, performance.now() - startedMs);
      if (isAskedAgain) await pause(restMs, undefined, { ref: false });
    }
  }

  async function work(): Promise<boolean> {
    lastLookMs = performance.now();
    if (!deliverer) {
      const [row] = await db.$client<{ exist: boolean }[]>`select exists (select from webhooks) as exist`;
      if (!row?.exist) return false;
      deliverer = await openDeliverer({ ...options, onEnded: () => wake('ended') });
    }
    if (lastLookMs - lastRepairMs >= REPAIR_EVERY_MS) {
      await deliverer.repair();
      lastRepairMs = lastLookMs;
    }
    return deliverer.work();
  }
}
