import { and, eq, isNull, lte, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { jobRows, jobs } from '#db/schema/jobs.ts';
import { users } from '#db/schema/users.ts';
import type { JobStop } from '#shared/jobs.ts';
import type { Nanos } from '#shared/money.ts';
import { DomainError } from '../../base/errors.ts';
import type { EventBus } from '../../base/events/event-bus.ts';
import { isOutgoingPaused } from '../../base/queue/pause-outgoing.ts';
import { decideRow, type JobRow } from './decide-row.ts';

type Events = Pick<EventBus, 'publish'>;

export interface Turn {
  jobId: number;
  startedBy: number;
  /** Undefined if the job was stopped instead. */
  outcome: 'done' | 'refused' | undefined;
  isEnded: boolean;
}

/** A row whose transaction was rolled back. */
export class RowFailed extends Error {
  override readonly name = 'RowFailed';
  readonly jobId: number;
  readonly position: number;

  constructor({ jobId, position }: Pick<TakenRow, 'jobId' | 'position'>, cause: unknown) {
    super(`Row ${position} of job ${jobId} could not be decided`, { cause });
    this.jobId = jobId;
    this.position = position;
  }
}

export interface NextRowOptions {
  db: Db;
  events: Events;
  /** Whether REQUIRE_ADMIN_2FA is set. */
  requiresSecondFactor: boolean;
  jobId: number;
  /** The code to refuse this row with, because it has failed too often; undefined to decide it. */
  refusalOf: (position: number) => 'busy' | 'internal' | undefined;
}

/**
 * Decides the next row of a due job as the job's starter. Outcome, money and the job's counters are one transaction, which holds the
 * lock of the job: each row has one outcome, also if the process ends, and no other worker decides it. A job of a starter
 * who may not decide any more is stopped instead.
 * @returns undefined if the job is not due, another worker decides its row, or everything outgoing is paused
 * @throws RowFailed if the transaction failed within the row, or the error of the database
 */
export async function decideNextRow(options: NextRowOptions): Promise<Turn | undefined> {
  let acknowledge = (): void => undefined;
  const turn = await options.db.transaction(async (tx) => {
    const row = await takeRow(tx, options);
    if (!row) return undefined;
    const { jobId, startedBy } = row;
    const stop = stopFor(row, options.requiresSecondFactor);
    if (stop) {
      await tx.execute(sql`update jobs set ended_at = clock_timestamp(), stopped_for = ${stop} where id = ${jobId}`);
      return { jobId, startedBy, outcome: undefined, isEnded: true };
    }
    try {
      const refusal = options.refusalOf(row.position);
      const decided = refusal ? { code: refusal } : await decide(tx, row, options);
      if ('acknowledge' in decided) ({ acknowledge } = decided);
      await noteOutcome(tx, row, decided);
      const isEnded = row.position + 1 === row.total;
      return { jobId, startedBy, outcome: 'code' in decided ? ('refused' as const) : ('done' as const), isEnded };
    } catch (error) {
      throw new RowFailed(row, error);
    }
  });
  acknowledge();
  return turn;
}

interface TakenRow extends JobRow {
  jobId: number;
  position: number;
  total: number;
  startedBy: number;
  isBlocked: boolean;
  isAdmin: boolean;
  hasSecondFactor: boolean;
  needsSecondFactor: boolean;
}

/** The next row of a due job, unless another worker has locked it. Prepared: planning takes longer than reading. */
async function takeRow(tx: Tx, { jobId }: NextRowOptions): Promise<TakenRow | undefined> {
  const due = tx
    .select(jobColumns)
    .from(jobs)
    .where(
      and(
        eq(jobs.id, sql.placeholder('jobId')),
        isNull(jobs.endedAt),
        lte(jobs.startsAt, sql`now()`),
        sql`not ${isOutgoingPaused}`,
      ),
    )
    .for('no key update', { skipLocked: true });
  const job = tx.$with('job').as(due);
  const [row] = await tx
    .with(job)
    .select({
      jobId: job.id,
      kind: job.kind,
      decision: job.decision,
      reason: job.reason,
      bulkId: job.bulkId,
      total: job.total,
      startedBy: job.startedBy,
      position: jobRows.position,
      id: jobRows.rowId,
      expectedStatus: jobRows.expectedStatus,
      isBlocked: sql<boolean>`${users.blockedAt} is not null`,
      isAdmin: sql<boolean>`${users.role} = 'admin'`,
      needsSecondFactor: sql<boolean>`(select require_admin_second_factor from settings)`,
      hasSecondFactor: sql<boolean>`exists (select from second_factors where user_id = ${users.id} and confirmed_at is not null)`,
    })
    .from(job)
    // Rows are decided in order, so the job's counter finds the next one. It is read with the lock, not with the snapshot.
    .innerJoin(jobRows, and(eq(jobRows.jobId, job.id), eq(jobRows.position, job.doneCount)))
    .innerJoin(users, eq(users.id, job.startedBy))
    .prepare('take_job_row')
    .execute({ jobId });
  return row;
}

const jobColumns = {
  id: jobs.id,
  kind: jobs.kind,
  decision: jobs.decision,
  reason: jobs.reason,
  bulkId: jobs.bulkId,
  total: jobs.total,
  startedBy: jobs.startedBy,
  doneCount: jobs.doneCount,
};

function stopFor(row: TakenRow, requiresSecondFactor: boolean): JobStop | undefined {
  if (row.isBlocked) return 'starter_blocked';
  const mustEnroll = (requiresSecondFactor || row.needsSecondFactor) && !row.hasSecondFactor;
  return row.isAdmin && !mustEnroll ? undefined : 'starter_not_admin';
}

type Decided = { movedNanos: Nanos; acknowledge: () => void } | { code: string };

/** A refusal undoes everything that the row did. */
async function decide(tx: Tx, row: TakenRow, deps: { db: Db; events: Events }): Promise<Decided> {
  try {
    return await tx.transaction((within) => decideRow(within, row, deps));
  } catch (error) {
    if (error instanceof DomainError && error.code !== 'busy') return { code: error.code };
    throw error;
  }
}

async function noteOutcome(tx: Tx, { jobId, position }: TakenRow, decided: Decided): Promise<void> {
  const [code, moved] = 'code' in decided ? [decided.code, 0] : [null, decided.movedNanos];
  const noted = await tx.execute(sql`
    with noted as (
      update job_rows set outcome = ${code === null ? 'done' : 'refused'}, code = ${code}, at = clock_timestamp()
      where job_id = ${jobId} and position = ${position} and outcome is null
      returning job_id
    )
    update jobs set
      done_count = done_count + 1,
      refused_count = refused_count + ${code === null ? 0 : 1},
      moved_nanos = moved_nanos + ${moved}::bigint,
      ended_at = case when done_count + 1 = total then clock_timestamp() end
    from noted where id = noted.job_id
    returning id`);
  if (noted.length === 0) throw new Error('The row has an outcome already');
}
