import { sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { startProxy } from '#db/testing/proxy.ts';
import { checkLedger } from '../../money/check-ledger.ts';
import { testApp } from '../../testing/app.ts';
import { balanceOf, endOf, makeOrders, pending, readJobAs, runJobs } from '../../testing/bulk-runner.ts';
import { dollars, makeAdmin, makeDue, makeJob, makeOrder, makeRecharge, makeService } from '../../testing/factories.ts';
import { makeCustomer } from '../../testing/people.ts';

const app = await testApp();

test('several servers share the jobs of several admins, beside a customer who orders: each row once', async () => {
  const customers = await Promise.all([1, 2, 3].map(() => makeCustomer(app, dollars(100))));
  const orders = (await Promise.all(customers.map((customer) => makeOrders(app.db, customer, 40)))).flat();
  const made = await Promise.all(
    customers.map((customer) => makeRecharge(app.db, customer, { amountNanos: dollars(1) })),
  );
  const recharges = pending(made.map(({ id }) => id));
  // Two jobs have the same orders, in opposite directions.
  const started = [
    await makeJob(app.deps, await makeAdmin(app.db), { decision: 'reject', rows: pending(orders) }),
    await makeJob(app.deps, await makeAdmin(app.db), { decision: 'reject', rows: pending(orders.toReversed()) }),
    await makeJob(app.deps, await makeAdmin(app.db), { kind: 'recharges', decision: 'approve', rows: recharges }),
  ];
  await makeDue(app.db);
  const runners = [1, 2, 3].map(() => runJobs(app));
  const service = await makeService(app.db);
  let isOver = false;
  const ordering = customers.map(async (customer) => {
    let placed = 0;
    for (; !isOver; placed++) await makeOrder(app.db, customer, { serviceId: service.id, quantity: 10 });
    return placed;
  });
  const ended = await Promise.all(started.map(({ id }) => endOf(app, id)));
  isOver = true;
  const placed = await Promise.all(ordering);
  const [one, two] = ended.map(({ done, refused }) => done - refused);
  expect([one, two].reduce((sum = 0, each = 0) => sum + each)).toBe(orders.length);
  expect(ended.map(({ total, done }) => total - done)).toEqual([0, 0, 0]);
  expect(runners.map((runner) => runner.figures().failed)).toEqual([0, 0, 0]);
  for (const [at, customer] of customers.entries())
    expect(await balanceOf(app.db, customer)).toBe(dollars(101 - (placed[at] ?? 0) / 100));
  expect((await checkLedger(app.db)).problems).toEqual([]);
});

test('lost connections, in the middle of statements and commits, lose no row and repeat none', async () => {
  const customer = await makeCustomer(app, dollars(200));
  const ids = await makeOrders(app.db, customer, 150);
  const admin = await makeAdmin(app.db);
  const job = await makeJob(app.deps, admin, { decision: 'reject', rows: pending(ids) });
  const proxy = await startProxy({ target: app.databaseUrl });
  await makeDue(app.db);
  const runner = runJobs(app, { url: proxy.url });
  for (let lost = 0; lost < 10; lost++) {
    const { done } = await readJobAs(app, job.id);
    await vi.waitFor(async () => expect((await readJobAs(app, job.id)).done).toBeGreaterThan(done + 3));
    if (lost % 2) proxy.reset();
    else await terminate();
  }
  expect(await endOf(app, job.id)).toMatchObject({ done: 150, refused: 0, movedNanos: '150000000000' });
  expect(await balanceOf(app.db, customer)).toBe(dollars(200));
  expect(runner.warnings()).toBeGreaterThan(0);
  const [entries] = await app.db.execute<{ count: number }>(
    sql`select count(*)::int as count from audit_entries where admin_id = ${admin.id}`,
  );
  expect(entries?.count).toBe(150);
  expect((await checkLedger(app.db)).problems).toEqual([]);
  await runner.stop();
  await proxy.close();
});

async function terminate(): Promise<void> {
  await app.db.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'reseller-panel test runner'`);
}
