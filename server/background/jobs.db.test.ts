import { eq, inArray, sql } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import type { Tx } from '#db/client.ts';
import { forwards } from '#db/schema/forwards.ts';
import { orders } from '#db/schema/orders.ts';
import { queueClaims } from '#db/schema/queue.ts';
import { secondFactors } from '#db/schema/second-factors.ts';
import { settings } from '#db/schema/settings.ts';
import { users } from '#db/schema/users.ts';
import type { Job } from '#shared/jobs.ts';
import { cancelJob } from '../features/jobs/cancel-job.ts';
import { getJob } from '../features/jobs/get-job.ts';
import { decideOrder } from '../features/orders/decide-order.ts';
import { decideRequest } from '../features/orders/requests/decide-request.ts';
import { decideRecharge } from '../features/recharges/decide-recharge.ts';
import { setBlocked } from '../features/users/set-blocked.ts';
import { testApp } from '../testing/app.ts';
import { balanceOf, endOf, makeOrders, pending, readJobAs, runJobs } from '../testing/bulk-runner.ts';
import {
  dollars,
  makeAdmin,
  makeDue,
  makeJob,
  makeRecharge,
  makeRequest,
  type TestUser,
} from '../testing/factories.ts';
import { follow } from '../testing/live.ts';
import { makeCustomer, makeSignedInAdmin } from '../testing/people.ts';

const app = await testApp();

describe('a job', () => {
  test('decides each row in its order, as its starter, and is one entry of the audit', async () => {
    const [customer, admin] = [await makeCustomer(app, dollars(20)), await makeSignedInAdmin(app)];
    const ids = await makeOrders(app.db, customer, 6);
    const following = await follow(app.url, admin.accessToken);
    const job = await makeJob(app.deps, admin, { decision: 'reject', rows: pending(ids), reason: 'No stock' });
    await makeDue(app.db);
    runJobs(app);
    expect(await endOf(app, job.id)).toMatchObject({ status: 'done', done: 6, refused: 0, movedNanos: '6000000000' });
    expect(await outcomesOf(job)).toEqual(ids.map((id) => ({ id, outcome: 'done' })));
    await following.hears({ kind: 'job', id: job.id });
    await following.hears({ kind: 'order', id: ids[0] });
    following.leave();

    const { list } = app.client(admin.accessToken).admin.audit;
    const { items } = await list.query({ admin: admin.id });
    expect(items).toMatchObject([
      { action: 'order.decide', jobId: job.id, reason: 'No stock', bulk: { count: 6, amountNanos: '6000000000' } },
    ]);
    const inside = await list.query({ bulkId: items[0]?.bulkId ?? '' });
    expect(inside.items.map(({ subjectId, jobId }) => [subjectId, jobId])).toEqual(
      ids.toReversed().map((id) => [id, job.id]),
    );
  });

  test('of recharges credits each customer', async () => {
    const customer = await makeCustomer(app);
    const made = await Promise.all(
      [1, 2, 3].map((amount) => makeRecharge(app.db, customer, { amountNanos: dollars(amount) })),
    );
    const ids = made.map(({ id }) => id);
    const admin = await makeAdmin(app.db);
    await decideRecharge(app.deps, (await makeAdmin(app.db)).actor, { id: ids[1] ?? 0, decision: 'reject' });
    const job = await run(admin, { kind: 'recharges', decision: 'approve', rows: pending(ids) });
    expect(job).toMatchObject({ done: 3, refused: 1, movedNanos: '4000000000' });
    expect(await outcomesOf(job)).toMatchObject([{}, { outcome: 'refused', code: 'already_decided' }, {}]);
    expect(await balanceOf(app.db, customer)).toBe(dollars(4));
  });

  test('refuses rows one by one: missing, of another status, without balance, of a blocked customer', async () => {
    const [customer, poor, blocked] = await Promise.all([20, 1, 1].map((amount) => makeCustomer(app, dollars(amount))));
    if (!customer || !poor || !blocked) throw new Error('no customers');
    const admin = await makeAdmin(app.db);
    const [completed = 0, rejected = 0] = await makeOrders(app.db, customer, 2);
    const [ofPoor = 0] = await makeOrders(app.db, poor, 1);
    const [ofBlocked = 0] = await makeOrders(app.db, blocked, 1);
    await decideOrder(app.deps, admin.actor, { id: completed, decision: 'complete' });
    for (const id of [rejected, ofPoor, ofBlocked])
      await decideOrder(app.deps, admin.actor, { id, decision: 'reject' });
    await makeOrders(app.db, poor, 1);
    await setBlocked(app.deps, admin.actor, { id: blocked.id, blocked: true });
    const rows = [completed, 999_999, ofPoor, ofBlocked, rejected].map((id) => ({ id, expectedStatus: 'rejected' }));
    const job = await run(await makeAdmin(app.db), { decision: 'complete', rows });
    expect(job).toMatchObject({ done: 5, refused: 4, movedNanos: '-1000000000' });
    expect((await outcomesOf(job)).map(({ code }) => code)).toEqual([
      'already_decided',
      'not_found',
      'insufficient_balance',
      'blocked',
      undefined,
    ]);
    // A refused row is undone completely.
    const found = await app.db
      .select({ status: orders.status })
      .from(orders)
      .where(inArray(orders.id, [ofPoor, ofBlocked]));
    expect(found).toEqual([{ status: 'rejected' }, { status: 'rejected' }]);
  });

  test('never charges an order again whose cancel was accepted after it was listed', async () => {
    const customer = await makeCustomer(app, dollars(1));
    const { id, orderId } = await makeRequest(app.db, customer);
    const admin = await makeAdmin(app.db);
    const job = await makeJob(app.deps, admin, { decision: 'complete', rows: pending([orderId]) });
    await decideRequest(app.deps, admin.actor, { id, decision: 'accept' });
    await makeDue(app.db);
    runJobs(app);
    expect(await endOf(app, job.id)).toMatchObject({ refused: 1, movedNanos: '0' });
    expect(await outcomesOf(job)).toMatchObject([{ outcome: 'refused', code: 'already_decided' }]);
    expect(await balanceOf(app.db, customer)).toBe(dollars(1));
  });

  test('refunds orders that their supplier may deliver, and completes those that are at one, only by a confirmed decision', async () => {
    const [customer, admin] = [await makeCustomer(app, dollars(20)), await makeSignedInAdmin(app)];
    const request = await makeRequest(app.db, customer);
    const [rejected = 0, completed = 0] = await makeOrders(app.db, customer, 2);
    for (const orderId of [rejected, completed, request.orderId])
      await app.db.insert(forwards).values({ orderId, state: 'unknown', unknownSince: sql`now()`, dueAt: null });
    const ofRequest = { kind: 'requests', rows: pending([request.id]) } as const;
    for (const [code, refused, confirmed] of [
      [
        'at_supplier',
        { decision: 'complete', rows: pending([completed]) },
        { decision: 'complete_confirmed', rows: pending([completed]) },
      ],
      [
        'supplier_may_deliver',
        { decision: 'reject', rows: pending([rejected]) },
        { decision: 'reject_confirmed', rows: pending([rejected]) },
      ],
      ['supplier_may_deliver', { decision: 'accept', ...ofRequest }, { decision: 'accept_confirmed', ...ofRequest }],
    ] as const) {
      const [row] = await outcomesOf(await run(admin, refused));
      expect(row).toMatchObject({ code, expectedStatus: 'pending' });
      expect(await run(admin, confirmed)).toMatchObject({ done: 1, refused: 0 });
    }
    // The completed one stays charged.
    expect(await balanceOf(app.db, customer)).toBe(dollars(19));
  });

  test('runs by itself when its wait is over', async () => {
    runJobs(app);
    const job = await makeJob(app.deps, await makeAdmin(app.db));
    await app.db.execute(sql`update jobs set starts_at = clock_timestamp() + interval '300 ms' where id = ${job.id}`);
    expect(await endOf(app, job.id)).toMatchObject({ status: 'done', refused: 1 });
  });

  test('that waits is not begun, and a canceled one never is', async () => {
    runJobs(app);
    const [admin, customer] = [await makeAdmin(app.db), await makeCustomer(app, dollars(5))];
    const job = await makeJob(app.deps, admin, {
      decision: 'reject',
      rows: pending(await makeOrders(app.db, customer, 2)),
    });
    await cancelJob(app.deps, (await makeAdmin(app.db)).actor, { id: job.id });
    await makeDue(app.db);
    await run(admin, {});
    expect(await outcomesOf(job)).toMatchObject([{ outcome: 'not_run' }, { outcome: 'not_run' }]);
    expect(await balanceOf(app.db, customer)).toBe(dollars(3));
  });
});

test.each([
  ['twice goes on', 2, 'done'],
  ['three times is set aside', 3, 'running'],
] as const)('a job that was alone at the end of its process %s', async (_, alone, status) => {
  const job = await makeJob(app.deps, await makeAdmin(app.db));
  await makeDue(app.db);
  const dead = { kind: 'jobs', id: job.id, what: 'A job', lockOwner: 77, attempts: alone + 1, alone };
  await app.db.insert(queueClaims).values(dead);
  runJobs(app);
  if (status === 'done') await endOf(app, job.id);
  else await expect.poll(() => app.db.$count(queueClaims, sql`set_aside_at is not null`)).toBe(1);
  expect(await readJobAs(app, job.id)).toMatchObject({ status });
  await app.db.delete(queueClaims);
});

describe('in the middle of a job', () => {
  test('cancel waits for the row in flight, and no row follows', async () => {
    const { job, atThird } = await begin();
    const { canceled } = await atThird(async () => {
      const call = cancelJob(app.deps, (await makeAdmin(app.db)).actor, { id: job.id });
      await vi.waitFor(async () => expect(await countWaiting()).toBe(2));
      return { canceled: call };
    });
    const { job: ended } = await canceled;
    expect(ended).toMatchObject({ status: 'canceled', stoppedFor: 'canceled' });
    expect(ended.done).toBeGreaterThanOrEqual(3);
    // The runner has done another job since.
    await run(await makeAdmin(app.db), {});
    expect(await readJobAs(app, job.id)).toEqual(ended);
    const outcomes = (await outcomesOf(job)).map(({ outcome }) => outcome);
    expect(outcomes).toEqual(outcomes.map((_, at) => (at < ended.done ? 'done' : 'not_run')));
  });

  test.each<[string, Job['stoppedFor'], (admin: TestUser) => Promise<unknown>]>([
    [
      'a blocked starter',
      'starter_blocked',
      async ({ id }) => setBlocked(app.deps, (await makeAdmin(app.db)).actor, { id, blocked: true }),
    ],
    [
      'a starter who is a customer now',
      'starter_not_admin',
      ({ id }) => app.db.update(users).set({ role: 'user' }).where(eq(users.id, id)),
    ],
    [
      'a starter without the second factor that the shop requires now',
      'starter_not_admin',
      () => app.db.update(settings).set({ requireAdminSecondFactor: true }),
    ],
  ])('%s stops it before the next row', async (_, stoppedFor, change) => {
    const { job, atThird, admin } = await begin();
    await atThird(() => change(admin));
    expect(await endOf(app, job.id)).toMatchObject({ status: 'canceled', stoppedFor, done: 3, canceledBy: null });
    await app.db.update(settings).set({ requireAdminSecondFactor: false });
  });

  test('a locked row rests its job only, and is refused after some tries', async () => {
    const { job, atThird, runner } = await begin({ lockTimeoutMs: 20 });
    await atThird(async () => {
      const other = await makeJob(app.deps, await makeAdmin(app.db));
      await makeDue(app.db);
      await endOf(app, other.id);
      expect((await readJobAs(app, job.id)).done).toBe(2);
      await vi.waitFor(async () => expect((await readJobAs(app, job.id)).done).toBeGreaterThan(2));
    });
    expect(await endOf(app, job.id)).toMatchObject({ status: 'done', done: 6, refused: 1 });
    expect((await outcomesOf(job))[2]).toMatchObject({ outcome: 'refused', code: 'busy' });
    expect(runner.figures()).toMatchObject({ failed: 10 });
  });

  test('the runner stops after the row in flight, and another one goes on', async () => {
    const { job, atThird, runner } = await begin();
    const { stopped } = await atThird(async () => ({ stopped: runner.stop() }));
    await stopped;
    expect((await readJobAs(app, job.id)).done).toBe(3);
    runJobs(app);
    expect(await endOf(app, job.id)).toMatchObject({ done: 6, refused: 0 });
  });

  /** A running job of six orders. `atThird` acts while the third row waits for a lock. */
  async function begin(database = {}) {
    const [customer, admin] = [await makeCustomer(app, dollars(20)), await makeAdmin(app.db)];
    const ids = await makeOrders(app.db, customer, 6);
    const job = await makeJob(app.deps, admin, { decision: 'reject', rows: pending(ids) });
    const locked = Promise.withResolvers<void>();
    const acted = Promise.withResolvers<void>();
    const holding = app.db.transaction(async (tx: Tx) => {
      await tx.execute(sql`select from orders where id = ${ids[2]} for update`);
      locked.resolve();
      await acted.promise;
    });
    await locked.promise;
    await makeDue(app.db);
    const runner = runJobs(app, { database });
    await vi.waitFor(async () => expect((await readJobAs(app, job.id)).done).toBe(2));
    const atThird = async <T>(act: () => Promise<T>): Promise<T> => {
      if (!('lockTimeoutMs' in database)) await vi.waitFor(async () => expect(await countWaiting()).toBe(1));
      const result = await act();
      acted.resolve();
      await holding;
      return result;
    };
    return { job, admin, runner, atThird };
  }
});

test('an admin with the second factor that the server requires decides, one without does not', async () => {
  const [without, enrolled] = [await makeAdmin(app.db), await makeAdmin(app.db)];
  await app.db.insert(secondFactors).values({ userId: enrolled.id, sealedSecret: 'x', confirmedAt: new Date() });
  const made = [await makeJob(app.deps, without), await makeJob(app.deps, enrolled)];
  await makeDue(app.db);
  runJobs(app, { requiresAdminSecondFactor: true });
  const ends = await Promise.all(made.map(({ id }) => endOf(app, id)));
  expect(ends.map(({ stoppedFor }) => stoppedFor)).toEqual(['starter_not_admin', null]);
});

/** Runs a new job to its end. */
async function run(admin: TestUser, overrides: Parameters<typeof makeJob>[2]): Promise<Job> {
  const { id } = await makeJob(app.deps, admin, overrides);
  await makeDue(app.db);
  runJobs(app);
  return endOf(app, id);
}

async function outcomesOf({ id }: Job) {
  return (await getJob(app.db, { id: 0, role: 'admin' }, { id, withRows: true })).rows;
}

async function countWaiting(): Promise<number> {
  const waiting = await app.db.execute(
    sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return waiting.length;
}
