import { randomUUID } from 'node:crypto';
import { desc, eq, isNull, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { accounts } from '#db/schema/ledger.ts';
import { orders } from '#db/schema/orders.ts';
import { services } from '#db/schema/services.ts';
import { micros, nanos } from '#shared/money.ts';
import { type createServiceInput, serviceOut, serviceSorts } from '#shared/services.ts';
import { type TestClient, testApp } from '../../testing/app.ts';
import { allPages, idsOf } from '../../testing/lists.ts';
import { refusalOf } from '../../testing/refusal.ts';
import { countPlacedOrders } from './count-placed-orders.ts';
import { getService } from './get-service.ts';
import { salesPerService } from './service-figures.ts';

type Entered = z.input<typeof createServiceInput>;

const fields = {
  name: 'Facebook Page Likes',
  image: null,
  description: 'Likes for a page. Starts within an hour.',
  category: 'facebook',
  priceMicros: micros(850_000),
  min: 100,
  max: 10_000,
  avgTimeHours: 12,
} satisfies Entered;

const app = await testApp();
const anyone = app.client();
const admin = await app.createAdminUser();
const customer = await app.registerUser();

const create = (overrides: Partial<Entered> & Record<string, unknown> = {}) =>
  admin.client.admin.services.create.mutate({ ...fields, ...overrides });

async function clear() {
  await app.db.update(services).set({ deletedAt: new Date() });
  // The category's count is cached for some seconds unless an admin changes something.
  const { id } = await create();
  await admin.client.admin.services.delete.mutate({ id });
}

const everyPage = (input: Parameters<TestClient['services']['list']['query']>[0], limit: number) =>
  allPages((cursor) => anyone.services.list.query({ ...input, limit, cursor }));

describe('admins', () => {
  test('create a service that is public at once', async () => {
    const before = await anyone.services.categories.query();
    const made = await create({ name: '  Facebook Page Likes ', image: 'https://example.com/a.png' });
    expect(made).toMatchObject({ ...fields, image: 'https://example.com/a.png', totalSell: 0 });
    expect(await anyone.services.get.query({ id: made.id })).toEqual(made);
    const page = await anyone.services.list.query({ category: 'facebook' });
    expect(page.items[0]).toEqual(made);
    const after = await anyone.services.categories.query();
    const facebook = (counts: typeof after) => counts.find(({ category }) => category === 'facebook')?.count ?? 0;
    expect(facebook(after)).toBe(facebook(before) + 1);
    expect(page.total).toBe(facebook(after));
  });

  test('create a service once, however often they repeat the request id', async () => {
    const requestId = randomUUID();
    const countBefore = await app.db.$count(services);
    const [made, ...again] = await Promise.all([1, 2, 3].map(() => create({ requestId })));
    await admin.client.admin.services.update.mutate({ ...fields, id: made?.id ?? 0, name: 'Called otherwise since' });
    again.push(await create({ requestId, name: `  ${fields.name} ` }));
    expect(again).toEqual([made, made, made]);
    expect(await app.db.$count(services)).toBe(countBefore + 1);
  });

  test("can't create another service with a used request id of their own, but with one of another admin", async () => {
    const requestId = randomUUID();
    const made = await create({ requestId });
    const other = await refusalOf(create({ requestId, priceMicros: micros(1) }));
    expect(other).toMatchObject({ code: 'idempotency_conflict', httpStatus: 409 });
    const colleague = await app.createAdminUser();
    const theirs = await colleague.client.admin.services.create.mutate({ ...fields, requestId });
    expect(theirs.id).not.toBe(made.id);
  });

  test('a verb returns public columns only', async () => {
    const { id } = await create();
    expect(Object.keys(await getService(app.db, { id })).sort()).toEqual(Object.keys(serviceOut.shape).sort());
  });

  test('update a service, and only its new values are displayed', async () => {
    const made = await create();
    const updated = await admin.client.admin.services.update.mutate({
      ...fields,
      id: made.id,
      category: 'tiktok',
      priceMicros: micros(1),
      min: 20,
      max: 20,
    });
    expect(updated).toMatchObject({
      id: made.id,
      category: 'tiktok',
      priceMicros: 1,
      min: 20,
      max: 20,
      createdAt: made.createdAt,
    });
    expect(await anyone.services.get.query({ id: made.id })).toEqual(updated);
  });

  test("delete a service: it leaves the list, can't be read, changed or deleted again, and its row stays", async () => {
    const { id } = await create({ category: 'linkedin' });
    expect(await admin.client.admin.services.delete.mutate({ id })).toEqual({ ok: true });
    const gone = { code: 'service_not_found', httpStatus: 404, fieldErrors: null };
    expect(await refusalOf(anyone.services.get.query({ id }))).toMatchObject(gone);
    expect(await refusalOf(admin.client.admin.services.update.mutate({ ...fields, id }))).toMatchObject(gone);
    expect(await refusalOf(admin.client.admin.services.delete.mutate({ id }))).toMatchObject(gone);
    expect(await anyone.services.list.query({ category: 'linkedin' })).toEqual({
      items: [],
      nextCursor: null,
      total: 0,
    });
    expect(await app.db.$count(services, eq(services.id, id))).toBe(1);
  });

  test('get errors for each field', async () => {
    const wrong = {
      name: ' ',
      description: '',
      priceMicros: micros(-1),
      min: 9,
      max: 10,
      avgTimeHours: 0,
      image: 'javascript:alert(1)',
    };
    expect(await refusalOf(create(wrong))).toMatchObject({
      code: 'bad_input',
      httpStatus: 400,
      fieldErrors: {
        name: ['Service name is required'],
        description: ['Description is required'],
        priceMicros: ['Price must be a positive number'],
        min: ['Must be at least 10'],
        max: ['Maximum must be greater than 10'],
        avgTimeHours: ['Time must be at least 1 hour'],
        image: ['Image must be an http or https address'],
      },
    });
    for (const image of ['https://a.test\\b.png', 'https://a.test/\u0007.png', 'https://a.test/\nb.png'])
      expect(await refusalOf(create({ image }))).toMatchObject({
        code: 'bad_input',
        fieldErrors: { image: [expect.any(String)] },
      });
    expect(await refusalOf(create({ min: 500, max: 499 }))).toMatchObject({
      fieldErrors: { max: ['Maximum must not be less than minimum'] },
    });
    expect(await refusalOf(create({ deletedAt: null }))).toMatchObject({ code: 'bad_input' });
    expect(await refusalOf(create({ name: 'nul \0' }))).toMatchObject({ code: 'bad_input', httpStatus: 400 });
  });
});

test('an unknown service is not found, and an invalid id is refused', async () => {
  expect(await refusalOf(anyone.services.get.query({ id: 999_999 }))).toMatchObject({
    code: 'service_not_found',
    httpStatus: 404,
  });
  expect(await refusalOf(anyone.services.get.query({ id: 0 }))).toMatchObject({ code: 'bad_input' });
});

describe('paging', () => {
  const NAMES = ['beta', 'Alpha', 'alpha', 'বাংলা', 'Beta', 'gamma', 'ALPHA'];

  beforeAll(async () => {
    await clear();
    // Three prices, two times and names that differ only by case, so that every sort has equal values across pages.
    await app.db.insert(services).values(
      Array.from({ length: 21 }, (_, index) => ({
        ...fields,
        name: NAMES[index % 7] ?? '',
        priceMicros: micros(1_000 * (index % 3)),
        avgTimeHours: 1 + (index % 2),
        countedOrders: index % 4,
      })),
    );
  });

  test.each(serviceSorts)('by %s contains every service once, in the same order as in one page', async (sort) => {
    const whole = await anyone.services.list.query({ sort, limit: 100 });
    expect(whole.items).toHaveLength(21);
    const paged = await everyPage({ sort }, 4);
    expect(paged).toHaveLength(6);
    expect(paged.flat().map(({ id }) => id)).toEqual(idsOf(whole));
    expect(new Set(idsOf(whole)).size).toBe(21);
  });

  test('sorts as documented', async () => {
    const list = async (sort: (typeof serviceSorts)[number]) =>
      (await anyone.services.list.query({ sort, limit: 100 })).items;
    const ascending = (values: number[]) =>
      values.every((value, index) => index === 0 || value >= (values[index - 1] ?? 0));
    expect(ascending((await list('newest')).map(({ id }) => -id))).toBe(true);
    const byPopularity = await app.db
      .select({ id: services.id })
      .from(services)
      .where(isNull(services.deletedAt))
      .orderBy(desc(services.countedOrders), desc(services.id));
    expect((await list('popular')).map(({ id }) => id)).toEqual(byPopularity.map(({ id }) => id));
    expect(ascending((await list('priceLow')).map(({ priceMicros }) => priceMicros))).toBe(true);
    expect(ascending((await list('priceHigh')).map(({ priceMicros }) => -priceMicros))).toBe(true);
    expect(ascending((await list('fastest')).map(({ avgTimeHours }) => avgTimeHours))).toBe(true);
    const names = (await list('name')).map(({ name }) => name.toLowerCase());
    expect(names.slice(0, 9)).toEqual(Array.from({ length: 9 }, () => 'alpha'));
  });

  test('continues correctly when the last row of a page is deleted and new ones arrive', async () => {
    const first = await anyone.services.list.query({ sort: 'newest', limit: 5 });
    const last = first.items.at(-1);
    await admin.client.admin.services.delete.mutate({ id: last?.id ?? 0 });
    await create({ name: 'newer than all' });
    const rest = await anyone.services.list.query({ sort: 'newest', limit: 100, cursor: first.nextCursor });
    expect(rest.items).toHaveLength(16);
    expect(rest.items[0]?.id).toBe((last?.id ?? 0) - 1);
  });

  test('works after the longest name', async () => {
    const name = '💬'.repeat(100);
    await create({ name, category: 'snapchat' });
    await create({ name, category: 'snapchat' });
    const pages = await everyPage({ sort: 'name', category: 'snapchat' }, 1);
    expect(pages.flat().map((service) => service.name)).toEqual([name, name]);
  });

  test.each([
    'nonsense',
    'W10',
    btoa('["priceLow",1]'),
    btoa('["priceLow","1","x"]'),
    btoa('["newest",1]'),
    btoa('{}'),
  ])('refuses the cursor %s', async (cursor) => {
    const call = anyone.services.list.query({ sort: 'priceLow', cursor });
    expect(await refusalOf(call)).toMatchObject({ code: 'bad_input', httpStatus: 400 });
  });
});

describe('search', () => {
  const find = async (search: string, category?: 'youtube' | 'twitter') => {
    const { items, total } = await anyone.services.list.query({ search, category, sort: 'name', limit: 100 });
    expect(total).toBe(items.length);
    return items.map(({ name }) => name);
  };

  beforeAll(async () => {
    await clear();
    await app.db.execute(sql`select setval('services_id_seq', 4985)`);
    const add = (name: string, overrides: Partial<Entered> & Record<string, unknown> = {}) =>
      create({ name, ...overrides });
    await add('100% real Likes', { category: 'youtube', priceMicros: micros(950_000), min: 20 });
    await add('100 real Likes', { category: 'twitter', min: 1_000 });
    await add('snake_case views', { description: 'Nothing to add.' });
    await add('snakeXcase views', { description: 'Says C:\\temp in it.', max: 77_777, avgTimeHours: 99 });
  });

  test('finds text in name, description and category, in any case', async () => {
    expect(await find('REAL likes')).toEqual(['100 real Likes', '100% real Likes']);
    expect(await find('nothing TO')).toEqual(['snake_case views']);
    expect(await find('twitt')).toEqual(['100 real Likes']);
    expect(await find('absent')).toEqual([]);
  });

  test('treats %, _ and \\ as ordinary characters', async () => {
    expect(await find('100%')).toEqual(['100% real Likes']);
    expect(await find('snake_')).toEqual(['snake_case views']);
    expect(await find('%')).toEqual(['100% real Likes']);
    expect(await find('C:\\temp')).toEqual(['snakeXcase views']);
    expect(await find('\\')).toEqual(['snakeXcase views']);
  });

  test('finds the price, the min, the max and the time', async () => {
    expect(await find('0.95')).toEqual(['100% real Likes']);
    expect(await find('$0.95')).toEqual(['100% real Likes']);
    expect(await find('20')).toEqual(['100% real Likes']);
    expect(await find('77777')).toEqual(['snakeXcase views']);
    expect(await find('99')).toEqual(['snakeXcase views']);
    expect(await find('99999999999999999999')).toEqual([]);
  });

  test.each([
    ['4986', ['100% real Likes']],
    ['#4987', ['100 real Likes']],
    ['#4986, 4987', ['100 real Likes', '100% real Likes']],
    ['#986', []],
  ])('finds the number of a service: %s', async (search, names) => {
    expect(await find(search)).toEqual(names);
  });

  test('finds platforms and kinds by their Bengali names, in either spelling of য়', async () => {
    expect(await find('টুইটার')).toEqual(['100 real Likes']);
    expect(await find('ভিউ')).toEqual(['snake_case views', 'snakeXcase views']);
    expect(await find('100 real লাইক')).toEqual(['100 real Likes']);
    const service = await create({ name: 'Real Followers' });
    expect(await find('ফলো\u09dfারস')).toEqual(['Real Followers']);
    expect(await find('real ফলো\u09af\u09bcার')).toEqual(['Real Followers']);
    await admin.client.admin.services.delete.mutate({ id: service.id });
  });

  test.each([
    ['টিকটক', 'TikTok Views'],
    ['ফলোয়ার', 'Instagram Followers'],
    ['tiktok', 'টিকটক ভিউ'],
    ['Views', 'টিকটক ভিউ'],
    ['followers', 'ইন্সটা ফলো\u09dfার'],
    ['Instagram Follower', 'ইন্সটা ফলো\u09af\u09bcার'],
    ['facebook likes 500', 'ফেইসবুক লাইক 500'],
  ])('finds by %s the service %s', async (search, name) => {
    const { id } = await create({ name, category: 'feature', description: 'Nothing of it.' });
    const other = await create({ name: 'Something else', category: 'feature', description: 'Nothing of it.' });
    expect(await find(search)).toContain(name);
    expect(await find(search)).not.toContain('Something else');
    for (const made of [id, other.id]) await admin.client.admin.services.delete.mutate({ id: made });
  });

  test('stays within the category, and an empty one means no search', async () => {
    expect(await find('real', 'youtube')).toEqual(['100% real Likes']);
    expect(await find('  ')).toHaveLength(4);
  });
});

test('the list is sorted by orders, then by the newest, as last counted', async () => {
  await clear();
  const [old, bought, newer, popular] = [await create(), await create(), await create(), await create()];
  await order(bought.id, 2);
  await order(popular.id, 3);
  const idsByPopularity = async () => {
    const { items } = await anyone.services.list.query({ sort: 'popular', limit: 100 });
    return items.map(({ id }) => id);
  };
  expect(await idsByPopularity()).toEqual([popular.id, newer.id, bought.id, old.id]);
  salesPerService.forget(app.db);
  await Promise.all([countPlacedOrders(app.db), countPlacedOrders(app.db)]);
  app.deps.events.publish('services');
  expect(await idsByPopularity()).toEqual([popular.id, bought.id, newer.id, old.id]);
  const { updatedAt } = await anyone.services.get.query({ id: popular.id });
  expect(updatedAt).toEqual(popular.updatedAt);
});

test('across categories, featured services come first in the order of the shop, then the most ordered ones', async () => {
  await clear();
  const featured = await create({ category: 'feature' });
  const chosen = await create({ category: 'feature' });
  const [newer, popular] = [await create({ category: 'tiktok' }), await create()];
  await app.db.update(services).set({ shelfRank: 2, countedOrders: 1 }).where(eq(services.id, chosen.id));
  await app.db.update(services).set({ shelfRank: 1, countedOrders: 9 }).where(eq(services.id, featured.id));
  await app.db.update(services).set({ countedOrders: 50 }).where(eq(services.id, popular.id));
  // A rank within another category means nothing here.
  await app.db.update(services).set({ shelfRank: 7 }).where(eq(services.id, newer.id));
  const pages = await everyPage({ sort: 'recommended' }, 1);
  expect(pages.flat().map(({ id }) => id)).toEqual([chosen.id, featured.id, popular.id, newer.id]);
});

async function order(serviceId: number, times: number, status: 'pending' | 'rejected' = 'pending'): Promise<void> {
  await app.db.insert(accounts).values({ userId: customer.user.id, kind: 'wallet' }).onConflictDoNothing();
  const one = {
    userId: customer.user.id,
    serviceId,
    serviceName: 'x',
    link: 'x',
    quantity: 1,
    priceMicros: micros(0),
    chargeNanos: nanos(0),
    status,
  };
  await app.db.insert(orders).values(Array.from({ length: times }, () => one));
}

test('total sell counts the orders of each service', async () => {
  const { id } = await create();
  await order(id, 2);
  await order(id, 1, 'rejected');
  salesPerService.forget(app.db);
  expect(await anyone.services.get.query({ id })).toMatchObject({ totalSell: 3 });
  const page = await anyone.services.list.query({ limit: 1 });
  expect(page.items).toMatchObject([{ id, totalSell: 3 }]);
});

test('the public fields of a service are limited', async () => {
  const { id } = await create();
  const fieldNames =
    'avgTimeHours cancel category createdAt description facts id image kinds max measuredMinutes measuredOn min name nameBn per platform priceMicros refillDays speedUp top totalSell type updatedAt';
  expect(
    Object.keys(await anyone.services.get.query({ id }))
      .sort()
      .join(' '),
  ).toBe(fieldNames);
});
