import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { closeDb, connect, type Db } from '#db/client.ts';
import { orders } from '#db/schema/orders.ts';
import { suppliers } from '#db/schema/suppliers.ts';
import { jobsKind } from '../background/jobs.ts';
import { decideOrder } from '../features/orders/decide-order.ts';
import { placeMany } from '../features/orders/place-many.ts';
import { decideRecharge } from '../features/recharges/decide-recharge.ts';
import { reverseRecharge } from '../features/recharges/reverse-recharge.ts';
import { giveBalance } from '../features/wallet/give-balance.ts';
import { TIMELINE } from '../money/find-missing.ts';
import { stopAllSuppliers } from '../suppliers/stop-supplier.ts';
import { testApp } from '../testing/app.ts';
import {
  DOLLAR,
  dollars,
  makeJob,
  makeOrder,
  makePaymentMethod,
  makeRecharge,
  makeService,
  makeUser,
  type TestUser,
  UNLIMITED,
} from '../testing/factories.ts';
import { forwardOf, makeForwardedService } from '../testing/forwarder.ts';
import { endConnections, loseSince, momentOf } from '../testing/lost-commits.ts';
import { makeSignedInAdmin } from '../testing/people.ts';
import { startTestQueue } from '../testing/queue.ts';
import { withoutEvents } from '../testing/without-events.ts';
import { watchAcknowledged } from './watch-acknowledged.ts';

const app = await testApp();
const { db } = app;
const deps = withoutEvents(db);
const admin = await makeSignedInAdmin(app);
const list = (state: 'open' | 'settled' = 'open') =>
  app.client(admin.accessToken).admin.missing.list.query({ state, limit: 100 });
const open = async () => (await list()).items;
const service = await makeService(db);
const method = (await makePaymentMethod(db)).name;
const line = () => vi.fn<(...facts: unknown[]) => void>();
const log = { error: line(), warn: line(), info: line() };
/** It looks when the test says so. */
const watch = watchAcknowledged({ db, log, tickMs: 3_600_000, lookEveryMs: 0 });

let customer: TestUser;
beforeEach(async () => {
  customer = await makeUser(db, { balanceNanos: dollars(20) });
  vi.clearAllMocks();
});

const order = (more: Partial<Parameters<typeof makeOrder>[2]> = {}, by = customer) =>
  makeOrder(db, by, { serviceId: service.id, ...more });
const recharge = (reference = `TX${randomUUID().slice(0, 8)}`) => makeRecharge(db, customer, { method, reference });

/** Does it, loses it with its connections, and looks. */
async function lose(work: () => Promise<unknown>): Promise<void> {
  const moment = await momentOf(app);
  await work();
  await loseSince(app, moment);
  await afterReconnect();
}

/** A closed socket is noticed by its event. */
async function afterReconnect(reader: Pick<typeof watch, 'look'> = watch): Promise<void> {
  await vi.waitFor(() => db.$client`select 1`, 20_000);
  await reader.look();
}

type Prepared = () => Promise<unknown>;

/** Each verb that moves money: what was there before, and what is lost. */
const kinds: [kind: string, prepare: () => Promise<Prepared> | Prepared, expected: object][] = [
  [
    'order_charge',
    () => () => order({ link: 'https://example.com/a', quantity: 2000, requestId: randomUUID() }),
    {
      amountNanos: -2 * DOLLAR,
      balanceAfterNanos: 18 * DOLLAR,
      link: 'https://example.com/a',
      quantity: 2000,
      service: service.name,
      serviceId: service.id,
    },
  ],
  ['order_charge', () => () => order(), { amountNanos: -DOLLAR }],
  [
    'order_charge',
    () => () =>
      placeMany(
        deps,
        customer.actor,
        { lines: [{ line: { serviceId: service.id, link: '@many', quantity: 3000 } }], requestId: randomUUID() },
        UNLIMITED,
      ),
    { amountNanos: -3 * DOLLAR, balanceAfterNanos: 17 * DOLLAR, link: '@many' },
  ],
  [
    'order_refund',
    async () => {
      const { id } = await order();
      return () => decideOrder(deps, admin.actor, { id, decision: 'reject' });
    },
    { amountNanos: DOLLAR, balanceAfterNanos: 20 * DOLLAR, quantity: 1000 },
  ],
  [
    'order_partial_refund',
    async () => {
      const { id } = await order();
      return () => decideOrder(deps, admin.actor, { id, decision: 'partial', remaining: 250 });
    },
    { amountNanos: DOLLAR / 4 },
  ],
  [
    'order_recharge',
    async () => {
      const { id } = await order();
      await decideOrder(deps, admin.actor, { id, decision: 'reject' });
      return () => decideOrder(deps, admin.actor, { id, decision: 'complete' });
    },
    { amountNanos: -DOLLAR },
  ],
  [
    'grant',
    () => () => giveBalance(deps, admin.actor, { id: customer.id, amountNanos: dollars(3) }),
    { amountNanos: 3 * DOLLAR, balanceAfterNanos: 23 * DOLLAR },
  ],
  ['recharge_request', () => () => recharge('PAID1234'), { amountNanos: 10 * DOLLAR, reference: 'PAID1234', method }],
  [
    'recharge',
    async () => {
      const { id } = await recharge();
      return () => decideRecharge(deps, admin.actor, { id, decision: 'approve' });
    },
    { amountNanos: 10 * DOLLAR, balanceAfterNanos: 30 * DOLLAR, method },
  ],
  [
    'recharge_reversal',
    async () => {
      const { id } = await recharge();
      await decideRecharge(deps, admin.actor, { id, decision: 'approve' });
      return () => reverseRecharge(deps, admin.actor, { id, reason: 'No such payment' });
    },
    { amountNanos: -10 * DOLLAR, balanceAfterNanos: 20 * DOLLAR },
  ],
];

test.each(kinds)(
  'a lost %s is listed and logged once, and earlier entries are not',
  async (kind, prepare, expected) => {
    const before = (await open()).length;
    const { missing } = watch.figures();
    await lose(await prepare());
    const { items, open: count } = await list();
    expect(items.slice(0, items.length - before)).toMatchObject([
      { kind, state: 'open', customer: { id: customer.id, userName: customer.userName }, ...expected },
    ]);
    expect(count).toBe(before + 1);
    expect(watch.figures()).toMatchObject({ missing: missing + 1, open: count });
    expect(log.error).toHaveBeenCalledOnce();
    expect(JSON.stringify(log.error.mock.calls)).toContain(`"userId":${customer.id}`);
    expect(JSON.stringify(log.error.mock.calls)).not.toMatch(/example\.com|@many|PAID1234/);

    await endConnections(app);
    await afterReconnect();
    expect((await list()).open).toBe(before + 1);
    expect(watch.figures().missing).toBe(missing + 1);
  },
);

test('nothing is missing after a reconnect that loses nothing', async () => {
  const before = (await list()).open;
  for (const [, prepare] of kinds) {
    customer = await makeUser(db, { balanceNanos: dollars(20) });
    await (await prepare())();
  }
  await endConnections(app);
  await afterReconnect();
  expect((await list()).open).toBe(before);
  expect(log.error).not.toHaveBeenCalled();
});

describe('an order whose id and number are taken by others', () => {
  test('is missing although the id is another customer’s order and the wallet has another entry with its number', async () => {
    const before = await open();
    const other = await makeUser(db, { balanceNanos: dollars(20) });
    const moment = await momentOf(app);
    const lost = await order({ link: 'https://example.com/mine', requestId: randomUUID() });
    await loseSince(app, moment);
    await vi.waitFor(() => db.$client`select 1`, 20_000);

    const theirs = await order({ link: 'https://example.com/mine', requestId: randomUUID() }, other);
    const next = await order({ link: 'https://example.com/mine', requestId: randomUUID() });
    expect(theirs.id).toBe(lost.id);
    const seqs = await db.$client`select seq from ledger where order_id in (${lost.id}, ${next.id}) order by seq`;
    expect(seqs.map(({ seq }) => Number(seq))).toEqual([2, 2]);

    await watch.look();
    const now = await open();
    expect(now.slice(0, now.length - before.length)).toMatchObject([
      { orderId: lost.id, customer: { id: customer.id }, link: 'https://example.com/mine' },
    ]);
  });

  test('has no missing refund if the order is the same, and a missing one if it is another', async () => {
    const before = (await list()).open;
    const { id } = await order();
    const moment = await momentOf(app);
    await decideOrder(deps, admin.actor, { id, decision: 'reject' });
    await loseSince(app, moment);
    await vi.waitFor(() => db.$client`select 1`, 20_000);
    await decideOrder(deps, admin.actor, { id, decision: 'reject' });
    await watch.look();
    expect((await list()).open).toBe(before);

    const earlier = await momentOf(app);
    const lost = await order({ requestId: randomUUID() });
    await decideOrder(deps, admin.actor, { id: lost.id, decision: 'reject' });
    await loseSince(app, earlier);
    await vi.waitFor(() => db.$client`select 1`, 20_000);
    const another = await order({ requestId: randomUUID() });
    expect(another.id).toBe(lost.id);
    await decideOrder(deps, admin.actor, { id: another.id, decision: 'reject' });
    await watch.look();
    expect((await open()).slice(0, 2)).toMatchObject([{ kind: 'order_refund' }, { kind: 'order_charge' }]);
    expect((await list()).open).toBe(before + 2);
  });
});

describe('what is made again', () => {
  test('is not missing if a retry with its request id comes before the look, at another number', async () => {
    const before = (await list()).open;
    const requestId = randomUUID();
    const moment = await momentOf(app);
    await order({ requestId });
    await loseSince(app, moment);
    await vi.waitFor(() => db.$client`select 1`, 20_000);
    await giveBalance(deps, admin.actor, { id: customer.id, amountNanos: dollars(1) });
    await order({ requestId });
    await watch.look();
    expect((await list()).open).toBe(before);
  });

  test('is missing if the request id is used for something else', async () => {
    const before = (await list()).open;
    const requestId = randomUUID();
    const moment = await momentOf(app);
    await order({ requestId, link: '@one' });
    await loseSince(app, moment);
    await vi.waitFor(() => db.$client`select 1`, 20_000);
    await order({ requestId, link: '@other' });
    await watch.look();
    expect((await list()).open).toBe(before + 1);
    expect((await open())[0]).toMatchObject({ link: '@one' });
  });

  test.each([
    ['an order', (requestId: string) => order({ requestId })],
    ['a recharge request', () => recharge('AGAIN123')],
    [
      'a gift',
      (requestId: string) => giveBalance(deps, admin.actor, { id: customer.id, amountNanos: DOLLAR, requestId }),
    ],
  ])('is taken off the list if %s is retried later, also by a process that remembers nothing', async (_, make) => {
    const before = (await list()).open;
    const requestId = randomUUID();
    await lose(() => make(requestId));
    expect((await list()).open).toBe(before + 1);
    const [entry] = await open();
    await make(requestId);

    const { db: restarted, watch: another } = await anotherProcess();
    await another.look();
    expect((await list()).open).toBe(before);
    expect((await list('settled')).items.find(({ id }) => id === entry?.id)).toMatchObject({ state: 'found' });
    await closeDb(restarted);
  });
});

test('several processes that acknowledged the same order list it once', async () => {
  const before = (await list()).open;
  const another = await anotherProcess();
  const requestId = randomUUID();
  const moment = await momentOf(app);
  const placed = await order({ requestId });
  const retried = await makeOrder(another.db, customer, { serviceId: service.id, requestId });
  expect(retried).toEqual(placed);
  await loseSince(app, moment);
  await vi.waitFor(() => another.db.$client`select 1`, 20_000);
  await Promise.all([afterReconnect(), another.watch.look()]);
  await another.watch.look();
  expect((await list()).open).toBe(before + 1);
  await closeDb(another.db);
});

test('a row of a bulk job is remembered like a decision', async () => {
  const before = (await list()).open;
  const { id } = await order();
  const job = await makeJob(deps, admin, {
    kind: 'orders',
    decision: 'reject',
    rows: [{ id, expectedStatus: 'pending' }],
  });
  const moment = await momentOf(app);
  await db.execute(sql`update jobs set starts_at = now() where id = ${job.id}`);
  const jobs = jobsKind({ db, events: deps.events, config: { requiresAdminSecondFactor: false }, log });
  const queue = startTestQueue({ db, url: app.databaseUrl }, [jobs.kind], { log });
  await vi.waitFor(() => expect(jobs.figures().done).toBe(1), 20_000);
  await queue.stop();
  await loseSince(app, moment);
  await afterReconnect();
  expect((await open())[0]).toMatchObject({ kind: 'order_refund', orderId: id });
  expect((await list()).open).toBe(before + 1);
});

test('a server that can only be read is not asked, and the check is made once it can be written to', async () => {
  const before = (await list()).open;
  const moment = await momentOf(app);
  await order();
  await loseSince(app, moment);
  await readOnly('on');
  await afterReconnect();
  expect(watch.figures().open).toBe(before);
  expect(log.warn).toHaveBeenCalledOnce();
  await readOnly('off');
  await afterReconnect();
  expect((await list()).open).toBe(before + 1);
});

test('an ordinary role may read the timeline', async () => {
  await db.transaction(async (tx) => {
    await tx.execute(sql`create role ordinary`);
    await tx.execute(sql`set local role ordinary`);
    const [row] = await tx.execute<{ timeline: string }>(sql.raw(`select ${TIMELINE} as timeline`));
    expect(row?.timeline).toMatch(/^[0-9A-F]{8}$/);
    await tx.execute(sql`reset role`);
    await tx.execute(sql`drop role ordinary`);
  });
});

test('a check that fails is repeated', async () => {
  const before = (await list()).open;
  const moment = await momentOf(app);
  await order();
  await loseSince(app, moment);
  await vi.waitFor(() => db.$client`select 1`, 20_000);
  await db.execute(sql`alter table acknowledged_missing rename to elsewhere`);
  await watch.look();
  expect(log.warn).toHaveBeenCalledOnce();
  await db.execute(sql`alter table elsewhere rename to acknowledged_missing`);
  await watch.look();
  expect((await list()).open).toBe(before + 1);
});

test('an order without a request id gets one from the server, which is not part of the answer', async () => {
  const placed = await order();
  const [row] = await db.select({ requestId: orders.requestId }).from(orders).where(eq(orders.id, placed.id));
  expect(row?.requestId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  expect(JSON.stringify(placed)).not.toContain(row?.requestId);
});

test('what is refused is not remembered', async () => {
  const { remembered } = watch.figures();
  await expect(order({ quantity: 1_000_000 })).rejects.toThrow();
  await expect(order({ quantity: 10_000 }, await makeUser(db))).rejects.toThrow();
  expect(watch.figures().remembered).toBe(remembered);
});

test('lost rows stop every supplier once, also if the first attempt fails, and what was not accepted may be bought', async () => {
  const own = await anotherDatabaseHandle();
  const onLost = vi
    .fn<() => Promise<unknown>>(() => stopAllSuppliers(own, 'restored'))
    .mockRejectedValueOnce(new Error('The database is away'));
  const theirs = watchAcknowledged({ db: own, log, tickMs: 3_600_000, lookEveryMs: 0, onLost });
  onTestFinished(() => theirs.stop());
  const { supplier, order: place } = await makeForwardedService({ db });
  const kept = await place();
  const moment = await momentOf(app);
  await makeOrder(own, customer, { serviceId: service.id });
  await loseSince(app, moment);
  await vi.waitFor(() => own.$client`select 1`, 20_000);
  await theirs.look();
  expect(theirs.checkedTimeline()).toBeUndefined();
  await theirs.look();
  expect(onLost).toHaveBeenCalledTimes(2);
  expect(theirs.checkedTimeline()).toMatch(/^[0-9A-F]{8}$/);
  const stopped = () => db.$count(suppliers, sql`id = ${supplier.id} and stopped_reason = 'restored'`);
  expect([await stopped(), (await forwardOf({ db }, kept.id)).state]).toEqual([1, 'unknown']);
  await db.update(suppliers).set({ stoppedAt: null, stoppedReason: null }).where(eq(suppliers.id, supplier.id));
  await endConnections(app);
  await vi.waitFor(() => own.$client`select 1`, 20_000);
  await theirs.look();
  expect([onLost.mock.calls.length, await stopped()]).toEqual([2, 0]);
});

/** The default of new connections, as on a demoted primary. */
async function readOnly(state: 'on' | 'off'): Promise<void> {
  const owner = connect(app.databaseUrl, { max: 1, applicationName: 'the owner' });
  await owner.execute(sql`set default_transaction_read_only = off`);
  const [row] = await owner.$client<{ name: string }[]>`select current_database() as name`;
  await owner.execute(sql.raw(`alter database "${row?.name}" set default_transaction_read_only = ${state}`));
  await closeDb(owner);
  await endConnections(app);
}

async function anotherDatabaseHandle(): Promise<Db> {
  const own = connect(app.databaseUrl, { applicationName: 'reseller-panel test' });
  onTestFinished(() => closeDb(own));
  return own;
}

/** Another process on the same database, which remembers only what it acknowledges itself. */
async function anotherProcess(): Promise<{ db: Db; watch: typeof watch }> {
  const own = connect(app.databaseUrl, { applicationName: 'reseller-panel test' });
  const theirs = watchAcknowledged({ db: own, log, tickMs: 3_600_000, lookEveryMs: 0 });
  onTestFinished(() => theirs.stop());
  return { db: own, watch: theirs };
}
