import { createHash, randomUUID } from 'node:crypto';
import { and, count, eq, isNull, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { jobRows, jobs } from '#db/schema/jobs.ts';
import { users } from '#db/schema/users.ts';
import { JOB_WAIT_SECONDS } from '#shared/job-limits.ts';
import type { Job, StartJobInput } from '#shared/jobs.ts';
import type { Actor } from '#shared/users.ts';
import type { WriteDeps } from '../../base/deps.ts';
import { DomainError } from '../../base/errors.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { assertReauthenticated } from '../../base/identity/assert-reauthenticated.ts';
import { countAttempt } from '../../base/limits/rate-limit.ts';
import { readJob } from './get-job.ts';

const STARTS = { limit: 100, windowSeconds: 600 };
/** Of an admin. More would wait for a long time, and can be started later. */
const MOST_OPEN_JOBS = 20;
const RETRY_AFTER_SECONDS = 60;

/**
 * Starts a job: the bulk runner decides its rows one by one as this admin, the first of them after eight seconds. Rows are judged when
 * they are decided, also whether they exist. A known request id gets its job. Admins only.
 * @throws DomainError `idempotency_conflict` if the request id was used for another job, `reauthentication_required` if the job may
 * move more money than the shop's limit for approvals, `too_many_requests`
 */
export async function startJob({ db, events }: WriteDeps, actor: Actor, input: StartJobInput): Promise<{ job: Job }> {
  assertAdmin(actor);
  const { requestId = randomUUID() } = input;
  const requestHash = hashOf(input);
  const known = await findJob(db, actor, requestId, requestHash);
  if (known) return { job: known };
  await countAttempt(db, `job:${actor.id}`, STARTS);
  const job = await db.transaction(async (tx) => {
    // One start of an admin at a time: the limit is exact, and a repeated call waits for the first one's job.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, actor.id)).for('no key update');
    const earlier = await findJob(tx, actor, requestId, requestHash);
    if (earlier) return earlier;
    await assertFewOpen(tx, actor);
    if (await movesMuch(tx, input)) assertReauthenticated(actor);
    return readJob(tx, await insertJob(tx, actor, { ...input, requestId, requestHash }));
  });
  events.publish('jobs', `${actor.id}:${job.id}`);
  return { job };
}

/** SHA-256 of the input in hex. The order of the rows does not count. */
function hashOf({ kind, decision, reason, rows }: StartJobInput): string {
  const sorted = rows.map(({ id, expectedStatus }) => [id, expectedStatus] as const).toSorted(([a], [b]) => a - b);
  return createHash('sha256')
    .update(JSON.stringify([kind, decision, reason || null, sorted]))
    .digest('hex');
}

/** @throws DomainError `idempotency_conflict` */
async function findJob(db: Db | Tx, actor: Actor, requestId: string, requestHash: string): Promise<Job | undefined> {
  const [known] = await db
    .select({ id: jobs.id, requestHash: jobs.requestHash })
    .from(jobs)
    .where(and(eq(jobs.startedBy, actor.id), eq(jobs.requestId, requestId)));
  if (!known) return undefined;
  if (known.requestHash !== requestHash) throw new DomainError('idempotency_conflict');
  return readJob(db, known.id);
}

async function assertFewOpen(tx: Tx, actor: Actor): Promise<void> {
  const [open] = await tx
    .select({ count: count() })
    .from(jobs)
    .where(and(isNull(jobs.endedAt), eq(jobs.startedBy, actor.id)));
  if ((open?.count ?? 0) < MOST_OPEN_JOBS) return;
  throw new DomainError('too_many_requests', {
    message: `You already have ${MOST_OPEN_JOBS} jobs that have not ended. Please wait until one has.`,
    details: { retryAfterSeconds: RETRY_AFTER_SECONDS },
  });
}

/**
 * Whether the job's sum is above the shop's limit for approvals. Only rows that the decision would move money of, by their expected
 * status: rows with another one are refused.
 */
async function movesMuch(tx: Tx, { kind, decision, rows }: StartJobInput): Promise<boolean> {
  const statuses = new Set(movingStatuses[kind][decision]);
  const ids = rows.flatMap(({ id, expectedStatus }) => (statuses.has(expectedStatus) ? [id] : []));
  if (ids.length === 0) return false;
  const [sum] = await tx.execute<{ is_much: boolean }>(sql`
    select coalesce(sum(amount), 0) > (select approve_limit_nanos from settings) as is_much
    from (${amountsOf[kind]}) amounts where id = any(${sql.param(ids)}::bigint[])`);
  return sum?.is_much ?? false;
}

const amountsOf = {
  orders: sql`select id, charge_nanos as amount from orders`,
  recharges: sql`select id, amount_nanos as amount from recharges`,
  // Only an accepted cancel refunds its order.
  requests: sql`
    select r.id, o.charge_nanos as amount from order_requests r join orders o on o.id = r.order_id where r.kind = 'cancel'`,
};

const open = ['pending', 'processing'];
/** The statuses from which a decision moves money. */
const movingStatuses: Record<StartJobInput['kind'], Record<string, readonly string[]>> = {
  orders: { reject: open, reject_confirmed: open, complete: ['rejected'], complete_confirmed: ['rejected'] },
  recharges: { approve: ['pending'] },
  requests: { accept: ['pending'], accept_confirmed: ['pending'] },
};

type NewJob = StartJobInput & { requestId: string; requestHash: string };

async function insertJob(tx: Tx, actor: Actor, { rows, ...input }: NewJob): Promise<number> {
  const [job] = await tx
    .insert(jobs)
    .values({
      kind: input.kind,
      decision: input.decision,
      reason: input.reason || null,
      bulkId: randomUUID(),
      startedBy: actor.id,
      requestId: input.requestId,
      requestHash: input.requestHash,
      total: rows.length,
      startsAt: sql`now() + make_interval(secs => ${JOB_WAIT_SECONDS})`,
    })
    .returning({ id: jobs.id });
  if (!job) throw new Error('inserting a job returned no row');
  // A server of the version before takes other kinds for recharges: it must find none with this id.
  const ids = rows.map(({ id }) => (input.kind === 'requests' ? -id : id));
  const statuses = rows.map(({ expectedStatus }) => expectedStatus);
  await tx.execute(sql`
    insert into ${jobRows} (job_id, position, row_id, expected_status)
    select ${job.id}, place - 1, id, status
    from unnest(${sql.param(ids)}::bigint[], ${sql.param(statuses)}::text[]) with ordinality as listed (id, status, place)`);
  return job.id;
}
