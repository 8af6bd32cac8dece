import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../../db/client.ts';
import { pgErrorOf } from '../../../db/errors.ts';
import type { PlacedOrder, PlaceOrderInput } from '../../../shared/orders.ts';
import { perDatabase } from '../../cache/per-database.ts';
import { chargeOrder } from './charge-order.ts';
import { type ChargeOutcome, chargeSet } from './charge-set.ts';

/** Batches at a time. A customer is always in the same lane, so that two batches never want the same wallet. */
const LANES = 2;
const LARGEST_BATCH = 256;
/**
 * A lane with fewer waits while another one charges a set: what PostgreSQL does once a set is worth more orders than these few,
 * and they are charged next.
 */
const WORTH_A_SET_BESIDE = 24;
/**
 * How long a lane waits for an order on its own, whose wallet another transaction may hold, before others pass it, and for another
 * lane's set, whose connection may be dead.
 */
const PATIENCE_MS = 100;

interface OrderJob {
  userId: number;
  input: PlaceOrderInput;
  resolve: (placed: PlacedOrder | undefined) => void;
  reject: (reason: unknown) => void;
  /** Set once it could not be charged with others. */
  alone: boolean;
}

/** Many orders of one customer that are charged together by themselves, and never with those of others. */
interface ManyJob {
  userId: number;
  orders: number;
  charge: () => Promise<void>;
  alone: true;
}

type Job = OrderJob | ManyJob;

interface Lane {
  waiting: Job[];
  isBusy: boolean;
  /** Whether it is looked at when this turn ends. */
  isToDrain: boolean;
  /** Whether a set is being charged that others wait for. */
  hasSet: boolean;
  /** Whose order is being charged alone; their next ones wait for it, and hold no connection meanwhile. */
  apart: Set<number>;
  /** Told how many orders each batch has. */
  onBatch: ((orders: number) => void) | undefined;
}

const lanesOf = perDatabase((): Lane[] => Array.from({ length: LANES }, newLane));

/**
 * Does what `chargeOrder` does, for many at once at the cost of one commit: while one batch is being committed the next
 * one gathers, as a database does with its own log. Nothing waits for a batch to fill, so an idle server answers as fast as
 * without. An order that fails or has to wait never takes its neighbours with it.
 */
export function chargeInLane(db: Db, userId: number, input: PlaceOrderInput): Promise<PlacedOrder | undefined> {
  const lane = laneOf(db, userId);
  return new Promise((resolve, reject) => {
    lane.waiting.push({ userId, input, resolve, reject, alone: false });
    drainSoon(db, lane);
  });
}

/**
 * Charges many orders of one customer when it is their turn. Their other orders wait for it meanwhile and hold no connection;
 * those of other customers wait no longer than for an order on its own.
 * @param orders how many they are, for whoever observes the batches
 * @returns what `charge` does
 */
export function inLane<T>(db: Db, userId: number, orders: number, charge: () => Promise<T>): Promise<T> {
  const lane = laneOf(db, userId);
  return new Promise((resolve, reject) => {
    lane.waiting.push({ userId, orders, charge: () => charge().then(resolve, reject), alone: true });
    drainSoon(db, lane);
  });
}

/** How busy the lanes of a database are at this moment. */
export function readLanes(db: Db): { waiting: number; isBusy: boolean }[] {
  return lanesOf(db).map(({ waiting, isBusy }) => ({ waiting: waiting.length, isBusy }));
}

/** @param onBatch told how many orders each batch has from now on */
export function observeBatches(db: Db, onBatch: (orders: number) => void): void {
  for (const lane of lanesOf(db)) lane.onBatch = onBatch;
}

function laneOf(db: Db, userId: number): Lane {
  return lanesOf(db)[userId % LANES] as Lane;
}

function newLane(): Lane {
  return { waiting: [], isBusy: false, isToDrain: false, hasSet: false, apart: new Set(), onBatch: undefined };
}

/** At the end of the turn, so that those come along whose sessions were read together. Where nothing else is to do that is now. */
function drainSoon(db: Db, lane: Lane): void {
  if (lane.isToDrain) return;
  lane.isToDrain = true;
  setImmediate(() => {
    lane.isToDrain = false;
    void drain(db, lane);
  });
}

async function drain(db: Db, lane: Lane): Promise<void> {
  if (lane.isBusy || hasToWait(db, lane)) return;
  lane.isBusy = true;
  const batch = takeBatch(lane);
  const [first] = batch;
  if (first) lane.onBatch?.('orders' in first ? first.orders : batch.length);
  if (first && batch.length === 1) await Promise.race([chargeAlone(db, lane, first), sleep(PATIENCE_MS)]);
  else if (first) await chargeTogether(db, lane, batch.filter(mayJoin));
  lane.isBusy = false;
  if (!first) return;
  // So that each has its turn.
  drainOthers(db, lane);
  void drain(db, lane);
}

function drainOthers(db: Db, lane: Lane): void {
  for (const other of lanesOf(db)) if (other !== lane) void drain(db, other);
}

function hasToWait(db: Db, lane: Lane): boolean {
  return lane.waiting.length < WORTH_A_SET_BESIDE && lanesOf(db).some(({ hasSet }) => hasSet);
}

/** Takes out what is charged next: what came first, with whatever may be charged together with it. */
function takeBatch(lane: Lane): Job[] {
  const ready = lane.waiting.filter(({ userId }) => !lane.apart.has(userId));
  const [first] = ready;
  const batch: Job[] = first?.alone ? [first] : ready.filter(mayJoin).slice(0, LARGEST_BATCH);
  const taken = new Set<Job>(batch);
  lane.waiting = lane.waiting.filter((job) => !taken.has(job));
  return batch;
}

function mayJoin(job: Job): job is OrderJob {
  return !job.alone;
}

async function chargeAlone(db: Db, lane: Lane, job: Job): Promise<void> {
  const { userId } = job;
  lane.apart.add(userId);
  if ('charge' in job) await job.charge();
  else await chargeOrder(db, userId, job.input).then(job.resolve, job.reject);
  lane.apart.delete(userId);
  void drain(db, lane);
}

/** All in one statement, each judged against the balance that those before it have left. */
async function chargeTogether(db: Db, lane: Lane, batch: OrderJob[]): Promise<void> {
  let outcomes: ChargeOutcome[];
  lane.hasSet = true;
  const patience = setTimeout(() => {
    lane.hasSet = false;
    drainOthers(db, lane);
  }, PATIENCE_MS);
  try {
    outcomes = await chargeSet(db.$client, batch);
  } catch (error) {
    if (wasRolledBack(error)) againAlone(lane, batch);
    else for (const { reject } of batch) reject(error);
    return;
  } finally {
    clearTimeout(patience);
    lane.hasSet = false;
  }
  againAlone(
    lane,
    batch.filter((_, index) => outcomes[index] === 'wallet_held'),
  );
  // After the next set has been sent: PostgreSQL works on that one while these are answered.
  setImmediate(() => batch.forEach(({ resolve }, index) => answer(resolve, outcomes[index])));
}

function answer(resolve: OrderJob['resolve'], outcome: ChargeOutcome | undefined): void {
  if (typeof outcome === 'object') resolve(outcome);
  else if (outcome === 'not_taken') resolve(undefined);
}

function againAlone(lane: Lane, jobs: OrderJob[]): void {
  lane.waiting.unshift(...jobs.map((job) => ({ ...job, alone: true })));
}

/**
 * True where the server refused a statement, so that nothing of the batch was kept and each may be tried again. A connection
 * that was lost tells nothing about the commit, and an order without a request id must not be placed twice.
 * Classes 22, 23, 40, 55 and `query_canceled`: https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
function wasRolledBack(error: unknown): boolean {
  return /^(22|23|40|55|57014)/.test(pgErrorOf(error)?.code ?? '');
}
