import { and, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditEntries } from '#db/schema/audit.ts';
import { MAX_NANOS } from '#shared/money.ts';
import { testApp } from '../../testing/app.ts';
import { askForExport, readExport } from '../../testing/export-file.ts';
import { dollars, makeOrder, makeService } from '../../testing/factories.ts';
import { follow } from '../../testing/live.ts';
import { makeCustomer } from '../../testing/people.ts';
import { refusalOf } from '../../testing/refusal.ts';
import { callRest } from '../../testing/rest.ts';

const app = await testApp();
const [admin, secondAdmin] = [await app.createAdminUser(), await app.createAdminUser()];
const { setProgress, decide, get } = admin.client.admin.orders;
const customer = await makeCustomer(app, dollars(1_000));
const own = app.client(customer.accessToken);
const likes = await makeService(app.db);

const newOrder = () => makeOrder(app.db, customer, { serviceId: likes.id, quantity: 5_000 });
const progressOf = async (id: number) => {
  const { startCount, remains } = await own.orders.get.query({ id });
  return [startCount, remains];
};
const auditOf = (id: number) =>
  app.db
    .select({ before: auditEntries.before, after: auditEntries.after, userId: auditEntries.userId })
    .from(auditEntries)
    .where(and(eq(auditEntries.action, 'order.setProgress'), eq(auditEntries.subjectId, id)))
    .orderBy(auditEntries.id);

test('a customer reads the progress in the order, the history, the file and the REST API', async () => {
  const [{ id }, other] = [await newOrder(), await newOrder()];
  expect(await setProgress.mutate({ id, startCount: 830, remains: 3_800 })).toMatchObject({
    id,
    startCount: 830,
    remains: 3_800,
    user: { id: customer.id },
  });
  const shown = { startCount: 830, remains: 3_800 };
  expect(await own.orders.get.query({ id })).toMatchObject(shown);
  expect(await get.query({ id })).toMatchObject(shown);
  const lists = [
    await own.orders.list.query({ limit: 2 }),
    await admin.client.admin.orders.list.query({ ids: [id, other.id], limit: 2 }),
  ];
  for (const { items } of lists) {
    expect(items.find((order) => order.id === id)).toMatchObject(shown);
    expect(items.find((order) => order.id === other.id)).toMatchObject({ startCount: null, remains: null });
  }
  const path = 'GET /api/v1/service/getServiceByUserId';
  const rest = (await callRest(app, path, { accessToken: customer.accessToken })).data as { _id: string }[];
  expect(rest.find(({ _id }) => _id === String(id))).toMatchObject(shown);
  expect(rest.find(({ _id }) => _id === String(other.id))).not.toHaveProperty('startCount');
  for (const [person, list] of [
    [customer, 'orders'],
    [admin, 'all-orders'],
  ] as const) {
    const rows = await readExport(await askForExport(app, person, list));
    expect(Object.keys(rows[0] ?? {}).slice(-2)).toEqual(['Start count', 'Remains']);
    expect(rows.find((row) => row.Order === String(id))).toMatchObject({ 'Start count': '830', Remains: '3800' });
    expect(rows.find((row) => row.Order === String(other.id))).toMatchObject({ 'Start count': '', Remains: '' });
  }
});

test('a missing field stays, null clears, zero is a count, and each change is audited once', async () => {
  const { id } = await newOrder();
  for (const [input, progress] of [
    [{ startCount: 0 }, [0, null]],
    [{ remains: 5_000 }, [0, 5_000]],
    [{}, [0, 5_000]],
    [{ startCount: 0, remains: 5_000 }, [0, 5_000]],
    [{ startCount: null }, [null, 5_000]],
    [{ startCount: MAX_NANOS, remains: 0 }, [MAX_NANOS, 0]],
    [{ remains: null }, [MAX_NANOS, null]],
  ] as const) {
    await setProgress.mutate({ id, ...input });
    expect(await progressOf(id)).toEqual(progress);
  }
  expect((await auditOf(id)).map(({ before, after }) => [before, after])).toEqual([
    [{ startCount: null }, { startCount: 0 }],
    [{ remains: null }, { remains: 5_000 }],
    [{ startCount: 0 }, { startCount: null }],
    [
      { startCount: null, remains: 5_000 },
      { startCount: MAX_NANOS, remains: 0 },
    ],
    [{ remains: 0 }, { remains: null }],
  ]);
});

test.each([
  [{ remains: 5_001 }, 'remains_out_of_range', 'remains'],
  [{ remains: -1 }, 'bad_input', 'remains'],
  [{ remains: 1.5 }, 'bad_input', 'remains'],
  [{ remains: '7' as never }, 'bad_input', 'remains'],
  [{ startCount: -1 }, 'bad_input', 'startCount'],
  [{ startCount: 2 ** 53 }, 'bad_input', 'startCount'],
])('%j is refused as %s and stores nothing', async (input, code, field) => {
  const { id } = await newOrder();
  await setProgress.mutate({ id, startCount: 1 });
  const refusal = await refusalOf(setProgress.mutate({ id, startCount: 2, ...input }));
  expect(refusal).toMatchObject({ code, httpStatus: 400, fieldErrors: { [field]: [expect.any(String)] } });
  expect(await progressOf(id)).toEqual([1, null]);
});

test('there is no progress of an order that does not exist', async () => {
  expect(await refusalOf(setProgress.mutate({ id: 1_000_000_000, remains: 1 }))).toMatchObject({ code: 'not_found' });
});

/** A package is one unit. */
test('the remains of a package are at most one', async () => {
  const { id: serviceId } = await makeService(app.db, { type: 'package', per: 1, min: 1, max: 1 });
  const { id } = await makeOrder(app.db, customer, { serviceId, quantity: 1 });
  await setProgress.mutate({ id, startCount: 10, remains: 1 });
  expect((await refusalOf(setProgress.mutate({ id, remains: 2 }))).code).toBe('remains_out_of_range');
});

test.each([
  ['complete', [830, 0], undefined],
  ['partial', [830, 400], 400],
  ['reject', [830, 3_800], undefined],
  ['processing', [830, 3_800], undefined],
] as const)(
  'known remains follow the decision "%s"; then they can be set, and the order stays as it is',
  async (decision, progress, remaining) => {
    const [{ id }, unknown] = [await newOrder(), await newOrder()];
    await setProgress.mutate({ id, startCount: 830, remains: 3_800 });
    await setProgress.mutate({ id: unknown.id, startCount: 830 });
    const terms = { decision, remaining };
    expect(await decide.mutate({ id, ...terms })).toMatchObject({ startCount: 830, remains: progress[1] });
    expect(await decide.mutate({ id: unknown.id, ...terms })).toMatchObject({ startCount: 830, remains: null });
    expect(await progressOf(id)).toEqual(progress);
    expect(await progressOf(unknown.id)).toEqual([830, null]);

    const stored = () =>
      app.db.execute(sql`select ctid::text, status, remaining, charge_nanos from orders where id = ${id}`);
    const before = await stored();
    await setProgress.mutate({ id, startCount: 900, remains: 17 });
    expect(await progressOf(id)).toEqual([900, 17]);
    expect([...(await stored())]).toEqual([...before]);
  },
);

test('changes of two admins at the same time are both stored and audited', async () => {
  const { id } = await newOrder();
  const set = secondAdmin.client.admin.orders.setProgress;
  await Promise.all([
    ...[1, 2, 3].map((startCount) => setProgress.mutate({ id, startCount })),
    ...[10, 20, 30].map((remains) => set.mutate({ id, remains })),
    ...[1, 2, 3].map(() => set.mutate({ id, startCount: 7, remains: 70 })),
  ]);
  const entries = await auditOf(id);
  const replayed = entries.reduce<Record<string, unknown>>(
    (state, { before, after }) => {
      expect(state).toMatchObject(before ?? {});
      return { ...state, ...after };
    },
    { startCount: null, remains: null },
  );
  expect([replayed.startCount, replayed.remains]).toEqual(await progressOf(id));
  expect(entries.map(({ userId }) => userId)).toEqual(entries.map(() => customer.id));
});

test("the screens of the customer and of admins hear of a change, other customers' do not", async () => {
  const [{ id }, other] = [await newOrder(), await makeCustomer(app)];
  const tokens = [customer.accessToken, secondAdmin.accessToken, other.accessToken];
  const [mine, desk, others] = await Promise.all(tokens.map((token) => follow(app.url, token)));
  await setProgress.mutate({ id, remains: 1 });
  await mine?.hears({ kind: 'order', id });
  await desk?.hears({ kind: 'order', id });
  mine?.forget();
  await setProgress.mutate({ id, remains: 1 });
  await setProgress.mutate({ id, remains: 2 });
  await mine?.hears({ kind: 'order', id });
  expect(mine?.heard.filter(({ kind }) => kind === 'order')).toEqual([{ kind: 'order', id }]);
  expect(others?.heard.filter(({ kind }) => kind === 'order')).toEqual([]);
  for (const screen of [mine, desk, others]) screen?.leave();
});
