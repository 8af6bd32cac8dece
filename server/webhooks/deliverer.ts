import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#db/client.ts';
import { isOutgoingHeld } from '../backup/hold-outgoing.ts';
import { type AttemptOptions, attemptDelivery } from './attempt-delivery.ts';
import { type Claimed, claimDelivery } from './claim-delivery.ts';
import { endDeliveries } from './end-deliveries.ts';
import { hurryDeliveries } from './hurry-deliveries.ts';
import { type Job, type JobQueue, openJobQueue } from './job-queue.ts';
import { recordOutcome } from './record-outcome.ts';
import { relayDeliveries, replaceLostJobs } from './relay.ts';

export interface DelivererOptions extends AttemptOptions {
  db: Db;
  publicUrl: string;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  wakeMailer: () => void;
  /** Called when an attempt has ended. */
  onEnded: () => void;
}

/** An attempt that has begun and has no stored outcome. */
interface OpenAttempt {
  job: Job;
  claimed: Claimed;
  /** Whether it has ended, but the database did not take its outcome. */
  isUnstored: boolean;
}

/** Attempts at a time, of this process. */
const MOST_AT_ONCE = 60;
/** Of them, those to receivers that fail: a silent one takes ten seconds for each. */
const MOST_SLOW_AT_ONCE = 30;
/** Transactions at a time, so that deliveries never take the connections of requests. */
const TRANSACTIONS_AT_ONCE = 3;
const HELD_PAUSE_SECONDS = 5;
const SUSPECT_PAUSE_SECONDS = 1;
/** For attempts that end by themselves. A worker that stops has half a second after its last request. */
const STOP_PATIENCE_MS = 200;

/** Delivers events while there are any; opened when the first webhook exists. */
export async function openDeliverer(options: DelivererOptions) {
  const { db, log, wakeMailer, onEnded } = options;
  const queue = await openJobQueue(db, log);
  const inTurn = limiter(TRANSACTIONS_AT_ONCE);
  const running = new Set<Promise<void>>();
  const open = new Set<OpenAttempt>();
  /** The job of a delivery that a process ended with: it waits until nothing else runs. */
  let suspect: Job | undefined;
  let isAlone = false;
  let slowRunning = 0;

  return {
    /** Starts what is due and fits. @returns whether there may be more at once */
    async work(): Promise<boolean> {
      await handBackThose([...open].filter(({ isUnstored }) => isUnstored));
      if (isAlone || (suspect && running.size > 0)) return false;
      if (suspect) {
        isAlone = true;
        run([suspect], false);
        return true;
      }
      const { isHeld, hasChanged, isWaiting } = await look(db);
      if (isHeld) return false;
      const isAll = !hasChanged || (await relayDeliveries(db, queue)).isAll;
      if (!isWaiting) return !isAll;
      const usual = await start(MOST_AT_ONCE - running.size, false);
      const slow = await start(Math.min(MOST_AT_ONCE - running.size, MOST_SLOW_AT_ONCE - slowRunning), true);
      return !isAll || usual + slow > 0;
    },
    /** Repeats what happens every few minutes by itself: repairs the queue after lost processes and lost jobs. */
    async repair(): Promise<void> {
      await queue.supervise();
      await replaceLostJobs(db);
    },
    /** Hands back what does not end at once, as if it was never tried. */
    async stop(): Promise<void> {
      await Promise.race([Promise.all(running), pause(STOP_PATIENCE_MS, undefined, { ref: false })]);
      await handBackThose([...open]);
      if (suspect) await release(suspect, 0);
      await queue.stop();
    },
    /** Waits for the attempts that run. */
    idle: () => Promise.all(running),
  };

  /** Fetches until no other webhook has a job, so that one with thousands delays none. */
  async function start(count: number, isSlow: boolean): Promise<number> {
    const served = new Set<string>();
    let started = 0;
    while (started < count) {
      const jobs = await queue.fetch(count - started, { isSlow, except: [...served] });
      if (jobs.length === 0) break;
      run(jobs, isSlow);
      started += jobs.length;
      for (const { group } of jobs) served.add(group);
    }
    return started;
  }

  function run(jobs: Job[], isSlow: boolean): void {
    if (isSlow) slowRunning += jobs.length;
    for (const job of jobs) {
      const work = deliver(job).finally(() => {
        running.delete(work);
        if (isSlow) slowRunning--;
        onEnded();
      });
      running.add(work);
    }
  }

  /** A failure of the database leaves the job to the queue, which hands it out again after half a minute at the latest. */
  async function deliver(job: Job): Promise<void> {
    const isSuspect = job === suspect;
    let attempt: OpenAttempt | undefined;
    try {
      const claimed = await inTurn(() => claimDelivery(db, job.deliveryId, { isAlone: isSuspect }));
      if (claimed === 'held') return await settle((tx) => queue.retryIn(tx, job, HELD_PAUSE_SECONDS));
      if (claimed === 'over') return await settle((tx) => queue.complete(tx, job));
      if (claimed === 'suspect') {
        if (suspect) return await release(job, SUSPECT_PAUSE_SECONDS);
        suspect = job;
        return;
      }
      attempt = { job, claimed, isUnstored: false };
      open.add(attempt);
      const outcome = await attemptDelivery(options, claimed);
      if (!open.has(attempt)) return;
      const recorded = await inTurn(() => recordOutcome({ ...options, queue }, { claimed, job, attempt: outcome }));
      open.delete(attempt);
      if (recorded === 'recovered') await inTurn(() => hurryDeliveries(db, claimed.webhookId));
      if (recorded !== 'switchedOff') return;
      wakeMailer();
      await inTurn(() => endDeliveries(db, claimed.webhookId));
    } catch (error) {
      if (attempt) attempt.isUnstored = true;
      log.warn(
        { err: error, deliveryId: job.deliveryId },
        'the outcome of a delivery could not be stored; it is repeated',
      );
    } finally {
      if (isSuspect) {
        suspect = undefined;
        isAlone = false;
      }
    }
  }

  async function handBackThose(attempts: OpenAttempt[]): Promise<void> {
    await inTurn(() => handBack(db, queue, attempts));
    for (const attempt of attempts) open.delete(attempt);
  }

  function release(job: Job, seconds: number): Promise<void> {
    return settle((tx) => queue.release(tx, [job], seconds));
  }

  function settle(work: Parameters<Db['transaction']>[0]): Promise<void> {
    return inTurn(async () => void (await db.transaction(work)));
  }
}

/** Makes attempts as if they had never begun: they count nothing, and are due at once. A late outcome of one of them changes nothing. */
async function handBack(db: Db, queue: JobQueue, attempts: OpenAttempt[]): Promise<void> {
  if (attempts.length === 0) return;
  const jobs = attempts.map(({ job }) => job);
  const rows = attempts.map(({ claimed }) => ({ id: claimed.id, attempts: claimed.attempts }));
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      update webhook_deliveries d set attempts = d.attempts - 1, open_attempts = d.open_attempts - 1
      from json_to_recordset(${JSON.stringify(rows)}::json) as r (id bigint, attempts int)
      where d.id = r.id and d.attempts = r.attempts and d.open_attempts > 0 and d.status = 'waiting'`);
    await queue.release(tx, jobs, 0);
  });
}

/** What there is to do, in one statement. */
async function look(db: Db): Promise<{ isHeld: boolean; hasChanged: boolean; isWaiting: boolean }> {
  const [found] = await db.execute<{ isHeld: boolean; hasChanged: boolean; isWaiting: boolean }>(sql`
    select ${isOutgoingHeld} as "isHeld",
      exists (select from webhook_deliveries where needs_relay) as "hasChanged",
      exists (select from webhook_deliveries where status = 'waiting') as "isWaiting"`);
  return found ?? { isHeld: true, hasChanged: false, isWaiting: false };
}

/** Runs at most `most` works at once; others wait in turn. */
function limiter(most: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async function run<Value>(work: () => Promise<Value>): Promise<Value> {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
