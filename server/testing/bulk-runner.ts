import { onTestFinished, vi } from 'vitest';
import { closeDb, connect } from '#db/client.ts';
import type { ConnectionOptions } from '#db/connection.ts';
import type { Job } from '#shared/jobs.ts';
import { getJob } from '../features/jobs/get-job.ts';
import { type BulkRunner, startBulkRunner } from '../jobs/bulk-runner.ts';
import { NEVER_MS, type TestApp } from './app.ts';

interface RunnerOptions {
  /** Another way to the database, such as a proxy's. */
  url?: string;
  database?: ConnectionOptions;
  requiresAdminSecondFactor?: boolean;
  firstPauseMs?: number;
  lookEveryMs?: number;
}

/** The bulk runner of one more server, until the test ends. It looks for jobs at its start and when it is woken. */
export function runJobs(app: TestApp, options: RunnerOptions = {}): BulkRunner & { warnings: () => number } {
  const {
    url = app.databaseUrl,
    requiresAdminSecondFactor = false,
    firstPauseMs = 1,
    lookEveryMs = NEVER_MS,
  } = options;
  const db = connect(url, { max: 2, applicationName: 'reseller-panel test runner', ...options.database });
  let warnings = 0;
  const warn = () => void warnings++;
  const runner = startBulkRunner({
    ...{ db, events: app.deps.events, config: { requiresAdminSecondFactor }, firstPauseMs, lookEveryMs },
    log: { warn, error: warn },
  });
  onTestFinished(async () => {
    await runner.stop();
    await closeDb(db);
  });
  return { ...runner, warnings: () => warnings };
}

/** Waits until the job has ended. */
export async function endOf(app: TestApp, jobId: number): Promise<Job> {
  return vi.waitFor(async () => {
    const job = await readJobAs(app, jobId);
    if (!job.endedAt) throw new Error(`The job is at ${job.done} of ${job.total}`);
    return job;
  }, 60_000);
}

/** The current state of a job. */
export async function readJobAs(app: TestApp, id: number): Promise<Job> {
  return (await getJob(app.db, { id: 0, role: 'admin' }, { id, withRows: false })).job;
}
