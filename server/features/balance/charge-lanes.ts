import { setTimeout as sleep } from 'node:timers/promises';
import type { TransactionSql } from 'postgres';
import type { Db } from '../../../db/client.ts';
import { pgErrorOf } from '../../../db/errors.ts';
import type { PlacedOrder, PlaceOrderInput } from '../../../shared/orders.ts';
import { perDatabase } from '../../kept/per-database.ts';
import { chargeOrder, runCharge } from './charge-order.ts';

/** Batches at a time. A customer is always in the same lane, so that two batches never want the same wallet. */
const LANES = 2;
const LARGEST_BATCH = 64;
/** How long a lane waits for an order on its own, whose wallet another transaction may hold, before others pass it. */
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
    void drain(db, lane);
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
    void drain(db, lane);
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
  return { waiting: [], isBusy: false, apart: new Set(), onBatch: undefined };
}

async function drain(db: Db, lane: Lane): Promise<void> {
  if (lane.isBusy) return;
  lane.isBusy = true;
  for (let batch = takeBatch(lane); batch.length > 0; batch = takeBatch(lane)) {
    const [first] = batch;
    lane.onBatch?.(first && 'orders' in first ? first.orders : batch.length);
    if (first && batch.length === 1) await Promise.race([chargeAlone(db, lane, first), sleep(PATIENCE_MS)]);
    else await chargeTogether(db, lane, batch.filter(mayJoin));
  }
  lane.isBusy = false;
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

/** All in one transaction, one after the other, each judged against the balance that those before it have left. */
async function chargeTogether(db: Db, lane: Lane, batch: OrderJob[]): Promise<void> {
  let held: OrderJob[] = batch;
  let placed: (PlacedOrder | undefined)[] = [];
  try {
    await db.$client.begin(async (sql) => {
      const wallets = await lockFreeWallets(sql, batch);
      held = batch.filter(({ userId }) => wallets.has(userId));
      placed = await Promise.all(held.map(({ userId, input }) => runCharge(sql, userId, input)));
    });
  } catch (error) {
    if (wasRolledBack(error)) againAlone(lane, batch);
    else for (const { reject } of batch) reject(error);
    return;
  }
  held.forEach(({ resolve }, index) => resolve(placed[index]));
  againAlone(
    lane,
    batch.filter((job) => !held.includes(job)),
  );
}

/** A wallet that another transaction holds is left out: so no batch ever waits, and none for another in a circle. */
async function lockFreeWallets(sql: TransactionSql, batch: OrderJob[]): Promise<Set<number>> {
  const userIds = [...new Set(batch.map(({ userId }) => userId))];
  const rows = await sql<{ user_id: number }[]>`
    select user_id from accounts where user_id = any(${userIds}::bigint[]) for no key update skip locked`;
  return new Set(rows.map(({ user_id }) => user_id));
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
