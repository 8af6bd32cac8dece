import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#db/client.ts';
import { isConflict, isUnavailable } from '#db/errors.ts';
import type { EventBus } from '../../base/events/event-bus.ts';
import { acknowledgeDecidedOrder } from '../../features/orders/decide-order.ts';
import { settle } from '../../features/orders/purchases/settle.ts';
import type { SupplierClient } from '../../suppliers/protocols/client.ts';
import type { AddResult } from '../../suppliers/protocols/results.ts';
import type { Attempt } from '../../suppliers/purchases/attempt.ts';
import type { Outcome } from '../../suppliers/purchases/judge.ts';
import type { createSentRecord } from './sent-record.ts';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
/** An unexpected error rarely goes away. The answer is logged then, and the purchase is unknown. */
const MOST_UNEXPECTED = 3;

interface DeliverOptions {
  db: Db;
  client: Pick<SupplierClient, 'add'>;
  events: Pick<EventBus, 'publish'>;
  sentRecord: ReturnType<typeof createSentRecord>;
  /** Takes over a claim whose answer can't be stored. It was sent. */
  onUnstored: () => void;
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
}

/**
 * Calls the supplier for a committed attempt, and writes the answer. While the database does not answer, or rolls back for a deadlock, it
 * is tried again: the answer is the only proof of the purchase. If the database refuses it, the purchase is unknown; if it refuses that
 * too, the claim is left to `onUnstored`. It never rejects.
 * @returns what it was; undefined if that could not be stored
 */
export async function deliverAttempt(options: DeliverOptions, attempt: Attempt): Promise<Outcome | undefined> {
  const { client, sentRecord, log } = options;
  const { forwardId, supplier, order } = attempt;
  sentRecord.add(attempt);
  const result = await client.add(supplier, order, { forwardId }).catch((error: unknown): AddResult => {
    log.error({ err: error, forwardId }, 'a call to a supplier failed unexpectedly');
    return { kind: 'unknown', text: 'The call failed unexpectedly' };
  });
  sentRecord.answered(attempt, result);
  return store(options, attempt, result);
}

async function store(
  { db, events, log, onUnstored }: DeliverOptions,
  attempt: Attempt,
  result: AddResult,
): Promise<Outcome | undefined> {
  const { forwardId, orderId } = attempt;
  let stored = result;
  for (let failed = 0, unexpected = 0; ; failed++) {
    try {
      const { outcome, isDoubtful, decided } = await settle(db, attempt, stored);
      if (isDoubtful) log.error({ forwardId, orderId, result }, 'an order may have been bought twice');
      if (decided) acknowledgeDecidedOrder({ db, events }, decided);
      events.publish('forwards', String(forwardId));
      return outcome;
    } catch (error) {
      if (failed === 0)
        log.warn({ err: error, forwardId }, 'the answer of a supplier could not be stored; it is tried again');
      const isConflicting = isConflict(error);
      if (!isConflicting && !isUnavailable(error)) unexpected++;
      if (unexpected > MOST_UNEXPECTED) {
        onUnstored();
        return undefined;
      }
      if (unexpected === MOST_UNEXPECTED && stored === result) {
        log.error(
          { err: error, forwardId, orderId, result },
          'the answer of a supplier can not be stored: its purchase is unknown',
        );
        stored = { kind: 'unknown', text: 'The answer could not be stored' };
      }
      const pauseMs = isConflicting ? FIRST_PAUSE_MS : FIRST_PAUSE_MS * 2 ** Math.min(failed, 10);
      await sleep(Math.min(LONGEST_PAUSE_MS, pauseMs), undefined, { ref: false });
    }
  }
}
