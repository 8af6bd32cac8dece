import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { z } from 'zod';
import { jobs } from '#db/schema/jobs.ts';
import { settings } from '#db/schema/settings.ts';
import { JOB_WAIT_SECONDS, MOST_JOB_ROWS } from '#shared/job-limits.ts';
import type { StartJobInput, startJobInput } from '#shared/jobs.ts';
import { nanos } from '#shared/money.ts';
import { testApp } from '../../testing/app.ts';
import { askForExport, readExport } from '../../testing/export-file.ts';
import { dollars, makeAdmin, makeJob, makeOrder, makeRecharge } from '../../testing/factories.ts';
import { allPages } from '../../testing/lists.ts';
import { follow } from '../../testing/live.ts';
import { makeCustomer, makeSignedInAdmin } from '../../testing/people.ts';
import { codeOf, refusalOf } from '../../testing/refusal.ts';
import { decideOrder } from '../orders/decide-order.ts';
import { startJob } from './start-job.ts';

type Input = z.input<typeof startJobInput>;

// Nothing runs these jobs: a server without its runner.
const app = await testApp();
const admin = await makeSignedInAdmin(app);
const client = app.client(admin.accessToken).admin.jobs;
const other = await makeSignedInAdmin(app);

const rowsOf = (...ids: number[]) => ids.map((id) => ({ id, expectedStatus: 'pending' as const }));
const input: Input = { kind: 'orders', decision: 'reject', rows: rowsOf(7, 5, 6), reason: 'No stock' };

describe('a started job', () => {
  test('waits for eight seconds with its rows in their order, and every admin reads it', async () => {
    const { job } = await client.start.mutate(input);
    expect(job).toMatchObject({
      ...{ kind: 'orders', decision: 'reject', reason: 'No stock', status: 'waiting', total: 3, done: 0, refused: 0 },
      ...{ movedNanos: '0', by: { id: admin.id, userName: admin.userName }, endedAt: null, stoppedFor: null },
    });
    const waitMs = Number(new Date(job.startsAt)) - Number(new Date(job.createdAt));
    expect(Math.abs(waitMs - JOB_WAIT_SECONDS * 1000)).toBeLessThanOrEqual(1);
    const theirs = app.client(other.accessToken).admin.jobs;
    const rows = [7, 5, 6].map((id) => ({ id, outcome: 'waiting' }));
    expect(await theirs.get.query({ id: job.id })).toEqual({ job, rows });
    expect(await theirs.get.query({ id: job.id, withRows: false })).toEqual({ job, rows: [] });
    expect((await theirs.list.query({})).items[0]).toEqual(job);
    expect(await codeOf(client.get.query({ id: 1_000_000 }))).toBe('not_found');
  });

  test('is listed page by page, newest first', async () => {
    for (let nth = 0; nth < 3; nth++) await makeJob(app.deps, await makeAdmin(app.db));
    const pages = await allPages((cursor) => client.list.query({ cursor, limit: 2 }));
    const ids = pages.flat().map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((one, next) => next - one));
    expect(ids).toHaveLength(await app.db.$count(jobs));
    expect(await codeOf(client.list.query({ cursor: 'x' }))).toBe('bad_input');
  });

  test('is notified to admins only', async () => {
    const starter = await makeSignedInAdmin(app);
    const [ours, customers] = await Promise.all([
      follow(app.url, other.accessToken),
      follow(app.url, (await makeCustomer(app)).accessToken),
    ]);
    onTestFinished(() => [ours, customers].forEach(({ leave }) => leave()));
    const { id } = await makeJob(app.deps, starter);
    await ours.hears({ kind: 'job', id });
    expect(customers.heard).toEqual([]);
  });
});

describe('a request id', () => {
  test('names one job, however often and in whatever order of rows it is sent', async () => {
    const starter = await makeAdmin(app.db);
    const once = { ...input, requestId: randomUUID() };
    const turned = { ...once, rows: once.rows.toReversed() } as Input;
    const calls = Array.from({ length: 8 }, (_, at) => startJob(app.deps, starter.actor, at % 2 ? once : turned));
    const ids = (await Promise.all(calls)).map(({ job }) => job.id);
    expect(new Set(ids).size).toBe(1);
    expect(await app.db.$count(jobs, eq(jobs.startedBy, starter.id))).toBe(1);
    await app.db.update(jobs).set({ endedAt: sql`now()` }).where(eq(jobs.startedBy, starter.id));
    const { job } = await startJob(app.deps, starter.actor, once);
    expect(job).toMatchObject({ id: ids[0], status: 'done' });
  });

  test.each<[string, Partial<Input>]>([
    ['another row', { rows: rowsOf(7, 5, 8) }],
    ['fewer rows', { rows: rowsOf(7, 5) }],
    ['another status', { rows: [...rowsOf(7, 5), { id: 6, expectedStatus: 'processing' }] }],
    ['another decision', { decision: 'complete' }],
    ['another reason', { reason: 'Other' }],
    ['no reason', { reason: '' }],
  ])('is refused with %s', async (_, changes) => {
    const requestId = randomUUID();
    const { job } = await client.start.mutate({ ...input, requestId });
    expect(await codeOf(client.start.mutate({ ...input, requestId, ...changes } as Input))).toBe(
      'idempotency_conflict',
    );
    await client.cancel.mutate({ id: job.id });
  });

  test('of one admin is free for another, and without one each call is a job', async () => {
    const [one, two] = [await makeAdmin(app.db), await makeAdmin(app.db)];
    const requestId = randomUUID();
    const made = [
      await makeJob(app.deps, one, { requestId }),
      await makeJob(app.deps, two, { requestId }),
      await makeJob(app.deps, one),
      await makeJob(app.deps, one),
    ];
    expect(new Set(made.map(({ id }) => id)).size).toBe(4);
  });
});

describe('an input', () => {
  const recharge = { kind: 'recharges', decision: 'approve', rows: rowsOf(1) };
  test.each<[string, unknown, string?]>([
    ['without rows', { ...input, rows: [] }, 'Choose at least one row'],
    ['with a doubled row', { ...input, rows: rowsOf(1, 2, 1) }, 'A row is listed twice'],
    [
      'with 10,001 rows',
      {
        ...input,
        rows: rowsOf(...Array(MOST_JOB_ROWS + 1).keys())
          .slice(1)
          .concat(rowsOf(99_999, 99_998)),
      },
    ],
    ['with a decision per row', { ...input, decision: 'partial' }],
    ['with a decision of the other kind', { ...input, decision: 'approve' }],
    ['with a status of the other kind', { ...recharge, rows: [{ id: 1, expectedStatus: 'completed' }] }],
    ['with an unknown status', { ...input, rows: [{ id: 1, expectedStatus: 'lost' }] }],
    ['without statuses', { ...input, rows: [{ id: 1 }] }],
    ['with an id of text', { ...input, rows: [{ id: '1', expectedStatus: 'pending' }] }],
    ['with an id beyond every integer', { ...input, rows: [{ id: 1e300, expectedStatus: 'pending' }] }],
    ['with a bulk id', { ...input, bulkId: randomUUID() }],
    ['with a reason of 60 kB', { ...input, reason: 'x'.repeat(60_000) }],
    ['of another kind', { ...input, kind: 'tickets' }],
    ['with a request id that is none', { ...input, requestId: 'once' }],
  ])('%s is refused', async (_, wrong, message) => {
    const before = await app.db.$count(jobs);
    const refusal = await refusalOf(client.start.mutate(wrong as Input));
    expect(refusal.code).toBe('bad_input');
    if (message) expect(refusal.message).toBe(message);
    expect(await app.db.$count(jobs)).toBe(before);
  });

  test('may have 10,000 rows in a megabyte; more is refused before it is read, and a customer sends 64 kB', async () => {
    const big = {
      ...input,
      rows: rowsOf(...Array(MOST_JOB_ROWS).keys()).map((row) => ({ ...row, id: row.id + 1_000_000 })),
    };
    const text = JSON.stringify(big);
    const send = async (bytes: number, accessToken = admin.accessToken) => {
      const response = await fetch(`${app.url}/trpc/admin.jobs.start`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
        body: text + ' '.repeat(bytes - text.length),
      });
      return { status: response.status, text: await response.text() };
    };
    const accepted = await send(1024 * 1024);
    expect(accepted.status).toBe(200);
    const { result } = JSON.parse(accepted.text) as { result: { data: { job: { id: number } } } };
    const { job, rows } = await client.get.query({ id: result.data.job.id });
    expect(job.total).toBe(MOST_JOB_ROWS);
    expect(rows.map(({ id }) => id)).toEqual(big.rows.map(({ id }) => id));
    await client.cancel.mutate({ id: job.id });
    expect((await send(1.1 * 1024 * 1024)).status).toBe(413);
    expect((await send(1024 * 1024, (await makeCustomer(app)).accessToken)).status).toBe(403);
  });
});

describe('a job whose sum is above the limit for approvals', () => {
  test.each(['orders rejected', 'rejected orders completed', 'recharges approved'])(
    'of %s is started only after a re-authentication; the limit itself is free',
    async (what) => {
      const customer = await makeCustomer(app, dollars(10));
      const start = await makeThree();
      await app.db.update(settings).set({ approveLimitNanos: nanos(dollars(3) - 1) });
      expect(await refusalOf(start(false))).toMatchObject({
        code: 'reauthentication_required',
        details: { confirmBy: 'password' },
      });
      await start(true);
      await app.db.update(settings).set({ approveLimitNanos: dollars(3) });
      await start(false);

      async function makeThree() {
        const nth = [1, 2, 3];
        const startOf = (fields: object) => (isReauthenticated: boolean) =>
          startJob(app.deps, { ...admin.actor, isReauthenticated }, fields as StartJobInput);
        if (what === 'recharges approved') {
          const made = await Promise.all(nth.map(() => makeRecharge(app.db, customer, { amountNanos: dollars(1) })));
          return startOf({ kind: 'recharges', decision: 'approve', rows: rowsOf(...made.map(({ id }) => id)) });
        }
        const made = await Promise.all(nth.map(() => makeOrder(app.db, customer)));
        const rows = rowsOf(...made.map(({ id }) => id));
        if (what === 'orders rejected') return startOf({ kind: 'orders', decision: 'reject', rows });
        for (const { id } of rows) await decideOrder(app.deps, admin.actor, { id, decision: 'reject' });
        const rejected = rows.map(({ id }) => ({ id, expectedStatus: 'rejected' }));
        return startOf({ kind: 'orders', decision: 'complete', rows: rejected });
      }
    },
  );

  test.each([
    ['complete', 'pending'],
    ['reject', 'rejected'],
    ['processing', 'pending'],
  ] as const)('counts no row that moves nothing: %s of %s', async (decision, expectedStatus) => {
    const customer = await makeCustomer(app, dollars(10));
    const { id } = await makeOrder(app.db, customer);
    await app.db.update(settings).set({ approveLimitNanos: nanos(0) });
    const fields: StartJobInput = { kind: 'orders', decision, rows: [{ id, expectedStatus }] };
    const calm = { ...(await makeAdmin(app.db)).actor, isReauthenticated: false };
    expect((await startJob(app.deps, calm, fields)).job.total).toBe(1);
  });
});

test('an admin has at most 20 open jobs, also if many are started at once', async () => {
  const busy = await makeAdmin(app.db);
  const starts = await Promise.allSettled(Array.from({ length: 25 }, () => makeJob(app.deps, busy)));
  expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  const message = 'You already have 20 jobs that have not ended. Please wait until one has.';
  expect(await refusalOf(makeJob(app.deps, busy))).toMatchObject({ code: 'too_many_requests', message });
  await app.db.update(jobs).set({ endedAt: sql`now()` }).where(eq(jobs.startedBy, busy.id));
  await makeJob(app.deps, busy);
});

describe('canceling', () => {
  test('before the first row ends the job, by any admin, and again changes nothing', async () => {
    const started = await makeJob(app.deps, await makeAdmin(app.db), { rows: rowsOf(3, 4) });
    const { job } = await client.cancel.mutate({ id: started.id });
    const by = { id: admin.id, userName: admin.userName };
    expect(job).toMatchObject({ status: 'canceled', stoppedFor: 'canceled', done: 0, canceledBy: by });
    expect(await app.client(other.accessToken).admin.jobs.cancel.mutate({ id: started.id })).toEqual({ job });
    const { rows } = await client.get.query({ id: started.id });
    expect(rows).toEqual([3, 4].map((id) => ({ id, outcome: 'not_run' })));
  });

  test('a job that is done, or that is not there, is refused', async () => {
    const { id } = await makeJob(app.deps, await makeAdmin(app.db));
    await app.db.update(jobs).set({ endedAt: sql`now()` }).where(eq(jobs.id, id));
    expect(await codeOf(client.cancel.mutate({ id }))).toBe('job_over');
    expect(await codeOf(client.cancel.mutate({ id: 1_000_000 }))).toBe('not_found');
  });
});

test("the file of a job's rows has the outcomes with their messages, for admins only", async () => {
  const ids = Array.from({ length: 1_203 }, (_, at) => at + 1);
  const { id } = await makeJob(app.deps, await makeAdmin(app.db), { rows: rowsOf(...ids) });
  await app.db.execute(sql`
    update job_rows set at = '2026-01-31T08:30:00Z', outcome = case position when 0 then 'done' else 'refused' end,
      code = (array[null, 'already_decided', 'from_the_future'])[position + 1]
    where job_id = ${id} and position < 3`);
  const rows = await readExport(await askForExport(app, admin, 'job', { id }));
  expect(rows.map(({ ID }) => Number(ID))).toEqual(ids);
  const decided = { 'Expected status': 'pending', 'Decided (UTC)': '2026-01-31T08:30:00.000Z' };
  expect(rows.slice(0, 4)).toEqual([
    { ...decided, ID: '1', Outcome: 'Done', 'Error code': '', Error: '' },
    {
      ...decided,
      ID: '2',
      Outcome: 'Refused',
      'Error code': 'already_decided',
      Error: 'This has already been decided.',
    },
    { ...decided, ID: '3', Outcome: 'Refused', 'Error code': 'from_the_future', Error: '' },
    { ...decided, ID: '4', Outcome: 'Waiting', 'Error code': '', Error: '', 'Decided (UTC)': '' },
  ]);
  expect((await askForExport(app, await makeCustomer(app), 'job', { id })).status).toBe(403);
  expect((await askForExport(app, admin, 'job', { id: 1_000_000 })).status).toBe(404);
  expect((await askForExport(app, admin, 'job')).status).toBe(400);
});
