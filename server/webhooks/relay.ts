import { asc, inArray, sql } from 'drizzle-orm';
import { advisoryLocks } from '#db/advisory-locks.ts';
import type { Db, Tx } from '#db/client.ts';
import { webhookDeliveries, webhooks } from '#db/schema/webhooks.ts';
import { isOutgoingHeld } from '../backup/hold-outgoing.ts';
import type { JobQueue, NewJob } from './job-queue.ts';

const ROWS_AT_ONCE = 500;

/**
 * Makes the jobs of new events, hurries those that were replayed, and removes those of events that have ended. One server does it at a
 * time: two would make the jobs of one order in another order than its events. While everything outgoing is held, nothing is queued.
 * @returns how many events were handled; fewer than 500 are all
 */
export async function relayDeliveries(db: Db, queue: JobQueue): Promise<{ handled: number; isAll: boolean }> {
  return db.transaction(async (holder) => {
    const [lock] = await holder.execute<{ free: boolean }>(
      sql`select pg_try_advisory_xact_lock(${advisoryLocks.webhookRelay}) as free`,
    );
    if (!lock?.free) return { handled: 0, isAll: true };
    // Jobs are as old as their transaction, so it begins under the lock: one that stalled before would make its jobs the oldest.
    return db.transaction((tx) => relaySome(tx, queue));
  });
}

async function relaySome(tx: Tx, queue: JobQueue): Promise<{ handled: number; isAll: boolean }> {
  const rows = await tx
    .select({
      id: webhookDeliveries.id,
      status: webhookDeliveries.status,
      webhookId: webhookDeliveries.webhookId,
      event: webhookDeliveries.event,
      subjectId: webhookDeliveries.subjectId,
      jobId: webhookDeliveries.jobId,
      jobs: webhookDeliveries.jobs,
      isFailing: sql<boolean>`exists (select from ${webhooks} w where w.id = ${webhookDeliveries.webhookId} and w.failing_since is not null)`,
    })
    .from(webhookDeliveries)
    .where(sql`${webhookDeliveries.needsRelay} and not ${isOutgoingHeld}`)
    .orderBy(asc(webhookDeliveries.id))
    .limit(ROWS_AT_ONCE)
    // A row that is locked now is handled in a moment. Waiting for it would let a customer's transaction hold back all others.
    .for('update', { of: webhookDeliveries, skipLocked: true });
  if (rows.length > 0) await relay(tx, queue, rows);
  return { handled: rows.length, isAll: rows.length < ROWS_AT_ONCE };
}

type Row = Pick<
  typeof webhookDeliveries.$inferSelect,
  'id' | 'status' | 'webhookId' | 'event' | 'subjectId' | 'jobId' | 'jobs'
> & { isFailing: boolean };

async function relay(tx: Tx, queue: JobQueue, rows: Row[]): Promise<void> {
  const waiting = rows.filter(({ status }) => status === 'waiting');
  const made = waiting.filter(({ jobId }) => jobId === null).map((row) => ({ row, job: jobFor(row) }));
  if (made.length > 0)
    await queue.add(
      tx,
      made.map(({ job }) => job),
    );
  // Sent without waiting for each other: a receiver that recovers may have thousands.
  await Promise.all(waiting.flatMap(({ jobId }) => (jobId === null ? [] : [queue.hurry(tx, jobId)])));
  await queue.remove(
    tx,
    rows.flatMap(({ status, jobId }) => (status !== 'waiting' && jobId !== null ? [jobId] : [])),
  );
  const ended = rows.filter(({ status }) => status !== 'waiting').map(({ id }) => id);
  if (ended.length > 0)
    await tx.update(webhookDeliveries).set({ jobId: null }).where(inArray(webhookDeliveries.id, ended));
  await tx.execute(sql`
    update webhook_deliveries d set job_id = m.job_id, jobs = d.jobs + 1
    from json_to_recordset(${JSON.stringify(made.map(({ row, job }) => ({ id: row.id, job_id: job.id })))}::json) as m (id bigint, job_id uuid)
    where d.id = m.id`);
  await tx
    .update(webhookDeliveries)
    .set({ needsRelay: false })
    .where(
      inArray(
        webhookDeliveries.id,
        rows.map(({ id }) => id),
      ),
    );
}

function jobFor({ id, jobs, webhookId, event, subjectId, isFailing }: Row): NewJob {
  return {
    id: jobIdOf(id, jobs),
    deliveryId: id,
    key: `${webhookId}:${event}:${subjectId}`,
    group: String(webhookId),
    isSlow: isFailing,
  };
}

/**
 * The id of a delivery's job: jobs of one transaction have the same age, and are then ordered by their id.
 * @param earlier how many jobs it has had: a replay is a new one
 */
function jobIdOf(deliveryId: number, earlier: number): string {
  const hex = (value: number) => value.toString(16).padStart(12, '0');
  const [first, last] = [hex(deliveryId), hex(earlier)];
  // Version 8: a UUID of one's own making.
  return `${first.slice(0, 8)}-${first.slice(8)}-8000-8000-${last}`;
}

/**
 * Lets events whose job is gone have another one: after a restore, which brings no jobs, or if someone deleted them. The state of a job
 * is read from pg-boss's table in one statement: its API reads one job at a time.
 */
export async function replaceLostJobs(db: Db): Promise<void> {
  await db.execute(sql`
    update webhook_deliveries d set job_id = null, needs_relay = true
    where d.status = 'waiting' and d.job_id is not null and not exists (
      select from pgboss.job j where j.name = 'webhooks' and j.id = d.job_id and j.state < 'completed')`);
}
