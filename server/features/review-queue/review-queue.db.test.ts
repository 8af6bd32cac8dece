import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { evidence } from '#db/schema/evidence.ts';
import { recharges } from '#db/schema/recharges.ts';
import { testApp } from '../../testing/app.ts';
import { makeHeldMessage } from '../../testing/devices.ts';
import {
  dollars,
  giveMoney,
  makeOrder,
  makePaymentMethod,
  makeRecharge,
  makeTicket,
  makeUser,
} from '../../testing/factories.ts';

const app = await testApp();
const admin = await app.createAdminUser({ userName: 'desk_boss' });
const customer = await makeUser(app.db);
await giveMoney(app.db, customer.id, dollars(100));

test('waiting rows are counted at once, and decided ones some moments later', async () => {
  const counts = () => admin.client.admin.desk.counts.query();
  expect(await counts()).toEqual({
    orders: { open: 0, pending: 0, processing: 0, completed: 0, partial: 0, rejected: 0, all: 0 },
    recharges: { pending: 0, withMessage: 0, matching: 0, approved: 0, rejected: 0, all: 0 },
    requests: { open: 0, pending: 0, accepted: 0, rejected: 0, done: 0, all: 0 },
    tickets: { open: 0 },
  });
  const placed: number[] = [];
  for (let times = 0; times < 3; times++) placed.push((await makeOrder(app.db, customer)).id);
  const { id: rechargeId } = await makeRecharge(app.db, customer);
  await makeRecharge(app.db, customer);
  await makeTicket(app.deps, customer);
  expect(await counts()).toMatchObject({
    orders: { open: 3, pending: 3, processing: 0 },
    recharges: { pending: 2 },
    tickets: { open: 1 },
  });
  const [first, second] = placed;
  await admin.client.admin.orders.decide.mutate({ id: first as number, decision: 'processing' });
  await admin.client.admin.orders.decide.mutate({ id: second as number, decision: 'reject' });
  await admin.client.admin.recharges.decide.mutate({ id: rechargeId, decision: 'approve' });
  expect(await counts()).toMatchObject({ orders: { open: 2, pending: 1, processing: 1 }, recharges: { pending: 1 } });
  await expect.poll(counts, { timeout: 15_000 }).toMatchObject({
    orders: { rejected: 1, completed: 0, all: 3 },
    recharges: { approved: 1, rejected: 0, all: 2 },
  });
});

test('pending recharges with a message are counted, and apart those whose message agrees in amount, payer and balance', async () => {
  const counts = async () => {
    const { withMessage, matching } = (await admin.client.admin.desk.counts.query()).recharges;
    return [withMessage, matching];
  };
  const { id, paidTaka } = await makeRecharge(app.db, customer);
  await makeRecharge(app.db, customer);
  const matchId = await makeHeldMessage(app.db);
  const message = (fields: Partial<typeof evidence.$inferInsert>) =>
    app.db.update(evidence).set(fields).where(eq(evidence.id, matchId));
  await app.db.update(recharges).set({ matchId, payer: '0001' }).where(eq(recharges.id, id));
  await message({ amountPoisha: paidTaka * 100 });
  expect(await counts()).toEqual([1, 0]);
  await message({ linkedAt: new Date() });
  expect(await counts()).toEqual([1, 1]);
  await message({ payer: '01700000002' });
  expect(await counts()).toEqual([1, 0]);
  await message({ payer: '017XXXX0001', amountPoisha: paidTaka * 100 + 1 });
  expect(await counts()).toEqual([1, 0]);
  await message({ amountPoisha: paidTaka * 100 });
  expect(await counts()).toEqual([1, 1]);
  await admin.client.admin.recharges.decide.mutate({ id, decision: 'reject' });
  expect(await counts()).toEqual([0, 0]);
});

test('filters have the admins and the payment methods, including disabled ones', async () => {
  const method = await makePaymentMethod(app.db, { active: false });
  const { admins, methods } = await admin.client.admin.desk.choices.query();
  expect(admins).toContainEqual({ id: admin.user.id, userName: 'desk_boss' });
  expect(admins.map(({ id }) => id)).not.toContain(customer.id);
  expect(methods.map(({ name }) => name)).toContain(method.name);
});
