import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { orders } from '#db/schema/orders.ts';
import { adminOrderSorts } from '#shared/history-sorts.ts';
import { chargeFor, micros } from '#shared/money.ts';
import type { AdminOrderListInput } from '#shared/orders.ts';
import { testApp } from '../../testing/app.ts';
import {
  dollars,
  giveMoney,
  makeAdmin,
  makeOrder,
  makeService,
  makeUser,
  type TestUser,
} from '../../testing/factories.ts';
import { allPages, idsOf, planOf } from '../../testing/lists.ts';
import { codeOf } from '../../testing/refusal.ts';
import { decideOrder } from './decide-order.ts';
import { countMatchingOrders, listAllOrders } from './list-all-orders.ts';
import { listOrders } from './list-orders.ts';

const app = await testApp();
const admin = await makeAdmin(app.db);
// Four-digit ids, because search does not look for one or two digits in links.
await app.db.execute(sql`select setval('orders_id_seq', 1000)`);

const read = (input: Partial<AdminOrderListInput>) => listAllOrders(app.db, admin.actor, { limit: 100, ...input });
const found = async (input: Partial<AdminOrderListInput>) => (await read(input)).items.map(({ id }) => id);

/** All rows of a list, read two at a time. */
const pageByPage = async (input: Partial<AdminOrderListInput>) =>
  (await allPages((cursor) => read({ ...input, cursor, limit: 2 }))).flat().map(({ id }) => id);

async function rich(overrides: Parameters<typeof makeUser>[1] = {}): Promise<TestUser> {
  const customer = await makeUser(app.db, overrides);
  await giveMoney(app.db, customer.id, dollars(1_000));
  return customer;
}

test('the list has each of its sort orders, page by page, and a cursor continues only in its own', async () => {
  const customer = await rich();
  const [cheap, dear] = [
    await makeService(app.db, { priceMicros: micros(1_000_000) }),
    await makeService(app.db, { priceMicros: micros(9_000_000) }),
  ];
  const place = async (serviceId: number, quantity: number) =>
    (await makeOrder(app.db, customer, { serviceId, quantity })).id;
  // Sorting by price and by units gives different orders.
  const first = await place(cheap.id, 400);
  const second = await place(dear.id, 100);
  const third = await place(cheap.id, 400);
  const own = { userId: customer.id };
  expect(await pageByPage(own)).toEqual([third, second, first]);
  expect(await pageByPage({ ...own, sort: 'oldest' })).toEqual([first, second, third]);
  expect(await pageByPage({ ...own, sort: 'largest' })).toEqual([second, third, first]);
  expect(await pageByPage({ ...own, sort: 'smallest' })).toEqual([first, third, second]);
  expect(await pageByPage({ ...own, sort: 'mostUnits' })).toEqual([third, first, second]);
  expect(await pageByPage({ ...own, sort: 'fewestUnits' })).toEqual([second, first, third]);

  const { nextCursor: cursor } = await read({ ...own, sort: 'oldest', limit: 2 });
  for (const sort of adminOrderSorts.filter((each) => each !== 'oldest')) {
    expect(await codeOf(read({ ...own, sort, cursor }))).toBe('bad_input');
  }
  expect(await codeOf(read({ ...own, sort: 'oldest', from: '2026-01-01', cursor }))).toBe('bad_input');
});

test('a search has the requested sort order, too, page by page', async () => {
  const customer = await rich({ userName: 'sorted_search' });
  const { id: serviceId } = await makeService(app.db);
  const ids: number[] = [];
  for (const quantity of [300, 100, 200]) ids.push((await makeOrder(app.db, customer, { serviceId, quantity })).id);
  const [most, fewest, middle] = ids;
  const search = 'SORTED_search';
  expect(await pageByPage({ search, sort: 'mostUnits' })).toEqual([most, middle, fewest]);
  expect(await pageByPage({ search, sort: 'oldest' })).toEqual(ids);
  expect(await pageByPage({ search, sort: 'smallest', from: '2020-01-01' })).toEqual([fewest, middle, most]);
});

test('the order with the id comes first, whatever else contains the number and in any sort order, and once', async () => {
  const customer = await rich();
  const named = await makeOrder(app.db, customer);
  const others: number[] = [];
  for (let times = 0; times < 3; times++) {
    others.push((await makeOrder(app.db, customer, { link: `https://example.com/${named.id}` })).id);
  }
  for (const search of [String(named.id), `#${named.id}`]) {
    expect((await found({ search, sort: 'newest' }))[0]).toBe(named.id);
  }
  const search = String(named.id);
  const about = { search, userId: customer.id };
  expect(await pageByPage(about)).toEqual([named.id, ...others.toReversed()]);
  expect(await pageByPage({ ...about, sort: 'oldest' })).toEqual([named.id, ...others]);
  expect(await found({ ...about, status: 'rejected' })).toEqual([]);
  expect((await read({ search, limit: 1 })).items[0]?.id).toBe(named.id);
});

test("orders are found by a customer's name, email, phone and user name", async () => {
  const customer = await rich({
    userName: 'qadir_u',
    name: 'Qadir Untermeyer',
    phone: '+8801999888777',
  });
  await app.db.execute(sql`update users set email = 'q.unter@example.net' where id = ${customer.id}`);
  const { id } = await makeOrder(app.db, customer);
  for (const search of ['qadir_U', 'untermeyer', 'Q.UNTER@example.net', '999888777', '01999 888777', '1999888777']) {
    expect(await found({ search })).toEqual([id]);
  }
  // Search within one value at a time, never across two adjacent ones.
  expect(await found({ search: 'qadir_u qadir' })).toEqual([]);
});

test('several order ids, separated by commas or spaces, find their orders page by page, and are counted', async () => {
  const customer = await rich();
  const placed = [];
  for (let nth = 0; nth < 4; nth++) placed.push(await makeOrder(app.db, customer));
  const [first, , third, fourth] = placed.map(({ id }) => id);
  for (const search of [
    `${first}, ${third}`,
    `${third},${first}`,
    `#${first} #${third}`,
    `${first};${third} ${first}`,
  ]) {
    expect(await found({ search }), search).toEqual([third, first]);
    expect(await pageByPage({ search, sort: 'oldest' }), search).toEqual([first, third]);
    expect(await countMatchingOrders(app.db, admin.actor, { search })).toEqual({ count: 2, isAll: true });
  }
  expect(await found({ search: `${fourth}, ${Number.MAX_SAFE_INTEGER}` })).toEqual([]);
  expect(await found({ search: `${fourth}, 999999999` })).toEqual([fourth]);
  expect(await found({ search: `${fourth}, nothing` })).toEqual([]);
  const own = await listOrders(app.db, customer.actor, { search: `${first}, ${third}`, limit: 10 });
  expect(own.items.map(({ id }) => id)).toEqual([third, first]);
});

test('a pasted link finds its own orders, in full or in part and in any case, and none of a similar link', async () => {
  const customer = await rich();
  const link = 'https://www.instagram.com/reel/Xy12Qr_98-Zk7/?igsh=MzRlODBi';
  const place = async (to: string) => (await makeOrder(app.db, customer, { link: to })).id;
  const ids = [await place(link), await place(link)].toReversed();
  await place(link.replace('reel', 'heel'));
  await place(link.replace('Qr_98', 'Qr298'));
  for (const search of [link, link.toUpperCase(), link.slice(9, -1)]) {
    expect(await found({ search }), search).toEqual(ids);
    expect(await pageByPage({ search, userId: customer.id }), search).toEqual(ids);
    expect(await countMatchingOrders(app.db, admin.actor, { search })).toEqual({ count: 2, isAll: true });
  }
  const [first, second] = ids;
  expect(await found({ search: link, limit: 1 })).toEqual([first]);
  expect(await found({ search: link, limit: 1, cursor: (await read({ search: link, limit: 1 })).nextCursor })).toEqual([
    second,
  ]);
  // Wildcards of LIKE are ordinary characters.
  for (const search of ['reel/Xy12Qr%98-Zk7/?igsh', 'instagram.com/reel/Xy12QrZk7', 'reel\\Xy12Qr_98-Zk7/?igsh']) {
    expect(await found({ search }), search).toEqual([]);
  }
});

test('one or two letters find customers with a word that begins with them, and current and former service names', async () => {
  const customer = await rich({ userName: 'vx_user', name: 'Some Wy-Zed', phone: '+8801700000000' });
  await app.db.execute(sql`update users set email = 'jk@example.net' where id = ${customer.id}`);
  const service = await makeService(app.db, { name: 'Plain ẞβ' });
  const { id } = await makeOrder(app.db, customer);
  const named = await makeOrder(app.db, await rich(), { serviceId: service.id });
  await app.db.execute(sql`
    update services set name = 'Another', former_names = array['Plain ẞβ'] where id = ${service.id}`);
  for (const search of ['vx', 'V', 'wy', 'JK']) expect(await found({ search }), search).toEqual([id]);
  // Within a word at least three letters are needed; signs are found too.
  expect(await found({ search: 'ser', userId: customer.id })).toEqual([id]);
  expect(await found({ search: 'se', userId: customer.id })).toEqual([]);
  expect(await found({ search: 'x_', userId: customer.id })).toEqual([id]);
  for (const search of ['ẞβ', 'β', 'Plain ẞβ']) expect(await found({ search }), search).toEqual([named.id]);
  const count = (search: string) => countMatchingOrders(app.db, admin.actor, { search });
  for (const search of ['vx', 'ẞβ']) expect(await count(search)).toEqual({ count: 1, isAll: true });
});

test('the services with a name are found by an index', async () => {
  const query = `select id from services where all_names(name, former_names) ilike '%word%'`;
  expect(await planOf(app.db, query, ['seqscan'])).toContain('services_names_idx');
});

interface Old {
  userId: number;
  service: Awaited<ReturnType<typeof makeService>>;
  createdAt: string;
}

/** An order as it was placed on another day. */
async function orderOf({ userId, service, createdAt }: Old): Promise<{ id: number }> {
  const quantity = 10;
  const { id: serviceId, name: serviceName, priceMicros } = service;
  const chargeNanos = chargeFor(quantity, service) ?? dollars(1);
  const link = 'https://example.com/old';
  const values = { userId, serviceId, serviceName, link, quantity, priceMicros, chargeNanos };
  const [order] = await app.db
    .insert(orders)
    .values({ ...values, createdAt: new Date(createdAt) })
    .returning({ id: orders.id });
  return order as { id: number };
}

test('filters by customer, service, day, decider and ids apply to the list and its count', async () => {
  const [customer, other] = [await rich(), await rich()];
  const [decider, idle] = [await makeAdmin(app.db), await makeAdmin(app.db)];
  const service = await makeService(app.db);
  const plain = await makeOrder(app.db, customer);
  // Already the first of March in Dhaka.
  const early = await orderOf({ userId: customer.id, service, createdAt: '2025-02-28T18:00:00Z' });
  const late = await orderOf({ userId: other.id, service, createdAt: '2025-03-02T17:59:59Z' });
  await decideOrder(app.deps, decider.actor, { id: late.id, decision: 'processing' });

  const cases: [Partial<AdminOrderListInput>, number[]][] = [
    [{ userId: customer.id }, [early.id, plain.id]],
    [{ serviceId: service.id }, [late.id, early.id]],
    [{ serviceId: service.id, from: '2025-03-01', to: '2025-03-02' }, [late.id, early.id]],
    [{ serviceId: service.id, to: '2025-03-01' }, [early.id]],
    [{ serviceId: service.id, from: '2025-03-02' }, [late.id]],
    [{ serviceId: service.id, from: '2025-03-03' }, []],
    [{ from: '2025-03-01', to: '2025-03-02', sort: 'oldest' }, [early.id, late.id]],
    [{ serviceId: service.id, status: ['pending', 'processing'] }, [late.id, early.id]],
    [{ serviceId: service.id, status: ['processing'] }, [late.id]],
    [{ serviceId: service.id, status: ['open', 'completed'] }, [late.id, early.id]],
    [{ decidedBy: decider.id }, [late.id]],
    [{ decidedBy: idle.id }, []],
    [{ ids: [plain.id, late.id, 999_999] }, [late.id, plain.id]],
    [{ ids: [plain.id, late.id], status: 'processing' }, [late.id]],
  ];
  for (const [input, ids] of cases) {
    expect(await pageByPage(input), JSON.stringify(input)).toEqual(ids);
    const { limit: _limit, sort: _sort, ...filter } = { limit: 1, ...input };
    expect(await countMatchingOrders(app.db, admin.actor, filter)).toEqual({ count: ids.length, isAll: true });
  }
  const own = async (days: { from?: string; to?: string }) =>
    idsOf(await listOrders(app.db, customer.actor, { ...days, limit: 9 }));
  expect(await own({ from: '2025-03-01', to: '2025-03-01' })).toEqual([early.id]);
  expect([await own({ to: '2025-02-28' }), await own({ from: '2025-03-02' })]).toEqual([[], [plain.id]]);
});

test('a search is counted as found, each order once', async () => {
  const customer = await rich({ userName: 'counted_one', name: 'Counted One' });
  const { id } = await makeOrder(app.db, customer, { link: 'https://example.com/counted_one' });
  await makeOrder(app.db, customer);
  const count = (search: string) => countMatchingOrders(app.db, admin.actor, { search });
  expect(await count('counted_one')).toEqual({ count: 2, isAll: true });
  expect((await count(`#${id}`)).count).toBe((await found({ search: `#${id}` })).length);
  expect(await count('nothing has this')).toEqual({ count: 0, isAll: true });
  expect(await codeOf(countMatchingOrders(app.db, customer.actor, {}))).toBe('forbidden');
});

test.each([
  ['orders_pkey', '(id) < (7)', 'id desc'],
  ['orders_open_idx', "status in ('pending', 'processing') and (id) > (7)", 'id'],
  ['orders_status_idx', "status = 'rejected' and (id) < (7)", 'id desc'],
  ['orders_charge_idx', '(charge_nanos, id) < (7, 7)', 'charge_nanos desc, id desc'],
  ['orders_charge_idx', '(charge_nanos, id) > (7, 7)', 'charge_nanos, id'],
  ['orders_quantity_idx', '(quantity, id) < (7, 7)', 'quantity desc, id desc'],
  ['orders_quantity_idx', '(quantity, id) > (7, 7)', 'quantity, id'],
  ['orders_created_idx', "created_at >= '2026-01-01' and (created_at, id) < (now(), 7)", 'created_at desc, id desc'],
  ['orders_created_idx', "created_at >= '2026-01-01' and (created_at, id) > (now(), 7)", 'created_at, id'],
  ['orders_user_idx', 'user_id = 7 and (id) < (7)', 'id desc'],
  ['orders_service_idx', 'service_id = 7 and (id) < (7)', 'id desc'],
  ['order_events_actor_idx', 'id in (select order_id from order_events where actor_id = 7)', 'id desc'],
  ['order_events_decider_idx', "id in (select order_id from order_events where decider = 'supplier')", 'id desc'],
])('a page uses %s with %s, by %s', async (index, condition, order) => {
  const query = `select id from orders where ${condition} order by ${order} limit 26`;
  expect(await planOf(app.db, query)).toContain(`using ${index}`);
});

test('everything is limited: days, ids, numbers', async () => {
  const customer = await rich();
  const { id } = await makeOrder(app.db, customer);
  const signedIn = await app.createAdminUser();
  const list = (input: object) => signedIn.client.admin.orders.list.query(input);
  expect((await list({ ids: [id] })).items).toHaveLength(1);
  const hostile = [
    { ids: [] },
    { ids: Array.from({ length: 101 }, (_, at) => at + 1) },
    { ids: ['1'] },
    { from: 'x'.repeat(2_000) },
    { to: '2026-02-30' },
    { decidedBy: 0 },
    { sort: 'x'.repeat(2_000) },
    { cursor: 'x'.repeat(2_000) },
    { search: '9'.repeat(2_000) },
    { limit: 101 },
  ];
  for (const input of hostile) expect(await codeOf(list(input))).toBe('bad_input');
  const matching = (input: object) => signedIn.client.admin.orders.matching.query(input);
  expect((await matching({ limit: 500, ids: [id] })).items).toHaveLength(1);
  expect(await codeOf(matching({ limit: 501 }))).toBe('bad_input');
  expect(await list({ search: '9'.repeat(100) })).toEqual({ items: [], nextCursor: null });
});
