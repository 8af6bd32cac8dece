import { randomUUID } from 'node:crypto';
import { onTestFinished, vi } from 'vitest';
import { closeDb, connect, type Db } from '#db/client.ts';
import type { ConnectionOptions } from '#db/connection.ts';
import type { Job } from '#shared/jobs.ts';
import type { Nanos } from '#shared/money.ts';
import { MAX_ORDER_LINES } from '#shared/order-lines.ts';
import { jobsKind } from '../background/jobs.ts';
import { getJob } from '../features/jobs/get-job.ts';
import { placeMany } from '../features/orders/place-many.ts';
import { readWallet } from '../money/wallets.ts';
import type { TestApp } from './app.ts';
import { dollars, makeOrder, makeService, makeUser, type TestUser, UNLIMITED } from './factories.ts';
import { countLooks, startTestQueue } from './queue.ts';
import { withoutEvents } from './without-events.ts';

interface RunnerOptions {
  /** Another way to the database, such as a proxy's. */
  url?: string;
  database?: ConnectionOptions;
  requiresAdminSecondFactor?: boolean;
  firstPauseMs?: number;
}

/** Decides jobs as one more server does, until the test ends. */
export function runJobs(app: TestApp, options: RunnerOptions = {}) {
  const { url = app.databaseUrl, requiresAdminSecondFactor = false, firstPauseMs = 1 } = options;
  const db = connect(url, { max: 2, applicationName: 'reseller-panel test runner', ...options.database });
  let warnings = 0;
  const warn = () => void warnings++;
  const log = { info: () => {}, warn, error: warn };
  const { events } = app.deps;
  const jobs = jobsKind({ db, events, config: { requiresAdminSecondFactor }, firstPauseMs, log });
  const looks = countLooks(jobs.kind);
  const queue = startTestQueue({ db, url: app.databaseUrl }, [jobs.kind], { events, log });
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= queue.stop());
  onTestFinished(async () => {
    await stop();
    await closeDb(db);
  });
  return { stop, looks, figures: jobs.figures, warnings: () => warnings };
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

/** Orders of 10 units for a cent each, of customers who had just enough for them. @returns their ids */
export async function makeManyOrders(db: Db, count: number): Promise<number[]> {
  const { id: serviceId } = await makeService(db);
  const ids: number[] = [];
  while (ids.length < count) {
    const most = Math.min(count - ids.length, MAX_ORDER_LINES);
    const customer = await makeUser(db, { balanceNanos: dollars(most / 100) });
    const lines = Array.from({ length: most }, (_, at) => ({ line: { serviceId, link: `@link${at}`, quantity: 10 } }));
    const { results } = await placeMany(
      withoutEvents(db),
      customer.actor,
      { lines, requestId: randomUUID() },
      UNLIMITED,
    );
    ids.push(...results.flatMap((line) => ('order' in line ? [line.order.id] : [])));
  }
  return ids;
}

/** Orders of a dollar each. @returns their ids */
export async function makeOrders(db: Db, customer: TestUser, count: number): Promise<number[]> {
  const { id: serviceId } = await makeService(db);
  const ids: number[] = [];
  for (let nth = 0; nth < count; nth++) ids.push((await makeOrder(db, customer, { serviceId })).id);
  return ids;
}

/** Rows of a job, as an admin saw them. */
export function pending(ids: readonly number[]): { id: number; expectedStatus: string }[] {
  return ids.map((id) => ({ id, expectedStatus: 'pending' }));
}

/** In nano-dollars. */
export async function balanceOf(db: Db, { id }: TestUser): Promise<Nanos> {
  return (await readWallet(db, id)).balanceNanos;
}
