import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '#db/client.ts';
import { pgErrorOf } from '#db/errors.ts';
import { perDatabase } from '#db/per-database.ts';
import type { PlacedOrder, PlaceOrderInput } from '#shared/orders.ts';
import { rememberOrder } from './acknowledged.ts';
import {
  type ChargedOrder,
  type ChargeOutcome,
  chargeOrder,
  chargeOrders,
  type OrderToCharge,
} from './charge-orders.ts';

/** Queues of a process. A customer is always in the same one, so two batches never contain the same wallet. */
const QUEUES = 2;
const LARGEST_BATCH = 256;
/** A queue with fewer orders waits while the other one charges a batch: the fixed cost of another batch exceeds the benefit. */
const SMALLEST_PARALLEL_BATCH = 24;
/** How long a queue waits for a single order (its wallet may be locked) or for the other queue's batch (its connection may be dead). */
const PATIENCE_MS = 100;

interface OrderJob extends OrderToCharge {
  resolve: (placed: PlacedOrder | undefined) => void;
  reject: (reason: unknown) => void;
  /** Set after its batch failed. */
  alone: boolean;
}

/** Many orders of one customer in one transaction, never in a batch with other customers' orders. */
interface ManyJob {
  userId: number;
  orders: number;
  charge: () => Promise<void>;
  alone: true;
}

type Job = OrderJob | ManyJob;

interface Queue {
  waiting: Job[];
  isBusy: boolean;
  /** Whether it drains at the end of this turn of the event loop. */
  isToDrain: boolean;
  /** Whether it charges a batch that the other queue waits for. */
  hasBatch: boolean;
  /** Customers whose order is charged alone. Their next orders wait for it without a connection. */
  apart: Set<number>;
  /** Called with the size of each batch. */
  onBatch: ((orders: number) => void) | undefined;
}

const queuesOf = perDatabase((): Queue[] => Array.from({ length: QUEUES }, newQueue));

/**
 * Charges an order like `chargeOrder`, together with others in one commit: while one batch commits, the next one collects orders,
 * without a timer. An order that fails or has to wait never affects the others.
 */
export function chargeInBatch(db: Db, userId: number, input: PlaceOrderInput): Promise<PlacedOrder | undefined> {
  const queue = queueOf(db, userId);
  return new Promise((resolve, reject) => {
    queue.waiting.push({ userId, input, resolve, reject, alone: false });
    drainSoon(db, queue);
  });
}

/**
 * Charges many orders of one customer in their turn. The customer's other orders wait without a connection; other customers wait no
 * longer than for a single order. `orders` is their number, for `observeBatches`.
 */
export function chargeInTurn<T>(db: Db, userId: number, orders: number, charge: () => Promise<T>): Promise<T> {
  const queue = queueOf(db, userId);
  return new Promise((resolve, reject) => {
    queue.waiting.push({ userId, orders, charge: () => charge().then(resolve, reject), alone: true });
    drainSoon(db, queue);
  });
}

/** The current load of a database's queues. */
export function readQueues(db: Db): { waiting: number; isBusy: boolean }[] {
  return queuesOf(db).map(({ waiting, isBusy }) => ({ waiting: waiting.length, isBusy }));
}

/** @param onBatch called with the size of each later batch */
export function observeBatches(db: Db, onBatch: (orders: number) => void): void {
  for (const queue of queuesOf(db)) queue.onBatch = onBatch;
}

function queueOf(db: Db, userId: number): Queue {
  return queuesOf(db)[userId % QUEUES] as Queue;
}

function newQueue(): Queue {
  return { waiting: [], isBusy: false, isToDrain: false, hasBatch: false, apart: new Set(), onBatch: undefined };
}

/** Drains at the end of the turn, so that orders whose sessions were read together are charged together. */
function drainSoon(db: Db, queue: Queue): void {
  if (queue.isToDrain) return;
  queue.isToDrain = true;
  setImmediate(() => {
    queue.isToDrain = false;
    void drain(db, queue);
  });
}

async function drain(db: Db, queue: Queue): Promise<void> {
  if (queue.isBusy || hasToWait(db, queue)) return;
  queue.isBusy = true;
  const batch = takeBatch(queue);
  const [first] = batch;
  if (first) queue.onBatch?.('orders' in first ? first.orders : batch.length);
  if (first && batch.length === 1) await Promise.race([chargeAlone(db, queue, first), sleep(PATIENCE_MS)]);
  else if (first) await chargeTogether(db, queue, batch.filter(mayJoin));
  queue.isBusy = false;
  if (!first) return;
  // The other queue first, so that both get their turn.
  drainOthers(db, queue);
  void drain(db, queue);
}

function drainOthers(db: Db, queue: Queue): void {
  for (const other of queuesOf(db)) if (other !== queue) void drain(db, other);
}

function hasToWait(db: Db, queue: Queue): boolean {
  return queue.waiting.length < SMALLEST_PARALLEL_BATCH && queuesOf(db).some(({ hasBatch }) => hasBatch);
}

/** Takes the next batch: the first job, and all that may be charged together with it. */
function takeBatch(queue: Queue): Job[] {
  const ready = queue.waiting.filter(({ userId }) => !queue.apart.has(userId));
  const [first] = ready;
  const batch: Job[] = first?.alone ? [first] : ready.filter(mayJoin).slice(0, LARGEST_BATCH);
  const taken = new Set<Job>(batch);
  queue.waiting = queue.waiting.filter((job) => !taken.has(job));
  return batch;
}

function mayJoin(job: Job): job is OrderJob {
  return !job.alone;
}

async function chargeAlone(db: Db, queue: Queue, job: Job): Promise<void> {
  const { userId } = job;
  queue.apart.add(userId);
  if ('charge' in job) await job.charge();
  else await chargeOrder(db, job).then((charged) => job.resolve(charged && placedBy(db, job, charged)), job.reject);
  queue.apart.delete(userId);
  void drain(db, queue);
}

async function chargeTogether(db: Db, queue: Queue, batch: OrderJob[]): Promise<void> {
  let outcomes: ChargeOutcome[];
  queue.hasBatch = true;
  const patience = setTimeout(() => {
    queue.hasBatch = false;
    drainOthers(db, queue);
  }, PATIENCE_MS);
  try {
    outcomes = await chargeOrders(db.$client, batch);
  } catch (error) {
    if (wasRolledBack(error)) againAlone(queue, batch);
    else for (const { reject } of batch) reject(error);
    return;
  } finally {
    clearTimeout(patience);
    queue.hasBatch = false;
  }
  againAlone(
    queue,
    batch.filter((_, index) => outcomes[index] === 'wallet_held'),
  );
  // After the next batch was sent: PostgreSQL works on it while these responses are written.
  setImmediate(() => batch.forEach((job, index) => answer(db, job, outcomes[index])));
}

function answer(db: Db, job: OrderJob, outcome: ChargeOutcome | undefined): void {
  if (typeof outcome === 'object') job.resolve(placedBy(db, job, outcome));
  else if (outcome === 'not_taken') job.resolve(undefined);
}

/** The committed order, which is acknowledged next. */
function placedBy(db: Db, { userId, input: { requestId } }: OrderJob, charged: ChargedOrder): PlacedOrder {
  const { order, balanceNanos, seq } = charged;
  rememberOrder(db, { userId, requestId, order, balanceNanos, seq });
  return { order, balanceNanos };
}

function againAlone(queue: Queue, jobs: OrderJob[]): void {
  queue.waiting.unshift(...jobs.map((job) => ({ ...job, alone: true })));
}

/**
 * True if PostgreSQL rolled the batch back, so that each order may be retried. After a lost connection the commit is unknown, and an
 * order without a request id must not be placed twice. Codes: 22, 23, 40, 55 and `query_canceled`.
 */
function wasRolledBack(error: unknown): boolean {
  return /^(22|23|40|55|57014)/.test(pgErrorOf(error)?.code ?? '');
}
