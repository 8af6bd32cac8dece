import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, test, vi } from 'vitest';
import { mailOutbox } from '#db/schema/mail.ts';
import { services } from '#db/schema/services.ts';
import { suppliers } from '#db/schema/suppliers.ts';
import { users } from '#db/schema/users.ts';
import { testApp } from '../../testing/app.ts';
import { dollars, makeOrder, makeService } from '../../testing/factories.ts';
import { makeCustomer, makeSignedInAdmin } from '../../testing/people.ts';
import { makeSupplier } from '../../testing/suppliers.ts';
import { deliveryTimes } from '../services/delivery-times.ts';
import { raiseAlarms } from './raise-alarms.ts';

const app = await testApp();
const { db } = app;
const admin = await makeSignedInAdmin(app);
const customer = await makeCustomer(app, dollars(1_000));
const service = await makeService(db, { name: 'Likes' });
const upstream = { url: 'https://upstream.example/api/v2', key: 'a key', currency: 'USD' };
const supplier = await makeSupplier(db, app.deps.secrets, upstream, { name: 'Upstream' });
const attention = () => app.client(admin.accessToken).admin.reports.attention.query();
/** The subjects of mails about alarms, which are deleted. */
const mailed = async () =>
  (await db.delete(mailOutbox).returning({ subject: mailOutbox.subject })).map((mail) => mail.subject);

/** Whether a person has to act, and the mail about it. `over` ends it. */
const cases = {
  'a supplier that the panel stopped': {
    subject: 'The supplier Upstream is stopped',
    begin: () => set({ stoppedAt: new Date(), stoppedReason: 'unknowns' }),
    over: () => set({ stoppedAt: null, stoppedReason: null }),
  },
  'a low balance': {
    subject: 'The balance at Upstream is low',
    begin: () => set({ balanceMicros: sql`1`, balanceAt: new Date(), lowBalanceMicros: sql`2` }),
    over: () => set({ balanceMicros: sql`3` }),
  },
  'an order that waits for funds': {
    subject: 'Orders wait for the balance at Upstream',
    begin: () => forward(`state = 'waiting_funds', due_at = now()`),
    over: () => moved(`state = 'withdrawn', due_at = null, ended_at = now()`),
  },
  'an unknown purchase': {
    subject: 'Purchases at Upstream wait for a decision',
    begin: () => forward(`state = 'unknown', due_at = null, unknown_since = now() - interval '11 minutes'`),
    over: () => moved(`state = 'withdrawn', ended_at = now()`),
  },
  'a flag': {
    subject: 'Purchases at Upstream wait for a decision',
    begin: () =>
      forward(`state = 'refused', due_at = null, ended_at = now(), flag = 'all_refused', flagged_at = now()`),
    over: () => moved('flag = null, flagged_at = null'),
  },
  'a flag of a purchase that was sent to no supplier': {
    subject: 'Purchases wait for a decision',
    begin: () =>
      forward(
        `state = 'refused', supplier_id = null, due_at = null, ended_at = now(), flag = 'all_refused', flagged_at = now()`,
      ),
    over: () => moved('flag = null, flagged_at = null'),
  },
};

beforeAll(async () => {
  await db.update(users).set({ emailConfirmedAt: new Date() }).where(eq(users.id, admin.id));
  await raiseAlarms(db, app.deps.config.publicUrl);
  await mailed();
});

test.for(Object.entries(cases))(
  '%s is mailed once, and again after it was over',
  async ([, { subject, begin, over }]) => {
    const raise = () => raiseAlarms(db, app.deps.config.publicUrl);
    for (let time = 0; time < 2; time++) {
      await begin();
      // Two servers may look at the same time.
      await Promise.all([raise(), raise()]);
      expect(new Set(await mailed())).toEqual(new Set([subject]));
      await raise();
      expect(await mailed()).toEqual([]);
      await over();
      await raise();
      expect(await mailed()).toEqual([]);
    }
  },
);

test('each supplier has an alarm of its own, which ends with its own trouble', async () => {
  const flagged = `state = 'refused', due_at = null, ended_at = now(), flag = 'all_refused', flagged_at = now()`;
  const resolved = 'flag = null, flagged_at = null';
  const second = await makeSupplier(db, app.deps.secrets, upstream, { name: 'Second' });
  const raise = async () => {
    await raiseAlarms(db, app.deps.config.publicUrl);
    return mailed();
  };
  const subjectOf = (name: string) => `Purchases at ${name} wait for a decision`;
  const first = await forward(flagged);
  expect(await raise()).toEqual([subjectOf('Upstream')]);
  const other = await forward(`${flagged}, supplier_id = ${second.id}`);
  expect(await raise()).toEqual([subjectOf('Second')]);
  await moved(resolved, first);
  expect(await raise()).toEqual([]);
  await moved(flagged, first);
  expect(await raise()).toEqual([subjectOf('Upstream')]);
  for (const id of [first, other]) await moved(resolved, id);
  expect(await raise()).toEqual([]);
});

test('the overview has what needs a person, and counts the rest', async () => {
  // The time may be missing: a late answer says that the link is in use, and a person resolves the flag.
  await forward(`state = 'unknown', due_at = null, unknown_since = null`);
  for (let count = 0; count < 6; count++)
    await forward(`state = 'unknown', due_at = null, unknown_since = now() - interval '${count} minutes'`);
  await db
    .update(services)
    .set({ hidden: true, pausedAt: new Date(), pausedReason: 'below_cost' })
    .where(eq(services.id, service.id));
  // By name it would be the first.
  await makeSupplier(db, app.deps.secrets, upstream, { name: 'A calm one' });
  await set({ stoppedAt: new Date(), stoppedReason: 'unknowns' });
  const {
    undecided,
    pausedServices,
    suppliers: [first, second],
  } = await attention();
  expect(undecided.count).toBe(7);
  expect(undecided.items).toHaveLength(5);
  const ages = undecided.items.map(({ since }) => Date.parse(since));
  expect(ages).toEqual(ages.toSorted((a, b) => a - b));
  expect(undecided.items[0]).toMatchObject({ state: 'unknown', flag: null, supplierName: 'Upstream' });
  expect(pausedServices).toMatchObject({ count: 1, items: [{ id: service.id, name: 'Likes', reason: 'below_cost' }] });
  expect(first).toMatchObject({ id: supplier.id, name: 'Upstream', balance: '0.000003', isLow: false, stopped: true });
  expect(second).toMatchObject({ name: 'A calm one', stopped: false, waitingFunds: 0 });
  await set({ stoppedAt: null, stoppedReason: null });
  await db.update(services).set({ hidden: false }).where(eq(services.id, service.id));
});

test('an order is stuck once it takes longer than 95 % of the deliveries of its service', async () => {
  const usual = await makeService(db, { name: 'Usual' });
  for (let minutes = 1; minutes <= 20; minutes++) {
    const { id } = await makeOrder(db, customer, { serviceId: usual.id });
    await db.$client`update orders set status = 'completed' where id = ${id}`;
    await db.$client`insert into order_events (order_id, seq, from_status, to_status, actor_id, at)
      select id, 1, 'pending', 'completed', ${admin.id}, created_at + make_interval(mins => ${minutes}) from orders where id = ${id}`;
  }
  deliveryTimes.forget(db);
  const bought = `state = 'accepted', due_at = null, external_order_id = gen_random_uuid()::text`;
  const late = await forward(`${bought}, accepted_at = now() - interval '30 minutes'`, usual.id);
  await forward(`${bought}, accepted_at = now() - interval '5 minutes'`, usual.id);
  const expected = {
    count: 1,
    items: [{ orderId: late, serviceName: 'Usual', supplierName: 'Upstream', p95Minutes: 19 }],
  };
  // The overview may be some seconds old.
  await vi.waitFor(async () => expect((await attention()).stuck).toMatchObject(expected));
  await raiseAlarms(db, app.deps.config.publicUrl);
  expect(await mailed()).toContain('Orders bought at Upstream are late');
  const slow = await makeSupplier(db, app.deps.secrets, upstream, { name: 'Slow' });
  await forward(`${bought}, supplier_id = ${slow.id}, accepted_at = now() - interval '30 minutes'`, usual.id);
  await raiseAlarms(db, app.deps.config.publicUrl);
  expect(await mailed()).toEqual(['Orders bought at Slow are late']);
});

type Changes = Parameters<ReturnType<typeof db.update<typeof suppliers>>['set']>[0];
function set(changes: Changes) {
  return db.update(suppliers).set(changes).where(eq(suppliers.id, supplier.id));
}
let last = 0;

/** A forward of a new order. @returns the order's id */
async function forward(changes: string, serviceId = service.id): Promise<number> {
  const order = await makeOrder(db, customer, { serviceId });
  last = order.id;
  await db.$client.begin(async (client) => {
    // A test may skip the states on the way.
    await client`set local session_replication_role = replica`;
    await client`insert into forwards (order_id, supplier_id, external_id, cost_micros, rate_picos, cost_nanos)
      values (${order.id}, ${supplier.id}, '1', 1, 1, 1)`;
    await client.unsafe(`update forwards set ${changes} where order_id = ${order.id}`);
  });
  return order.id;
}

function moved(changes: string, orderId = last) {
  return db.$client.unsafe(`update forwards set ${changes} where order_id = ${orderId}`);
}
