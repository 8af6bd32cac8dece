import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql, TransactionSql } from 'postgres';
import { isUnavailable, pgErrorOf } from '../errors.ts';
import { readFinishedSteps, recordMigration, recordStep } from './applied.ts';
import { LAST_EXEMPT, type Migration, type Step } from './read-migrations.ts';
import type { Run } from './run.ts';
import { runOutside } from './run-outside.ts';

/** A migration that was not applied, or not wholly. Its finished steps stay; the next run continues after them. */
class MigrationError extends Error {
  override readonly name = 'MigrationError';
  readonly tag: string;

  constructor(tag: string, reason: string, cause?: unknown) {
    super(`Migration ${tag} failed: ${reason.replace(/\.$/, '')}.`, { cause });
    this.tag = tag;
  }
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;
/** They were written to wait as long as it takes. */
const EXEMPT_LOCK_TIMEOUT_MS = 2_000;
/** Longer than PostgreSQL's `deadlock_timeout`, after which a waiting statement cancels an automatic vacuum. */
const VACUUM_LOCK_TIMEOUT_MS = 1_300;
const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';

/**
 * Applies one migration step by step. Steps that an interrupted run has finished are left out.
 * @throws MigrationError that names the migration and the reason
 */
export async function applyMigration(run: Run, migration: Migration): Promise<void> {
  const startedMs = performance.now();
  try {
    const { steps } = migration;
    const first = await findFirstStep(run.sql, migration);
    if (first >= steps.length) await recordMigration(run.sql, migration);
    for (const [index, step] of steps.entries()) if (index >= first) await applyStep(run, migration, { step, index });
  } catch (error) {
    throw toMigrationError(run, migration, error);
  }
  run.log.info(`migration ${migration.tag} is applied (${Math.round(performance.now() - startedMs)} ms)`);
}

/** Applies migrations to a database without tables, where no one waits for a lock, in one transaction. */
export async function applyTogether(run: Run, migrations: Migration[]): Promise<void> {
  let current = migrations[0];
  try {
    await run.sql.begin(async (tx) => {
      await run.lock.assertHeld(tx);
      for (const migration of migrations) {
        current = migration;
        for (const statement of statementsOf(migration)) await tx.unsafe(statement);
        await recordMigration(tx, migration);
      }
    });
  } catch (error) {
    throw current ? toMigrationError(run, current, error) : error;
  }
}

function statementsOf({ steps }: Migration): string[] {
  return steps.flatMap((step) => (step.kind === 'transaction' ? step.statements : [step.statement]));
}

/** @throws Error if a finished step differs from the file's */
async function findFirstStep(sql: Sql, migration: Migration): Promise<number> {
  if (migration.steps.length < 2) return 0;
  const finished = await readFinishedSteps(sql, migration);
  for (const [index, hash] of finished.entries()) {
    const step = migration.steps[index];
    if (!step || hashOf(step) !== hash)
      throw new Error(`its step ${index + 1} was changed after it had been applied; later steps may change`);
  }
  return finished.length;
}

interface Numbered {
  step: Step;
  index: number;
}

async function applyStep(run: Run, migration: Migration, { step, index }: Numbered): Promise<void> {
  const isLast = index === migration.steps.length - 1;
  const record = (sql: Sql | TransactionSql) =>
    isLast ? recordMigration(sql, migration) : recordStep(sql, migration, { step: index, hash: hashOf(step) });
  const retry = (work: () => Promise<unknown>) => retryLocks(run, migration, work);
  if (step.kind === 'transaction') {
    await retry(() =>
      run.sql.begin(async (tx) => {
        await run.lock.assertHeld(tx);
        await runWithin(tx, step.statements, lockTimeoutOf(run, migration));
        await record(tx);
      }),
    );
    return;
  }
  await run.lock.assertHeld(run.sql);
  await run.lock.withoutWaiters(() => runOutside(run, step, retry));
  await run.sql.begin(async (tx) => {
    await run.lock.assertHeld(tx);
    await record(tx);
  });
}

function lockTimeoutOf({ lockTimeoutMs, watch }: Run, { tag }: Migration): number {
  if (tag <= LAST_EXEMPT) return Math.max(lockTimeoutMs, EXEMPT_LOCK_TIMEOUT_MS);
  return watch.isForVacuum() ? Math.max(lockTimeoutMs, VACUUM_LOCK_TIMEOUT_MS) : lockTimeoutMs;
}

/** Runs statements that together wait for locks no longer than one may: their locks stop others until the commit. */
async function runWithin(tx: TransactionSql, statements: string[], lockTimeoutMs: number): Promise<void> {
  const endsMs = performance.now() + lockTimeoutMs;
  let allowedMs = 0;
  for (const statement of statements) {
    const leftMs = Math.max(Math.ceil(endsMs - performance.now()), Math.ceil(lockTimeoutMs / 10));
    if (Math.abs(allowedMs - leftMs) > lockTimeoutMs / 10) {
      await tx.unsafe(`set local lock_timeout = ${leftMs}`);
      allowedMs = leftMs;
    }
    await tx.unsafe(statement);
  }
}

/** Repeats work that gave up waiting for a lock, after growing pauses in which others go on. */
async function retryLocks(run: Run, { tag }: Migration, work: () => Promise<unknown>): Promise<void> {
  const deadlineMs = performance.now() + run.patienceMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      await run.watch.during(work, (wait) => run.log.info(`migration ${tag} waits: ${wait}`));
      return;
    } catch (error) {
      if (!isLockFailure(error) || performance.now() + pauseMs > deadlineMs) throw error;
    }
    await sleep(pauseMs);
  }
}

function isLockFailure(error: unknown): boolean {
  const code = pgErrorOf(error)?.code;
  return code === LOCK_NOT_AVAILABLE || code === DEADLOCK;
}

function toMigrationError({ watch, patienceMs }: Run, { tag }: Migration, cause: unknown): MigrationError {
  if (cause instanceof MigrationError) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  if (isLockFailure(cause))
    return new MigrationError(
      tag,
      `it could not get its locks within ${Math.round(patienceMs / 1000)} s: ${watch.lastWait() ?? reason}. End that session and start again`,
      cause,
    );
  if (isUnavailable(cause))
    return new MigrationError(
      tag,
      `${reason.replace(/\.$/, '')}. The next start continues with the interrupted step`,
      cause,
    );
  return new MigrationError(tag, reason, cause);
}

function hashOf(step: Step): string {
  const text = step.kind === 'transaction' ? step.statements.join('\0') : step.statement;
  return createHash('sha256').update(`${step.kind}\0${text}`).digest('hex');
}
