import { beforeAll, describe, expect, test } from 'vitest';
import { services } from '#db/schema/services.ts';
import { type TestClient, testApp } from '../../testing/app.ts';
import { makeService } from '../../testing/factories.ts';
import { allPages } from '../../testing/lists.ts';
import { closestName } from './closest-name.ts';
import { listServices } from './list-services.ts';

const app = await testApp();
const anyone = app.client();
const customer = await app.registerUser();

const names = {
  likes: 'Facebook Page Likes + Followers [Real] 30 days',
  post: 'Facebook Post Likes, Bangladesh',
  insta: 'Instagram Followers, Worldwide',
  views: 'YouTube Views, High Retention',
  bengali: 'ফেসবুক পেজ ফলোয়ার',
  mixed: 'Telegram চ্যানেল মেম্বার',
  plain: 'Page visits',
} as const;
const categoryOf = {
  likes: 'facebook',
  post: 'facebook',
  insta: 'instagram',
  views: 'youtube',
  bengali: 'facebook',
  mixed: 'telegram',
  plain: 'linkedin',
} as const;
const idOf = new Map<string, number>();

beforeAll(async () => {
  for (const [key, name] of Object.entries(names)) {
    const category = categoryOf[key as keyof typeof names];
    const { id } = await makeService(app.db, { name, category, description: 'Starts within an hour.' });
    idOf.set(key, id);
  }
  await makeService(app.db, { name: 'Facebook Followers, hidden', category: 'facebook', hidden: true });
  await makeService(app.db, { name: 'Facebook Followers, deleted', category: 'facebook', deletedAt: new Date() });
});

async function find(search: string, input: Partial<Parameters<TestClient['services']['list']['query']>[0]> = {}) {
  const { items, ...page } = await anyone.services.list.query({ sort: 'recommended', ...input, search });
  const keys = items.map(({ id }) => [...idOf].find(([, each]) => each === id)?.[0] ?? 'unknown');
  return { ...page, found: keys.sort() };
}

describe('a search that finds nothing', () => {
  test.each([
    ['facebok folowers', ['likes']],
    ['folowers facebok', ['likes']],
    ['facebook followers', ['likes']],
    ['FB liek', ['likes', 'post']],
    ['fecebook bangladsh', ['post']],
    ['insta folower', ['insta']],
    ['youtub veiws retntion', ['views']],
    ['wordwide', ['insta']],
    // Words that no service has are ignored if there are not more of them than of the others.
    ['facebok followers cheapest please', ['likes']],
    ['instagram retweets', ['insta']],
    ['linkdin vists', ['plain']],
    // In Bengali, for names in either language.
    ['ফেসবক ফলয়ার', ['bengali', 'likes']],
    ['ফেসবুক লাইকক', ['likes', 'post']],
    ['টেলিগ্রম', ['mixed']],
    ['telegram chanel', ['mixed']],
  ])('"%s" finds what has similar words, and says so', async (search, expected) => {
    expect(await find(search)).toEqual({ found: expected, isSimilar: true, nextCursor: null, total: expected.length });
  });

  test.each(['qwertyuiop', 'facebok qwerty zxcvb', '+++', '%_\\', 'ক্ষক্ষক্ষ', '😀'.repeat(50)])(
    '"%s" finds nothing if there is nothing similar',
    async (search) => expect(await find(search)).toEqual({ found: [], nextCursor: null, total: 0 }),
  );

  test('stays within the category, the favourites and the sort order, page by page', async () => {
    expect(await find('folowers', { category: 'instagram' })).toMatchObject({ found: ['insta'], isSimilar: true });
    expect(await find('folowers', { category: 'youtube' })).toMatchObject({ found: [], total: 0 });
    const id = idOf.get('post') ?? 0;
    await customer.client.services.setFavourite.mutate({ id, favourite: true });
    const own = await customer.client.services.list.query({ search: 'facebok', favourites: true });
    expect([own.items.map((item) => item.id), own.total, own.isSimilar]).toEqual([[id], 1, true]);

    await app.db.update(services).set({ priceMicros: services.id });
    const pages = await allPages((cursor) =>
      anyone.services.list.query({ search: 'facebok', sort: 'priceHigh', limit: 2, cursor }),
    );
    expect(pages.map((page) => page.length)).toEqual([2, 1]);
    const prices = pages.flat().map(({ priceMicros }) => priceMicros);
    expect(prices).toEqual(prices.toSorted((one, other) => other - one));
  });
});

test('an exact search, and the verb of the REST API, are not forgiving', async () => {
  const exact = await anyone.services.list.query({ search: 'page likes' });
  expect(exact.items.map(({ id }) => id)).toEqual([idOf.get('likes')]);
  expect(exact).not.toHaveProperty('isSimilar');
  const input = { sort: 'newest', limit: 10, search: 'facebok' } as const;
  expect(await listServices(app.db, input)).toMatchObject({ items: [], total: 0 });
  const rest = await fetch(`${app.url}/api/v1/service/getAll?search=facebok`);
  expect(((await rest.json()) as { data: unknown[] }).data).toEqual([]);
});

test('a change of the catalogue is found at once', async () => {
  expect(await find('snapchaat')).toMatchObject({ found: [] });
  const admin = await app.createAdminUser();
  const { id } = await admin.client.admin.services.create.mutate({
    name: 'Snapchat Views',
    description: 'Fast.',
    category: 'snapchat',
    priceMicros: 1000 as never,
    min: 10,
    max: 100,
    avgTimeHours: 1,
  });
  idOf.set('new', id);
  expect(await find('snapchaat')).toMatchObject({ found: ['new'], isSimilar: true });
});

test.each([
  ['facebok', 'facebook'],
  ['Folowers', 'follower'],
  ['veiw', 'view'],
  ['tikotk', 'tiktok'],
  ['ইউটব', 'youtube'],
  ['সাবস্ক্রাইবারর', 'subscriber'],
  ['yt', 'youtube'],
  ['is', undefined],
  ['male', undefined],
  ['worldwide', undefined],
  ['x'.repeat(100_000), undefined],
])('%s is closest to %s', (word, name) => expect(closestName(word)).toBe(name));
