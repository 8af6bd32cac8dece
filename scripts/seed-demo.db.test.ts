import { sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { closeDb, connect } from '#db/client.ts';
import { orders } from '#db/schema/orders.ts';
import { users } from '#db/schema/users.ts';
import { seedDemo } from '#db/seed/demo.ts';
import { checkLedger } from '#server/money/check-ledger.ts';
import { testApp } from '#server/testing/app.ts';
import { dollars, giveMoney, makeOrder, makeService } from '#server/testing/factories.ts';

const app = await testApp();
await app.createAdminUser();
const customer = await app.registerUser();

test('adds to a shop in use, with every wallet proved, and all customers can log in', async () => {
  const service = await makeService(app.db);
  await giveMoney(app.db, customer.user.id, dollars(5));
  await makeOrder(app.db, { ...customer.user, actor: customer.user }, { serviceId: service.id });
  const before = await app.db.$count(users);

  const password = 'correct horse battery';
  const passwordHash = await app.deps.passwords.hash(password);
  const added = await seedDemo(app.db, { customers: 25, orders: 600, services: 70, passwordHash, report: () => {} });

  expect(await app.db.$count(users)).toBe(before + 25);
  expect(await app.db.$count(orders)).toBe(601);
  const report = await checkLedger(app.db);
  expect(report.problems).toEqual([]);
  expect(report.entries).toBeGreaterThan(600);

  const [userName = ''] = added.userNames;
  const { tokens } = await app.client().auth.login.mutate({ userName, password });
  const mine = await app.client(tokens.accessToken).orders.list.query({});
  expect(mine.items.length).toBeGreaterThan(0);
  expect((await app.client().services.list.query({})).total).toBe(70);

  await makeOrder(app.db, { ...customer.user, actor: customer.user }, { serviceId: service.id });
  expect((await checkLedger(app.db)).problems).toEqual([]);
});

test('the vacuum after it may exceed the statement timeout', async () => {
  const statementTimeoutMs = 1_000;
  const limited = connect(app.databaseUrl, { statementTimeoutMs });
  const passwordHash = await app.deps.passwords.hash('correct horse battery');
  const isKeptWaiting = async () => {
    const [waiting] = await app.db.execute<{ found: boolean }>(sql`
      select true as found from pg_stat_activity
      where query like 'vacuum%' and wait_event_type = 'Lock' and now() - query_start > interval '1.2 s'`);
    expect(waiting?.found).toBe(true);
  };
  let seeding: Promise<unknown> = Promise.resolve();
  await app.db.transaction(async (tx) => {
    // Rows can be written meanwhile, but a vacuum waits.
    await tx.execute(sql`lock table grants in share update exclusive mode`);
    seeding = seedDemo(limited, { customers: 1, orders: 1, services: 0, passwordHash, report: () => {} });
    await Promise.race([seeding, vi.waitFor(isKeptWaiting, { timeout: 20_000, interval: 100 })]);
  });
  expect(await seeding).toMatchObject({ customers: 1 });
  await closeDb(limited);
});
