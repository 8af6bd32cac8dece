import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#db/client.ts';
import { isUnavailable } from '#db/errors.ts';
import type { EventBus, Topic } from '../../base/events/event-bus.ts';
import { startLoop } from '../../base/queue/loop.ts';
import type { Queue } from '../../base/queue/queue.ts';
import { acknowledgeDecidedOrder, type DecidedOrder } from '../../features/orders/decide-order.ts';
import { reviewUnknown } from '../../suppliers/ask-again.ts';
import { pauseUnsold } from '../../suppliers/catalogue/pause-unsold.ts';
import type { SupplierClient } from '../../suppliers/protocols/client.ts';
import type { Attempt } from '../../suppliers/purchases/attempt.ts';
import type { Outcome } from '../../suppliers/purchases/judge.ts';
import { loseAbandonedSends } from './abandoned-sends.ts';
import {
  ASSIGNED_AT_ONCE,
  assignForwards,
  assignUnknown,
  leavePreviousSources,
  retryUnassignedNow,
} from './assign-forwards.ts';
import { deliverAttempt } from './deliver-attempt.ts';
import { suppliersWithWork } from './due-purchases.ts';
import { createLostClaims } from './lost-claims.ts';
import { type AcknowledgedWatch, createReadiness } from './readiness.ts';
import { createSender, type Ready, type Sender } from './sender.ts';
import { createSentRecord } from './sent-record.ts';

export interface ForwarderOptions {
  db: Db;
  /** Gives the number that purchases name, and stops the forwarder. */
  queue: Pick<Queue, 'number' | 'mayBegin' | 'addNeighbour'>;
  client: Pick<SupplierClient, 'add' | 'balance'>;
  events: Pick<EventBus, 'publish' | 'subscribe'>;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  /** Looks for what a promotion has lost, before anything is sent. */
  acknowledged?: AcknowledgedWatch;
  lookEveryMs?: number;
  /** How long nothing is sent after a promotion, so that each server can compare what it has sent. */
  graceMs?: number;
}

export interface Forwarder {
  /** Looks for work at once. */
  wake: () => void;
  /** Sends nothing more, and waits for the purchases in flight. */
  stop: () => Promise<void>;
}

/** Verbs that queue forwards, or let them go on, publish these. */
const WAKING: Topic[] = ['orders', 'forwards', 'outgoing'];
/** After these a forward without a source may have one. */
const RESUMING: Topic[] = ['suppliers', 'services'];
/** A purchase of an ended process is unknown within ten seconds. */
const LOOK_EVERY_MS = 2_000;
/** For the first supplier of a shop that has none. */
const LOOK_FOR_SUPPLIERS_EVERY_MS = 15_000;
const ABANDONED_EVERY_MS = 2_000;

/**
 * Forwards queued orders to suppliers as long as the process runs: one on each server, safe with several at once. Until the first
 * supplier it costs a small statement every 15 s. A failure is logged, once, and tried again.
 */
export function startForwarder({ lookEveryMs = LOOK_EVERY_MS, ...options }: ForwarderOptions): Forwarder {
  const { db, queue, client, events, log } = options;
  const sentRecord = createSentRecord();
  const senders = new Map<number, Sender>();
  const readiness = createReadiness({ ...options, sentRecord, onChanged });
  const lostClaims = createLostClaims({ db, onChanged, onDecided, onFailure });
  let hasBegun = false;
  let isResumed = true;
  let isStopped = false;
  let stopping: Promise<void> | undefined;
  let isFailing = false;
  /** Since the last look for abandoned claims: each of them fails again there. */
  let failures = 0;
  /** Services may be on sale without a source: a source has refused one, or the process before ended in between. */
  let mayBeUnsold = true;
  let pausing: Promise<void> | undefined;
  let lookedForSuppliersMs = Number.NEGATIVE_INFINITY;
  let lookedForAbandonedMs = Number.NEGATIVE_INFINITY;
  const loop = startLoop({
    ...{ events, topics: WAKING, everyMs: lookEveryMs, log, look },
    failure: 'orders are not forwarded; it is tried again',
  });
  const unsubscribe = RESUMING.map((topic) => events.subscribe(topic, resume));
  const forwarder = { wake: loop.wake, stop: () => (stopping ??= stop()) };
  queue.addNeighbour({ ...forwarder, isIdle: () => [...senders.values()].every((sender) => sender.isIdle()) });
  return forwarder;

  async function stop(): Promise<void> {
    isStopped = true;
    for (const end of unsubscribe) end();
    await loop.stop();
    await Promise.all([...senders.values()].map((sender) => sender.stop()));
    await lostClaims.takeBack().catch(onFailure);
    await pausing;
  }

  function resume(): void {
    isResumed = true;
    // The first supplier.
    lookedForSuppliersMs = Number.NEGATIVE_INFINITY;
    loop.wake();
  }

  async function look(): Promise<boolean> {
    hasBegun ||= await hasSuppliers();
    if (!hasBegun) return false;
    if (performance.now() - lookedForAbandonedMs >= ABANDONED_EVERY_MS) {
      failures = 0;
      onChanged(await loseAbandonedSends(db, { onDecided, onFailure }));
      lookedForAbandonedMs = performance.now();
    }
    await lostClaims.takeBack();
    if (mayBeUnsold) pausing ??= pause().finally(() => (pausing = undefined));
    if (isResumed) {
      isResumed = false;
      const leftIds = await leavePreviousSources(db);
      onChanged(leftIds);
      if (leftIds.length === ASSIGNED_AT_ONCE) resume();
      await retryUnassignedNow(db);
      await reviewUnknown(db);
    }
    const { handled, refusedIds } = await assignForwards(db);
    onChanged(refusedIds);
    await assignUnknown(db);
    for (const id of await suppliersWithWork(db)) senderOf(id).wake();
    if (failures === 0) isFailing = false;
    return handled === ASSIGNED_AT_ONCE;
  }

  /** It waits for a list that is being taken. Tried again until it succeeds. */
  async function pause(): Promise<void> {
    mayBeUnsold = false;
    await pauseUnsold(options).catch((error: unknown) => {
      mayBeUnsold = true;
      onFailure(error);
    });
  }

  async function hasSuppliers(): Promise<boolean> {
    if (performance.now() - lookedForSuppliersMs < LOOK_FOR_SUPPLIERS_EVERY_MS) return false;
    lookedForSuppliersMs = performance.now();
    const [row] = await db.$client<{ exist: boolean }[]>`select exists (select from suppliers) as exist`;
    return row?.exist === true;
  }

  function senderOf(supplierId: number): Sender {
    const sender =
      senders.get(supplierId) ??
      createSender(supplierId, { db, client, ready, onMoved, deliver, lostClaims, onChanged, onFailure });
    senders.set(supplierId, sender);
    return sender;
  }

  async function ready(): Promise<Ready | undefined> {
    const number = queue.number();
    if (number === undefined || !queue.mayBegin() || isStopped) return undefined;
    const timeline = await readiness.timeline();
    return timeline === undefined ? undefined : { lockOwner: number, timeline };
  }

  function onMoved(): void {
    readiness.doubt();
    loop.wake();
  }

  /** The lock is checked after the commit: from now on only its loss makes the purchase unknown. */
  async function deliver(attempt: Attempt, committed: Ready): Promise<Outcome | undefined> {
    if (queue.number() !== committed.lockOwner) {
      const { forwardId, isAgain } = attempt;
      lostClaims.add({ forwardId, ...committed, attempt: isAgain ? undefined : attempt.attempt });
      return undefined;
    }
    const { forwardId, attempt: number } = attempt;
    const onUnstored = () => lostClaims.add({ forwardId, ...committed, attempt: number, wasSent: true });
    const result = await deliverAttempt({ db, client, events, sentRecord, log, onUnstored }, attempt);
    mayBeUnsold ||= result?.reason === 'service';
    if (result?.kind !== 'refused') return result;
    // The next source may be another supplier's.
    loop.wake();
    return result;
  }

  function onChanged(ids: readonly number[]): void {
    for (const id of ids) events.publish('forwards', String(id));
  }

  function onDecided(decided: DecidedOrder): void {
    acknowledgeDecidedOrder({ db, events }, decided);
  }

  function onFailure(error: unknown): void {
    failures++;
    // One line per outage; the pool logs the outage itself.
    if (!isFailing && !isStopped && !isUnavailable(error))
      log.warn({ err: error }, 'orders are not forwarded; it is tried again');
    isFailing = true;
  }
}
