import { and, eq, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#db/client.ts';
import { webhookDeliveries } from '#db/schema/webhooks.ts';
import type { EventBus } from '../base/events/event-bus.ts';
import { asKind } from '../base/queue/kind.ts';
import { type AttemptOptions, attemptDelivery } from '../features/webhooks/attempt-delivery.ts';
import { type Claimed, claimDeliveries, claimSuspect } from '../features/webhooks/claim-deliveries.ts';
import { makeNextDue, msUntilDue, QUEUE } from '../features/webhooks/due-deliveries.ts';
import { endDeliveries, givenUp } from '../features/webhooks/end-deliveries.ts';
import { type Attempt, recordOutcome } from '../features/webhooks/record-outcome.ts';
import { retryDeliveriesNow } from '../features/webhooks/retry-deliveries-now.ts';

interface WebhookOptions extends AttemptOptions {
  db: Db;
  publicUrl: string;
  events: Pick<EventBus, 'publish'>;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

/** Attempts at a time, of this process. */
const MOST_AT_ONCE = 60;
/** Of them, those to receivers that fail: a silent one takes ten seconds for each. */
const MOST_SLOW_AT_ONCE = 30;

/** Delivers the events of webhooks. Verbs that cause events publish the topics, so that events are sent at once. */
export function webhooksKind({ db, publicUrl, events, log, ...options }: WebhookOptions) {
  let slowRunning = 0;
  let hasMore = false;
  return asKind<Claimed, Attempt>({
    name: QUEUE,
    slots: MOST_AT_ONCE,
    topics: ['webhooks', 'orders', 'balances', 'recharges', 'requests', 'tickets', 'outgoing'],
    async claim(tx, { count, only }) {
      if (only !== undefined) return claimSuspect(tx, only);
      const found = await claimDeliveries(tx, { count, slowCount: MOST_SLOW_AT_ONCE - slowRunning });
      hasMore = found.hasMore;
      return found.claimed;
    },
    describe: ({ event, subjectId, url }) => `${event} #${subjectId} → ${new URL(url).host}`,
    async attempt(claimed) {
      if (!claimed.isFailing) return attemptDelivery(options, claimed);
      slowRunning++;
      return attemptDelivery(options, claimed).finally(() => slowRunning--);
    },
    async settle(tx, claimed, attempt) {
      const recorded = await recordOutcome(tx, { claimed, attempt, publicUrl });
      if (recorded === 'recovered') return () => followUp(retryDeliveriesNow, claimed);
      if (recorded !== 'switchedOff') return undefined;
      return () => {
        events.publish('mails');
        return followUp(endDeliveries, claimed);
      };
    },
    async release(tx, rows) {
      const released = JSON.stringify(rows.map(({ id, attempts }) => ({ id, attempts })));
      await tx.execute(sql`
        update webhook_deliveries d set attempts = d.attempts - 1, open_attempts = 0, next_attempt_at = now()
        from jsonb_to_recordset(${released}::jsonb) as r (id bigint, attempts int)
        where d.id = r.id and d.attempts = r.attempts and d.status = 'waiting'`);
    },
    /** Its open attempt stays: another one that its owner or an admin wants finds it by that. */
    async setAside(tx, id) {
      const isWaiting = and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.status, 'waiting'));
      await tx.update(webhookDeliveries).set(givenUp('dropped')).where(isWaiting);
      await makeNextDue(tx, id);
    },
    untilDue: async () => (hasMore ? 0 : msUntilDue(db)),
  });

  /** What is left after a failure is due later by itself. */
  async function followUp(
    work: (db: Db, webhookId: number) => Promise<void>,
    { webhookId, userId }: Claimed,
  ): Promise<void> {
    try {
      await work(db, webhookId);
    } catch (error) {
      log.warn({ err: error, webhookId }, 'the deliveries of a webhook could not be changed after an attempt');
    }
    events.publish('webhooks', String(userId));
  }
}
