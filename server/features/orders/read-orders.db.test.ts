import { describe, expect, it } from 'vitest';
import type { HistorySort } from '#shared/history-sorts.ts';
import type { OrderStatus } from '#shared/order-status.ts';
import { type SignedInUser, testApp } from '../../testing/app.ts';
import { dollars, giveMoney, makeOrder, makeService, type TestUser } from '../../testing/factories.ts';
import { idsOf } from '../../testing/lists.ts';
import { codeOf } from '../../testing/refusal.ts';
import { updateService } from '../services/update-service.ts';

const asCustomer = ({ user }: SignedInUser): TestUser => ({ ...user, actor: { id: user.id, role: 'user' } });

const app = await testApp();
const admin = await app.createAdminUser({ userName: 'boss' });
const anna = await app.registerUser({ userName: 'anna' });
const bela = await app.registerUser({ userName: 'bela_x' });
for (const { user } of [anna, bela]) await giveMoney(app.db, user.id, dollars(100));
const likes = await makeService(app.db, { name: 'Facebook likes 100%' });
const views = await makeService(app.db, { name: 'YouTube views' });
const placeOf = async (customer: SignedInUser, serviceId: number, link: string) =>
  (await makeOrder(app.db, asCustomer(customer), { serviceId, link })).id;
const ids = {
  annasFirst: await placeOf(anna, likes.id, 'https://example.com/first_post'),
  annasSecond: await placeOf(anna, views.id, 'https://example.com/second'),
  annasThird: await placeOf(anna, likes.id, '@anna'),
  belas: await placeOf(bela, views.id, 'https://example.org/bela'),
};
await admin.client.admin.orders.decide.mutate({ id: ids.annasSecond, decision: 'processing' });
await admin.client.admin.orders.decide.mutate({ id: ids.annasSecond, decision: 'reject', reason: 'Private account' });

describe("a customer's own orders", () => {
  it('are listed newest first, page by page, without duplicates', async () => {
    const first = await anna.client.orders.list.query({ limit: 2 });
    const second = await anna.client.orders.list.query({ limit: 2, cursor: first.nextCursor });
    expect([idsOf(first), idsOf(second)]).toEqual([[ids.annasThird, ids.annasSecond], [ids.annasFirst]]);
    expect(second.nextCursor).toBeNull();
  });

  it('are filtered by status', async () => {
    expect(idsOf(await anna.client.orders.list.query({ status: 'rejected' }))).toEqual([ids.annasSecond]);
  });

  it('are filtered by several statuses at once, for a shared label', async () => {
    const find = async (status: OrderStatus[]) => idsOf(await anna.client.orders.list.query({ status }));
    expect(await find(['pending', 'processing'])).toEqual([ids.annasThird, ids.annasFirst]);
    expect(await find(['pending', 'rejected'])).toEqual([ids.annasThird, ids.annasSecond, ids.annasFirst]);
    expect(await codeOf(find([]))).toBe('bad_input');
  });

  it("are found by service name, link and id, and nobody else's with them", async () => {
    const find = async (search: string) => idsOf(await anna.client.orders.list.query({ search }));
    expect(await find('youtube')).toEqual([ids.annasSecond]);
    expect(await find('FIRST_p')).toEqual([ids.annasFirst]);
    expect(await find(`#${ids.annasThird}`)).toEqual([ids.annasThird]);
    expect(await find('bela')).toEqual([]);
    expect(await find(String(ids.belas))).toEqual([]);
  });
});

describe('one order', () => {
  it('has its timeline: what, when and why', async () => {
    const order = await anna.client.orders.get.query({ id: ids.annasSecond });
    expect(order.events).toEqual([
      { seq: 0, status: 'pending', by: 'customer', byName: null, reason: null, at: order.createdAt },
      { seq: 1, status: 'processing', by: 'admin', byName: null, reason: null, at: expect.any(String) },
      { seq: 2, status: 'rejected', by: 'admin', byName: null, reason: 'Private account', at: expect.any(String) },
    ]);
    expect(order).not.toHaveProperty('user');
  });

  it('shows admins who decided, and admins may read any order', async () => {
    const { events } = await admin.client.orders.get.query({ id: ids.annasSecond });
    expect(events.map(({ byName }) => byName)).toEqual(['anna', 'boss', 'boss']);
  });

  it('shows admins its customer, even if it is new', async () => {
    const { user, events } = await admin.client.admin.orders.get.query({ id: ids.belas });
    expect(user).toEqual({ id: bela.user.id, userName: 'bela_x' });
    expect(events.map(({ byName }) => byName)).toEqual(['bela_x']);
    expect(await codeOf(admin.client.admin.orders.get.query({ id: 999_999 }))).toBe('not_found');
    expect(await codeOf(bela.client.admin.orders.get.query({ id: ids.belas }))).toBe('forbidden');
  });
});

describe('all orders', () => {
  const list = async (input: Parameters<SignedInUser['client']['admin']['orders']['list']['query']>[0]) =>
    idsOf(await admin.client.admin.orders.list.query(input));

  it('are listed newest first with their customer, page by page', async () => {
    const first = await admin.client.admin.orders.list.query({ limit: 3 });
    expect(first.items[0]?.user).toEqual({ id: bela.user.id, userName: 'bela_x' });
    expect([idsOf(first), await list({ limit: 3, cursor: first.nextCursor })]).toEqual([
      [ids.belas, ids.annasThird, ids.annasSecond],
      [ids.annasFirst],
    ]);
  });

  it('a search is text, not a pattern, and only displayed columns are searched', async () => {
    expect(await list({ search: '%' })).toEqual([ids.annasThird, ids.annasFirst]);
    expect(await list({ search: 'first_post' })).toEqual([ids.annasFirst]);
    expect(await list({ search: 'second_' })).toEqual([]);
    expect(await list({ search: '\\' })).toEqual([]);
  });

  it('search, filters and pages work together', async () => {
    expect(await list({ search: 'youtube', status: 'rejected' })).toEqual([ids.annasSecond]);
    expect(await list({ search: 'youtube', userId: bela.user.id })).toEqual([ids.belas]);
    expect(await list({ userId: anna.user.id, status: 'pending' })).toEqual([ids.annasThird, ids.annasFirst]);
    expect(await list({ search: 'anna', limit: 1 })).toEqual([ids.annasThird]);
    const first = await admin.client.admin.orders.list.query({ search: 'anna', limit: 2 });
    expect(idsOf(first)).toEqual([ids.annasThird, ids.annasSecond]);
    expect(await list({ search: 'anna', limit: 2, cursor: first.nextCursor })).toEqual([ids.annasFirst]);
  });

  it('open ones are those that wait for a decision: pending and processing', async () => {
    await admin.client.admin.orders.decide.mutate({ id: ids.annasFirst, decision: 'processing' });
    expect(await list({ status: 'open' })).toEqual([ids.belas, ids.annasThird, ids.annasFirst]);
    expect(await list({ status: 'open', search: 'likes' })).toEqual([ids.annasThird, ids.annasFirst]);
  });
});

it('an order is found by its displayed name, also after its service was renamed', async () => {
  const { id, ...fields } = await makeService(app.db, { name: 'Oldname' });
  const order = async () => (await makeOrder(app.db, asCustomer(anna), { serviceId: id })).id;
  const rename = (to: string) =>
    updateService(app.deps, { id: admin.user.id, role: 'admin' }, { ...fields, id, name: to });
  const found = async (search: string) => idsOf(await admin.client.admin.orders.list.query({ search }));

  const underOld = await order();
  await rename('Middlename');
  const underMiddle = await order();
  for (const to of ['Newname', 'Oldname', 'Newname']) await rename(to);
  const underNew = await order();

  expect(await found('oldname')).toEqual([underOld]);
  expect(await found('middlename')).toEqual([underMiddle]);
  expect(await found('newname')).toEqual([underNew]);
});

it("a customer's own orders have several sort orders, and a cursor continues only in its own", async () => {
  const cora = await app.registerUser({ userName: 'cora' });
  await giveMoney(app.db, cora.user.id, dollars(100));
  const place = async (quantity: number) => (await makeOrder(app.db, asCustomer(cora), { quantity })).id;
  const [first, dear, last] = [await place(1000), await place(2000), await place(1000)];
  const read = async (sort: HistorySort) => {
    const page = await cora.client.orders.list.query({ sort, limit: 2 });
    const rest = await cora.client.orders.list.query({ sort, limit: 2, cursor: page.nextCursor });
    expect(rest.nextCursor).toBeNull();
    return [...idsOf(page), ...idsOf(rest)];
  };
  expect(await read('newest')).toEqual([last, dear, first]);
  expect(await read('oldest')).toEqual([first, dear, last]);
  expect(await read('largest')).toEqual([dear, last, first]);
  expect(await read('smallest')).toEqual([first, last, dear]);
  const { nextCursor } = await cora.client.orders.list.query({ sort: 'largest', limit: 2 });
  expect(await codeOf(cora.client.orders.list.query({ sort: 'newest', cursor: nextCursor }))).toBe('bad_input');
});
