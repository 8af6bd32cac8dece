import { eq, inArray, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { favourites } from '#db/schema/favourites.ts';
import { services } from '#db/schema/services.ts';
import { micros } from '#shared/money.ts';
import { MAX_FAVOURITES } from '#shared/services.ts';
import { type TestClient, testApp } from '../../testing/app.ts';
import { makeService } from '../../testing/factories.ts';
import { idsOf } from '../../testing/lists.ts';
import { makeCustomer, type Person } from '../../testing/people.ts';
import { codeOf, refusalOf } from '../../testing/refusal.ts';
import { listServices } from './list-services.ts';
import { setFavourite } from './set-favourite.ts';

let anna: Person;
let mine: TestClient['services'];
let belas: TestClient['services'];

const app = await testApp({ database: { max: 20 } });
const serviceIds: number[] = [];
for (const [name, category] of [
  ['Likes', 'facebook'],
  ['Views', 'tiktok'],
  ['Followers', 'tiktok'],
] as const)
  serviceIds.push((await makeService(app.db, { name, category })).id);

beforeEach(async () => {
  anna = await makeCustomer(app);
  mine = app.client(anna.accessToken).services;
  belas = app.client((await makeCustomer(app)).accessToken).services;
});

test("a service becomes the caller's favourite, once, and stops being one", async () => {
  const [likes = 0, views = 0] = serviceIds;
  expect(await mine.setFavourite.mutate({ id: likes, favourite: true })).toEqual({ ok: true });
  await mine.setFavourite.mutate({ id: views, favourite: true });
  await mine.setFavourite.mutate({ id: likes, favourite: true });
  expect(await mine.favourites.query()).toEqual([views, likes]);
  expect(await belas.favourites.query()).toEqual([]);
  for (let times = 0; times < 2; times++) await mine.setFavourite.mutate({ id: views, favourite: false });
  expect(await mine.favourites.query()).toEqual([likes]);
});

test('the list can be limited to favourites, with its other filters, sort orders and pages', async () => {
  const [likes = 0, views = 0, followers = 0] = serviceIds;
  for (const id of serviceIds) await mine.setFavourite.mutate({ id, favourite: true });
  await makeService(app.db, { name: 'Another', category: 'tiktok' });
  const list = async (input: Parameters<typeof mine.list.query>[0]) => mine.list.query({ favourites: true, ...input });
  expect(await list({})).toMatchObject({ total: 3 });
  expect(idsOf(await list({}))).toEqual([followers, views, likes]);
  expect(idsOf(await list({ category: 'tiktok', sort: 'name' }))).toEqual([followers, views]);
  expect(await list({ search: 'view' })).toMatchObject({ total: 1, items: [{ id: views }] });
  const first = await list({ limit: 2 });
  expect(idsOf(await list({ limit: 2, cursor: first.nextCursor }))).toEqual([likes]);
  await mine.setFavourite.mutate({ id: views, favourite: false });
  expect(await list({})).toMatchObject({ total: 2, items: [{ id: followers }, { id: likes }] });
  expect(idsOf(await mine.list.query({ favourites: false }))).toContain(views);
});

test("nobody gets another user's favourites, and none of them are cached", async () => {
  const [likes = 0, views = 0] = serviceIds;
  await mine.setFavourite.mutate({ id: likes, favourite: true });
  await belas.setFavourite.mutate({ id: views, favourite: true });
  const input = { favourites: true, limit: 3 };
  expect(idsOf(await mine.list.query(input))).toEqual([likes]);
  expect(idsOf(await belas.list.query(input))).toEqual([views]);
  const nobody = app.client().services;
  expect(await refusalOf(nobody.list.query(input))).toMatchObject({ code: 'unauthenticated', httpStatus: 401 });
  expect(await codeOf(listServices(app.db, { ...input, sort: 'newest' }))).toBe('unauthenticated');
  const { headers } = await fetch(`${app.url}/trpc/services.list?input=${encodeURIComponent(JSON.stringify(input))}`, {
    headers: { authorization: `Bearer ${anna.accessToken}` },
  });
  expect([headers.get('etag'), headers.get('cache-control')]).toEqual([null, 'no-store']);
  // The public list is still cached.
  const { headers: kept } = await fetch(
    `${app.url}/trpc/services.list?input=${encodeURIComponent('{"favourites":false}')}`,
  );
  expect(kept.get('etag')).not.toBeNull();
});

test("one that is not on sale is not a favourite, and can't become one", async () => {
  const { id } = await makeService(app.db);
  await mine.setFavourite.mutate({ id, favourite: true });
  await app.db.update(services).set({ deletedAt: sql`now()` }).where(eq(services.id, id));
  expect(await mine.favourites.query()).toEqual([]);
  expect(await mine.list.query({ favourites: true })).toEqual({ items: [], nextCursor: null, total: 0 });
  for (const gone of [id, 999_999])
    expect(await refusalOf(mine.setFavourite.mutate({ id: gone, favourite: true }))).toMatchObject({
      code: 'service_not_found',
      httpStatus: 404,
    });
  expect(await mine.setFavourite.mutate({ id, favourite: false })).toEqual({ ok: true });
});

test(`at most ${MAX_FAVOURITES} per user, also with simultaneous calls; those not on sale do not count`, async () => {
  const made = await app.db
    .insert(services)
    .values(
      Array.from({ length: MAX_FAVOURITES + 20 }, (_, n) => ({
        name: `Many ${n}`,
        description: 'Real.',
        category: 'youtube' as const,
        priceMicros: micros(1),
        min: 10,
        max: 11,
        avgTimeHours: 1,
      })),
    )
    .returning({ id: services.id });
  const ids = made.map(({ id }) => id);
  const rows = ids.slice(0, MAX_FAVOURITES - 1).map((serviceId) => ({ userId: anna.id, serviceId }));
  await app.db.insert(favourites).values(rows);
  const others = ids.slice(MAX_FAVOURITES - 1);
  const tried = await Promise.allSettled(others.map((id) => setFavourite(app.db, anna.actor, { id, favourite: true })));
  expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const all = await mine.favourites.query();
  expect(all).toHaveLength(MAX_FAVOURITES);
  const left = others.find((id) => !all.includes(id)) ?? 0;
  expect(await refusalOf(mine.setFavourite.mutate({ id: left, favourite: true }))).toMatchObject({
    code: 'too_many_favourites',
    httpStatus: 409,
    message: expect.stringContaining('500 favourites') as string,
  });
  // A service that is already a favourite stays one.
  await mine.setFavourite.mutate({ id: all[0] ?? 0, favourite: true });
  await app.db
    .update(services)
    .set({ deletedAt: sql`now()` })
    .where(inArray(services.id, all.slice(0, 1)));
  expect(await mine.setFavourite.mutate({ id: left, favourite: true })).toEqual({ ok: true });
});
