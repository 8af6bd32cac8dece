import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '#db/client.ts';
import { pgErrorOf } from '#db/errors.ts';
import { perDatabase } from '#db/per-database.ts';
import type { StoredOrder } from '#shared/orders.ts';
import { rememberOrder } from './acknowledged.ts';
import {
  type ChargedOrder,
  type ChargeOutcome,
  chargeOrder,
  chargeOrdersOfMany,
  chargeOrdersOfOne,
  type OrderToCharge,
} from './charge-orders.ts';

/** Queues of a process. A customer is always in the same one, so two batches never contain the same wallet. */
const QUEUES = 2;
const LARGEST_BATCH = 256;
/** The most characters of comments in a batch: writing more parameters would block the event loop. */
const MOST_COMMENT_CHARACTERS = 512 * 1024;
/** A queue with fewer orders waits while the other one charges a batch: the fixed cost of another batch exceeds the benefit. */
const SMALLEST_PARALLEL_BATCH = 24;
/** How long a queue waits for a single order or for the other queue's batch (its connection may be dead). */
const PATIENCE_MS = 100;
/** Batches that skip a customer's locked wallet before the customer is charged apart: another server's batch is soon over. */
const MOST_SKIPS = 2;
/** Customers of a queue that are charged apart at a time. Each may hold a connection while it waits for a lock. */
const MOST_APART = 4;
/** How long a customer whose wallet was locked is charged apart, until a batch tries it again. */
const CONTENDED_MS = 1_000;

/**
 * After a contended customer's batch it is another server's turn. The next batch collects orders for this share of the last one's time,
 * which included the wait for the lock: otherwise it would wait for the lock with only a few.
 */
const COLLECTED_SHARE = 1 / 2;
const LONGEST_COLLECTED_MS = 20;

interface OrderJob extends OrderToCharge {
  resolve: (placed: StoredOrder | undefined) => void;
  reject: (reason: unknown) => void;
  /** Set after its batch failed. */
  alone: boolean;
  /** Batches that skipped it, because its wallet was locked. */
  skips: number;
}

/** Many orders of one customer in one transaction, never in a batch with other orders. */
interface ManyJob {
  userId: number;
  orders: number;
  charge: () => Promise<void>;
  alone: true;
}

type Job = OrderJob | ManyJob;

interface Queue {
  waiting: Job[];
  /** Whether it charges a batch. */
  isBusy: boolean;
  /** Whether it drains at the end of this turn of the event loop. */
  isToDrain: boolean;
  /** Whether it charges a batch that the other queue waits for. */
  hasBatch: boolean;
  /** Customers who are being charged apart. Their next orders wait for it without a connection. */
  apart: Set<number>;
  /** Customers whose wallets another server uses, too, and until when they are charged apart. */
  contendedUntilMs: Map<number, number>;
  /** Called with the size of each batch. */
  onBatch: ((orders: number) => void) | undefined;
}

const queuesOf = perDatabase((): Queue[] => Array.from({ length: QUEUES }, newQueue));

/**
 * Charges an order like `chargeOrder`, together with others in one commit: while one batch commits, the next one collects orders,
 * without a timer. An order that fails or has to wait never affects other customers' orders.
 */
export function chargeInBatch(db: Db, order: OrderToCharge): Promise<StoredOrder | undefined> {
  const queue = queueOf(db, order.userId);
  return new Promise((resolve, reject) => {
    queue.waiting.push({ ...order, resolve, reject, alone: false, skips: 0 });
    drainSoon(db, queue);
  });
}

/**
 * Charges many orders of one customer in their turn. The customer's other orders wait without a connection; other customers do not wait.
 * `orders` is their number, for `observeBatches`.
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
  return queuesOf(db).map(({ waiting, isBusy, apart }) => ({
    waiting: waiting.length,
    isBusy: isBusy || apart.size > 0,
  }));
}

/** @param onBatch called with the size of each later batch */
export function observeBatches(db: Db, onBatch: (orders: number) => void): void {
  for (const queue of queuesOf(db)) queue.onBatch = onBatch;
}

function queueOf(db: Db, userId: number): Queue {
  return queuesOf(db)[userId % QUEUES] as Queue;
}

function newQueue(): Queue {
  const state = { isBusy: false, isToDrain: false, hasBatch: false };
  return { waiting: [], ...state, apart: new Set(), contendedUntilMs: new Map(), onBatch: undefined };
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
  chargeNextApart(db, queue);
  if (queue.isBusy) return;
  const ready = queue.waiting.filter(mayJoin).filter((job) => !isApart(queue, job));
  if (ready.length === 0 || hasToWait(db, ready)) return;
  const batch = take(queue, nextBatch(ready));
  queue.isBusy = true;
  const charging = chargeBatch(db, queue, batch);
  if (batch.length === 1 && (await Promise.race([charging, sleep(PATIENCE_MS, 'late')])) === 'late')
    void charging.then(() => drain(db, queue));
  else await charging;
  queue.isBusy = false;
  // The other queue first, so that both get their turn.
  drainOthers(db, queue);
  void drain(db, queue);
}

function drainOthers(db: Db, queue: Queue): void {
  for (const other of queuesOf(db)) if (other !== queue) void drain(db, other);
}

function hasToWait(db: Db, ready: OrderJob[]): boolean {
  return ready.length < SMALLEST_PARALLEL_BATCH && queuesOf(db).some(({ hasBatch }) => hasBatch);
}

/** The first jobs that fit in a batch, and at least one. */
function nextBatch(ready: OrderJob[]): OrderJob[] {
  let characters = 0;
  const tooMany = ready.slice(0, LARGEST_BATCH).findIndex(({ input: { comments = [] } }) => {
    for (const { length } of comments) characters += length;
    return characters > MOST_COMMENT_CHARACTERS;
  });
  return ready.slice(0, tooMany === -1 ? LARGEST_BATCH : Math.max(1, tooMany));
}

function take<J extends Job>(queue: Queue, jobs: J[]): J[] {
  const taken = new Set<Job>(jobs);
  queue.waiting = queue.waiting.filter((job) => !taken.has(job));
  return jobs;
}

function mayJoin(job: Job): job is OrderJob {
  return !job.alone;
}

/** Whether no batch may contain the customer's orders: others of them are being charged, or the wallet is contended. */
function isApart({ apart, contendedUntilMs }: Queue, { userId }: Job): boolean {
  return apart.has(userId) || contendedUntilMs.has(userId);
}

/** Starts what is charged apart from batches: it may wait for a lock, and no other customer waits for it. */
function chargeNextApart(db: Db, queue: Queue): void {
  const { apart, contendedUntilMs } = queue;
  const nowMs = performance.now();
  for (const [userId, untilMs] of contendedUntilMs) if (untilMs < nowMs) contendedUntilMs.delete(userId);
  const isNext = (job: Job) => !apart.has(job.userId) && (job.alone || contendedUntilMs.has(job.userId));
  while (apart.size < MOST_APART) {
    const first = queue.waiting.find(isNext);
    if (!first) return;
    void chargeApart(db, queue, first);
  }
}

/** Charges a customer's next job, if that goes alone, or all others together. */
async function chargeApart(db: Db, queue: Queue, first: Job): Promise<void> {
  const { userId } = first;
  queue.apart.add(userId);
  if (mayJoin(first)) await chargeOwnBatch(db, queue, userId);
  else await chargeAlone(db, queue, first);
  queue.apart.delete(userId);
  void drain(db, queue);
}

async function chargeOwnBatch(db: Db, queue: Queue, userId: number): Promise<void> {
  const own = queue.waiting.filter(mayJoin).filter((job) => job.userId === userId);
  const batch = take(queue, nextBatch(own));
  const startedMs = performance.now();
  await chargeTogether(db, queue, batch, {
    charge: () => chargeOrdersOfOne(db, batch),
    // They have waited as long as a single order may wait.
    mayRetry: (error) => wasRolledBack(error) && !hasTakenTooLong(error),
  });
  await sleep(Math.min(LONGEST_COLLECTED_MS, (performance.now() - startedMs) * COLLECTED_SHARE));
}

async function chargeAlone(db: Db, queue: Queue, job: Job): Promise<void> {
  take(queue, [job]);
  queue.onBatch?.('orders' in job ? job.orders : 1);
  if ('charge' in job) await job.charge();
  else await chargeOrder(db, job).then((charged) => job.resolve(charged && placedBy(db, job, charged)), job.reject);
}

async function chargeBatch(db: Db, queue: Queue, batch: OrderJob[]): Promise<void> {
  queue.hasBatch = true;
  const patience = setTimeout(() => {
    queue.hasBatch = false;
    drainOthers(db, queue);
  }, PATIENCE_MS);
  const skipped = await chargeTogether(db, queue, batch, {
    charge: () => chargeOrdersOfMany(db, batch),
    mayRetry: wasRolledBack,
  });
  clearTimeout(patience);
  queue.hasBatch = false;
  for (const job of skipped)
    if (++job.skips >= MOST_SKIPS) queue.contendedUntilMs.set(job.userId, performance.now() + CONTENDED_MS);
  queue.waiting.unshift(...skipped);
}

interface Attempt {
  charge: () => Promise<ChargeOutcome[]>;
  /** Whether each order may be charged again after this error. */
  mayRetry: (error: unknown) => boolean;
}

/** @returns orders whose wallets were locked */
async function chargeTogether(
  db: Db,
  queue: Queue,
  batch: OrderJob[],
  { charge, mayRetry }: Attempt,
): Promise<OrderJob[]> {
  queue.onBatch?.(batch.length);
  let outcomes: ChargeOutcome[];
  try {
    outcomes = await charge();
  } catch (error) {
    if (mayRetry(error)) againAlone(queue, batch);
    else for (const { reject } of batch) reject(error);
    return [];
  }
  // After the next batch was sent: PostgreSQL works on it while these responses are written.
  setImmediate(() => batch.forEach((job, index) => answer(db, job, outcomes[index])));
  return batch.filter((_, index) => outcomes[index] === 'wallet_held');
}

function answer(db: Db, job: OrderJob, outcome: ChargeOutcome | undefined): void {
  if (typeof outcome === 'object') job.resolve(placedBy(db, job, outcome));
  else if (outcome === 'not_taken') job.resolve(undefined);
}

/** The committed order, which is acknowledged next. */
function placedBy(db: Db, { userId, input: { requestId } }: OrderJob, charged: ChargedOrder): StoredOrder {
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

/** A statement or its wait for a lock has reached its time limit. */
function hasTakenTooLong(error: unknown): boolean {
  return /^(55P03|57014)$/.test(pgErrorOf(error)?.code ?? '');
}
