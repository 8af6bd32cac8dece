import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { services } from '../../../db/schema/services.ts';
import { micros } from '../../../shared/money.ts';
import { type CreateServiceInput, serviceSorts } from '../../../shared/services.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/app.ts';
import { refusalOf } from '../../testing/refusal.ts';

const fields: CreateServiceInput = {
  name: 'Facebook Page Likes',
  image: null,
  description: 'Likes for a page. Starts within an hour.',
  category: 'facebook',
  priceMicros: micros(850_000),
  min: 100,
  max: 10_000,
  avgTimeHours: 12,
};

let app: TestApp;
let anyone: TestClient;
let admin: TestClient['admin']['services'];
beforeAll(async () => {
  app = await startTestApp();
  anyone = app.client();
  admin = (await app.createAdminUser()).client.admin.services;
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.db.update(services).set({ deletedAt: new Date() });
  app.deps.events.publish('services');
});

const create = (overrides: Partial<CreateServiceInput> = {}) => admin.create.mutate({ ...fields, ...overrides });

describe('the list of an admin', () => {
  test('is searched in the seven fields, a number in price, time, min and max', async () => {
    const one = await create({ name: 'One', priceMicros: micros(1_250_000), min: 77, max: 9_000, avgTimeHours: 33 });
    await create({ name: 'Another', category: 'tiktok', description: 'Made in India.' });
    const find = async (search: string) => (await admin.list.query({ search })).items.map(({ name }) => name);
    for (const search of ['one', '1.25', '$1.25', '77', '9000', '33'])
      expect([search, await find(search)]).toEqual([search, ['One']]);
    for (const search of ['tikt', 'INDIA']) expect([search, await find(search)]).toEqual([search, ['Another']]);
    expect(await find('nowhere')).toEqual([]);
    expect(await admin.get.query({ id: one.id })).toEqual({ ...one, deletedAt: null });
  });

  test.each(serviceSorts)('by %s meets every service once, with how many there are', async (sort) => {
    await app.db.insert(services).values(
      Array.from({ length: 11 }, (_, index) => ({
        ...fields,
        priceMicros: micros(index % 3),
        countedOrders: index % 2,
      })),
    );
    const ids: number[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof admin.list.query>> = await admin.list.query({ sort, limit: 4, cursor });
      expect(page.total).toBe(11);
      ids.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor);
    expect(ids).toEqual((await admin.list.query({ sort, limit: 100 })).items.map(({ id }) => id));
    expect(new Set(ids).size).toBe(11);
  });

  test('keeps those that were deleted apart, by category and search as well', async () => {
    const gone = await create({ name: 'Gone for good', category: 'linkedin' });
    await create({ name: 'Still there', category: 'linkedin' });
    await admin.delete.mutate({ id: gone.id });
    const names = async (input: Parameters<typeof admin.list.query>[0]) =>
      (await admin.list.query(input)).items.map(({ name }) => name);
    expect(await names({ category: 'linkedin' })).toEqual(['Still there']);
    expect(await names({ category: 'linkedin', shelf: 'deleted' })).toEqual(['Gone for good']);
    expect(await names({ search: 'for good', shelf: 'deleted' })).toEqual(['Gone for good']);
    expect(await names({ search: 'for good' })).toEqual([]);
    expect((await admin.get.query({ id: gone.id })).deletedAt).not.toBeNull();
    expect(await refusalOf(admin.get.query({ id: 999_999 }))).toMatchObject({ code: 'service_not_found' });
  });

  test('takes nothing that it does not know', async () => {
    const odd: object[] = [
      { shelf: 'secret' },
      { category: 'myspace' },
      { search: 'x'.repeat(101) },
      { favourites: true },
    ];
    for (const input of odd) expect(await refusalOf(admin.list.query(input))).toMatchObject({ code: 'bad_input' });
    expect(await refusalOf(admin.list.query({ cursor: 'x'.repeat(1501) }))).toMatchObject({ code: 'bad_input' });
  });
});

describe('two admins who change one service', () => {
  test('are told of each other: the second writes nothing and is shown what it says now', async () => {
    const opened = await create();
    const expectedUpdatedAt = new Date(opened.updatedAt).toISOString();
    const first = await admin.update.mutate({
      ...fields,
      id: opened.id,
      priceMicros: micros(900_000),
      expectedUpdatedAt,
    });
    const refused = await refusalOf(admin.update.mutate({ ...fields, id: opened.id, min: 200, expectedUpdatedAt }));
    expect(refused).toMatchObject({ code: 'service_changed', httpStatus: 409 });
    const changedTo = { ...fields, priceMicros: 900_000, updatedAt: new Date(first.updatedAt).toISOString() };
    expect(refused.details).toEqual({ changedTo });
    expect(await anyone.services.get.query({ id: opened.id })).toMatchObject({ priceMicros: 900_000, min: 100 });

    const { updatedAt } = changedTo;
    await admin.update.mutate({ ...fields, id: opened.id, min: 200, expectedUpdatedAt: updatedAt });
    expect(await anyone.services.get.query({ id: opened.id })).toMatchObject({ priceMicros: 850_000, min: 200 });
  });

  test('at the same moment: one of them wins', async () => {
    const opened = await create();
    const expectedUpdatedAt = new Date(opened.updatedAt).toISOString();
    const tries = [200, 300, 400].map((min) =>
      admin.update.mutate({ ...fields, id: opened.id, min, expectedUpdatedAt }),
    );
    const outcomes = await Promise.allSettled(tries);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('an update whose answer was lost is answered again; one that says nothing of what was seen goes through', async () => {
    const opened = await create();
    const expectedUpdatedAt = new Date(opened.updatedAt).toISOString();
    const changed = { ...fields, id: opened.id, min: 200 };
    const first = await admin.update.mutate({ ...changed, expectedUpdatedAt });
    expect(await admin.update.mutate({ ...changed, expectedUpdatedAt })).toEqual(first);
    expect(await admin.update.mutate({ ...changed, min: 300 })).toMatchObject({ min: 300 });
  });
});
