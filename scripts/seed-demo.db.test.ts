import { afterAll, beforeAll, expect, test } from 'vitest';
import { orders } from '../db/schema/orders.ts';
import { users } from '../db/schema/users.ts';
import { seedDemo } from '../db/seed/demo.ts';
import { checkLedger } from '../server/features/balance/check-ledger.ts';
import { type SignedInUser, startTestApp, type TestApp } from '../server/testing/app.ts';
import { dollars, giveMoney, makeOrder, makeService } from '../server/testing/factories.ts';

let app: TestApp;
let customer: SignedInUser;
beforeAll(async () => {
  app = await startTestApp();
  await app.createAdminUser();
  customer = await app.registerUser();
});
afterAll(() => app.close());

test('adds to a shop that is in use, every wallet still proved, and one can log in as any of the customers', async () => {
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
