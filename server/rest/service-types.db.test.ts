import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { services } from '#db/schema/services.ts';
import { micros } from '#shared/money.ts';
import { serviceTypes } from '#shared/service-types.ts';
import { testApp } from '../testing/app.ts';
import { dollars, makeService } from '../testing/factories.ts';
import { makeCustomer, makeSignedInAdmin } from '../testing/people.ts';
import { callRest } from '../testing/rest.ts';

/** Older clients compute quantity × price ÷ 1000, send no comments, and know no types. */
const app = await testApp();
const admin = await makeSignedInAdmin(app);
const customer = await makeCustomer(app, dollars(100));

const LIST = 'GET /api/v1/service/getAll';
const CREATE = 'POST /api/v1/service/create';
const UPDATE = 'PUT /api/v1/service/update/{id}';
const BUY = 'POST /api/v1/service/buy/{id}';
const { accessToken } = admin;
const fields = { name: 'Starter', image: '', description: 'Ten posts.', category: 'tiktok', avgTime: '24' };

const storedAt = async (id: string) => {
  const [row] = await app.db
    .select()
    .from(services)
    .where(eq(services.id, Number(id)));
  if (!row) throw new Error(`There is no service ${id}`);
  const { type, priceMicros, per, min, max } = row;
  return { type, priceMicros, per, min, max };
};

const ofEachType = serviceTypes.map((type) =>
  makeService(app.db, { type, category: 'snapchat', description: 'of each type' }),
);
const [plain, comments, pack, commentPack] = await Promise.all(ofEachType);

describe('the list', () => {
  const idsOf = (...of: (typeof plain)[]) => of.map((service) => String(service?.id)).toSorted();
  const listed = async (query: Record<string, string>, caller?: { accessToken: string }) => {
    const { data, meta } = await callRest(app, LIST, { query, accessToken: caller?.accessToken });
    return { ids: data.map(({ _id }: { _id: string }) => _id).toSorted(), total: meta?.total };
  };

  test.each([
    ['the whole list', {}],
    ['a page', { limit: '50' }],
    ['a search', { search: 'of each type' }],
    ['a search of a page', { search: 'of each type', limit: '50' }],
  ])('leaves out services that need comments, without ?types=all: %s', async (_, asked) => {
    const query = { category: 'snapchat', ...asked };
    for (const caller of [undefined, customer, admin]) {
      expect(await listed(query, caller)).toEqual({ ids: idsOf(plain, pack), total: 2 });
      expect(await listed({ ...query, types: 'all' }, caller)).toEqual({
        ids: idsOf(plain, comments, pack, commentPack),
        total: 4,
      });
    }
    // Some clients send `undefined` for a missing value.
    expect(await listed({ ...query, types: 'undefined' })).toMatchObject({ total: 2 });
  });

  test('pages go through each row once, with the total of the same rows', async () => {
    const pages = await Promise.all(['1', '2'].map((page) => listed({ category: 'snapchat', limit: '1', page })));
    expect(pages.map(({ total }) => total)).toEqual([2, 2]);
    expect(pages.flatMap(({ ids }) => ids).toSorted()).toEqual(idsOf(plain, pack));
  });

  test('another word for the types is refused', async () => {
    for (const types of ['package', 'ALL', 'constructor'])
      expect(await callRest(app, LIST, { query: { types } })).toMatchObject({
        status: 400,
        message: 'types must be all, or left out',
      });
  });

  test('each price is that of 1000, by which an older client pays the right amount', async () => {
    const { data } = await callRest(app, LIST, { query: { category: 'snapchat', types: 'all' } });
    const shown = data.map(({ type, price, min }: Record<string, unknown>) => ({ type, price, min }));
    expect(shown.toReversed()).toEqual(
      expect.arrayContaining([
        { type: 'default', price: 1, min: 10 },
        { type: 'custom_comments', price: 1, min: 1 },
        { type: 'package', price: 1000, min: 1 },
        { type: 'custom_comments_package', price: 1000, min: 1 },
      ]),
    );
    const { _id, price, min } = data.find(({ type }: { type: string }) => type === 'package');
    const total = (min * price) / 1000;
    const bought = await callRest(app, BUY, {
      params: { id: _id },
      body: { link: '@somebody', quantity: min, price: total },
      accessToken: customer.accessToken,
    });
    expect(bought).toMatchObject({ status: 200, data: { price: 1, quantity: 1 } });
  });
});

describe('prices', () => {
  test.each([
    [1000, 1_000_000],
    ['4500', 4_500_000],
    [0.001, 1],
    [1234.567, 1_234_567],
    [0, 0],
    [999_999_999.999, 999_999_999_999],
    [1_000_000_000, 1_000_000_000_000],
  ])('of 1000 packages: %s is accepted, stored for one, and displayed again', async (price, priceMicros) => {
    const created = await callRest(app, CREATE, { accessToken, body: { ...fields, type: 'package', price } });
    expect(created, created.message).toMatchObject({
      status: 200,
      data: { type: 'package', price: Number(price), min: 1, max: 1 },
    });
    const { _id: id } = created.data;
    const stored = { type: 'package', priceMicros, per: 1, min: 1, max: 1 };
    expect(await storedAt(id)).toEqual(stored);
    // An older client sends the displayed price back, and no type.
    const { price: shown, min, max } = created.data;
    const updated = await callRest(app, UPDATE, {
      accessToken,
      params: { id },
      body: { ...fields, price: shown, min, max },
    });
    expect(updated, updated.message).toMatchObject({ status: 200, data: { price: Number(price) } });
    expect(await storedAt(id)).toEqual(stored);
  });

  test.each<[price: unknown, message: string]>([
    [0.0001, 'The price of 1000 packages may have at most 3 decimals'],
    ['1.2345', 'The price of 1000 packages may have at most 3 decimals'],
    [1_000_000_000.001, 'Price is too large'],
    [1e300, 'Price is too large'],
  ])('of 1000 packages: %s is refused', async (price, message) => {
    const body = { ...fields, type: 'package', price };
    expect(await callRest(app, CREATE, { accessToken, body })).toMatchObject({ status: 400, message });
    const { id } = await makeService(app.db, { type: 'package' });
    expect(await callRest(app, UPDATE, { accessToken, params: { id }, body: { ...fields, price } })).toMatchObject({
      status: 400,
      message,
    });
  });

  test('a new type takes the price for what the type sells', async () => {
    const { id } = await makeService(app.db, { type: 'package' });
    const change = (body: object) =>
      callRest(app, UPDATE, { accessToken, params: { id }, body: { ...fields, ...body } });
    expect(await change({ type: 'default', price: 0.95, min: 10, max: 1000 })).toMatchObject({ status: 200 });
    expect(await storedAt(String(id))).toEqual({
      type: 'default',
      priceMicros: 950_000,
      per: 1000,
      min: 10,
      max: 1000,
    });
    expect(await change({ type: 'custom_comments_package', price: 950 })).toMatchObject({ status: 200 });
    expect(await storedAt(String(id))).toEqual({
      type: 'custom_comments_package',
      priceMicros: micros(950_000),
      per: 1,
      min: 1,
      max: 1,
    });
    expect(await change({ price: 1900 })).toMatchObject({
      status: 200,
      data: { type: 'custom_comments_package', price: 1900 },
    });
  });

  test.each([
    [{ type: 'package', min: 100, max: 1000 }, 400],
    [{ type: 'default' }, 400],
    [{ type: 'custom_comments', min: 1, max: 500 }, 200],
    [{ type: 'Package' }, 400],
    [{ type: 'constructor' }, 400],
    [{ type: null }, 400],
  ])('the type decides which limits there are: %j', async (limits, status) => {
    expect((await callRest(app, CREATE, { accessToken, body: { ...fields, price: 1, ...limits } })).status).toBe(
      status,
    );
  });
});
