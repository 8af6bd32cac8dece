import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { fromDrizzle, PgBoss } from 'pg-boss';
import type { Db, Tx } from '#db/client.ts';

/** One attempt of a job, as the queue hands it out. */
export interface Job {
  id: string;
  deliveryId: number;
  group: string;
  /** How often it was tried before. Another attempt has another number, so that a late one settles nothing. */
  retryCount: number;
}

export interface NewJob {
  id: string;
  deliveryId: number;
  /** Jobs of one key run one after the other, in the order of their ids. */
  key: string;
  /** Jobs of one group share a limit. */
  group: string;
  /** Whether it waits behind jobs of receivers that answer. */
  isSlow: boolean;
}

export type JobQueue = Awaited<ReturnType<typeof openJobQueue>>;

const QUEUE = 'webhooks';
/** An attempt ends within ten seconds. One that has not is the work of a process that was killed. */
const EXPIRE_SECONDS = 30;
const SUPERVISE_SECONDS = 10;
/** A held job may wait for long; pg-boss accepts a year at most. */
const RETENTION_SECONDS = 364 * 86_400;
const DELETE_AFTER_SECONDS = 3_600;
/** Attempts are given up by the panel, never by the queue: a failed job would hold back its key for good. */
const RETRY_LIMIT = 1_000_000;
const SLOW = -1;
const USUAL = 0;
/** Deliveries of one webhook at a time. */
const PER_WEBHOOK = 3;

/** Opens the job queue of the webhooks in the schema `pgboss`, and creates it if this database has none yet. */
export async function openJobQueue(db: Db, log: Pick<FastifyBaseLogger, 'warn' | 'error'>) {
  const boss = new PgBoss({
    db: databaseOf(db),
    schedule: false,
    registerInstance: false,
    reindex: false,
    openTelemetry: { enabled: false },
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
  });
  boss.on('error', (error) => log.error({ err: error }, 'the queue of the webhooks failed'));
  boss.on('warning', ({ message }) => log.warn({ reason: message }, 'the queue of the webhooks warns'));
  const stop = () => boss.stop({ graceful: false, close: false });
  try {
    await start(boss);
  } catch (error) {
    // Its timers would go on beside those of the next attempt.
    await stop().catch(() => {});
    throw error;
  }

  return {
    /** A job that exists already is left alone. */
    async add(tx: Tx, jobs: NewJob[]): Promise<void> {
      const rows = jobs.map(({ id, deliveryId, key, group, isSlow }) => ({
        id,
        data: { deliveryId },
        singletonKey: key,
        group: { id: group },
        priority: isSlow ? SLOW : USUAL,
      }));
      await boss.insert(QUEUE, rows, { db: databaseOf(tx) });
    },
    /**
     * Claims jobs that are due, at most three of a webhook at a time, on all servers together. The queue applies that limit to the
     * oldest jobs only, so there may be others.
     * @param options.except groups that get no more
     */
    async fetch(count: number, { isSlow, except }: { isSlow: boolean; except: string[] }): Promise<Job[]> {
      const priorities = isSlow ? { maxPriority: SLOW } : { minPriority: USUAL };
      const jobs = await boss.fetch<{ deliveryId: number }>(QUEUE, {
        ...priorities,
        batchSize: count,
        groupConcurrency: isSlow ? 1 : PER_WEBHOOK,
        ignoreGroups: except,
      });
      return jobs.map(({ id, data, retryCount, groupId }) => ({
        id,
        retryCount,
        deliveryId: data.deliveryId,
        group: groupId ?? '',
      }));
    },
    /** The job is over, whether its event was delivered or given up. */
    async complete(tx: Tx, job: Job): Promise<void> {
      await boss.complete(QUEUE, attemptOf(job), null, { db: databaseOf(tx) });
    },
    async retryIn(tx: Tx, job: Job, seconds: number): Promise<void> {
      const options = { db: databaseOf(tx) };
      await boss.fail(QUEUE, attemptOf(job), null, options);
      await boss.update(QUEUE, undefined, { ...options, id: job.id, startAfter: seconds, priority: SLOW });
    },
    /** Hands claimed jobs back as if they were never claimed: pg-boss counts each claim that has a start. Its API has no such call. */
    async release(tx: Tx, jobs: Job[], seconds: number): Promise<void> {
      await tx.execute(sql`
        update pgboss.job j set state = 'retry', started_on = null, start_after = now() + make_interval(secs => ${seconds})
        from json_to_recordset(${JSON.stringify(jobs)}::json) as r (id uuid, "retryCount" int)
        where j.name = ${QUEUE} and j.id = r.id and j.retry_count = r."retryCount" and j.state = 'active'`);
    },
    /** A job that waits becomes due at once. */
    async hurry(tx: Tx, id: string): Promise<void> {
      await boss.update(QUEUE, undefined, { db: databaseOf(tx), id, startAfter: 0, priority: USUAL });
    },
    async remove(tx: Tx, ids: string[]): Promise<void> {
      if (ids.length > 0) await boss.deleteJob(QUEUE, ids, { db: databaseOf(tx) });
    },
    /** Returns jobs of processes that were killed to the queue, and deletes old ones. It also happens every ten seconds. */
    supervise: () => boss.supervise(QUEUE),
    stop,
  };
}

async function start(boss: PgBoss): Promise<void> {
  await boss.start();
  if (await boss.getQueue(QUEUE)) return;
  await boss.createQueue(QUEUE, {
    policy: 'key_strict_fifo',
    expireInSeconds: EXPIRE_SECONDS,
    retentionSeconds: RETENTION_SECONDS,
    deleteAfterSeconds: DELETE_AFTER_SECONDS,
    retryLimit: RETRY_LIMIT,
    retryDelay: 1,
  });
}

function attemptOf({ id, retryCount }: Job) {
  return { id, retryCount };
}

/** A whole transaction as one text, which the driver refuses on a connection that it may share. */
const TRANSACTION = /^\s*BEGIN;([\s\S]*)COMMIT;?\s*$/;

/** pg-boss's statements run on the panel's own connections, with their time limits and their behavior in a failover. */
function databaseOf(db: Db | Tx): ReturnType<typeof fromDrizzle> {
  const adapter = fromDrizzle(db, sql);
  return {
    async executeSql(text, values) {
      try {
        const statements = TRANSACTION.exec(text)?.[1];
        if (statements !== undefined)
          return await db.transaction((tx) => fromDrizzle(tx, sql).executeSql(statements, values));
        return await adapter.executeSql(text, values);
      } catch (error) {
        // pg-boss reads the code of the driver's error, which the query builder wraps.
        throw error instanceof Error && error.cause instanceof Error ? error.cause : error;
      }
    },
  };
}
