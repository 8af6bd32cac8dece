import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { categories as table } from '#db/schema/categories.ts';
import { services } from '#db/schema/services.ts';
import { categories as firstTops } from '#shared/categories.ts';
import { testApp } from '../../testing/app.ts';
import { dollars, makeService } from '../../testing/factories.ts';
import { registerWith } from '../../testing/people.ts';
import { refusalOf } from '../../testing/refusal.ts';

const app = await testApp();
const anyone = app.client();
const admin = (await app.createAdminUser()).client;

const shown = async () => (await anyone.services.categories.query()).map(({ category, count }) => [category, count]);
const namesIn = async (category: string) =>
  (await anyone.services.list.query({ category, sort: 'name' })).items.map(({ name }) => name);
const idOf = async (slug: string) =>
  (await admin.admin.categories.list.query()).items.find((each) => each.slug === slug)?.id ?? 0;
const save = (input: Parameters<typeof admin.admin.categories.save.mutate>[0]) =>
  admin.admin.categories.save.mutate(input);

test('a new shop has the ten, which stay without a service; others follow while they have one', async () => {
  expect(await shown()).toEqual(firstTops.map((slug) => [slug, 0]));
  const spotify = await save({ name: 'Spotify', nameBn: 'স্পটিফাই' });
  expect(spotify).toMatchObject({ slug: 'spotify', parentId: null, services: 0, hidden: false });
  expect(await shown()).toHaveLength(10);
  const plays = await save({ name: 'Plays', parentId: spotify.id });
  expect(plays).toMatchObject({ slug: 'spotify-plays', parentId: spotify.id });
  await makeService(app.db, { name: 'Spotify Plays', category: 'spotify-plays' });
  await admin.admin.categories.setHidden.mutate({ id: plays.id, hidden: false });
  expect((await anyone.services.categories.query()).slice(10)).toEqual([
    { category: 'spotify', count: 1, parent: null, name: 'Spotify', nameBn: 'স্পটিফাই', platform: 'spotify' },
    { category: 'spotify-plays', count: 1, parent: 'spotify', name: 'Plays', nameBn: null, platform: 'spotify' },
  ]);
  expect([await namesIn('spotify'), await namesIn('spotify-plays')]).toEqual([['Spotify Plays'], ['Spotify Plays']]);
  expect((await anyone.services.list.query({ category: 'spotify' })).items[0]).toMatchObject({
    ...{ category: 'spotify-plays', top: 'spotify' },
  });
  const rest = await fetch(app.url + '/api/v1/service/getAll?category=spotify-plays');
  expect(await rest.json()).toMatchObject({ data: [{ name: 'Spotify Plays', category: 'spotify' }] });
});

test('a merged category leads on everywhere, also for what is written later', async () => {
  const [old, kept] = [await save({ name: 'Sound Cloud' }), await save({ name: 'SoundCloud', slug: 'sc' })];
  await save({ name: 'Likes', parentId: old.id });
  await makeService(app.db, { name: 'A', category: 'sound-cloud' });
  await makeService(app.db, { name: 'B', category: 'sound-cloud-likes' });
  await admin.admin.suppliers.setCategoryWords.mutate({ words: [{ word: 'cloud', category: 'sound-cloud' }] });
  expect(await admin.admin.categories.merge.mutate({ from: old.id, into: kept.id })).toMatchObject({
    ...{ id: kept.id, slug: 'sc', services: 2 },
  });
  for (const slug of ['sc', 'sound-cloud']) expect(await namesIn(slug)).toEqual(['A', 'B']);
  expect((await admin.admin.suppliers.categoryWords.query()).words).toEqual([{ word: 'cloud', category: 'sc' }]);
  const made = await makeService(app.db, { name: 'C', category: 'sound-cloud' });
  expect(made).toMatchObject({ category: 'sc', top: 'sc' });
  const rest = await fetch(app.url + '/api/v1/service/getAll?category=sound-cloud');
  expect(await rest.json()).toMatchObject({ data: [{ category: 'sc' }, { category: 'sc' }, { category: 'sc' }] });
  // A chain of merges is one step.
  const last = await save({ name: 'Audio' });
  await admin.admin.categories.merge.mutate({ from: kept.id, into: last.id });
  expect(await namesIn('sound-cloud')).toEqual(['A', 'B', 'C']);
  expect(await refusalOf(admin.admin.categories.merge.mutate({ from: old.id, into: last.id }))).toMatchObject({
    code: 'not_found',
  });
});

test('the services of a hidden category leave lists and search, and are not for sale', async () => {
  const top = await save({ name: 'Quora' });
  await save({ name: 'Votes', parentId: top.id });
  const { id } = await makeService(app.db, { name: 'Quora votes', category: 'quora-votes' });
  const { client: buyer } = await registerWith(app, dollars(5));
  const place = () => buyer.orders.place.mutate({ serviceId: id, link: 'https://example.com/a', quantity: 100 });
  await place();
  await admin.admin.categories.setHidden.mutate({ id: top.id, hidden: true });
  expect((await anyone.services.list.query({ search: 'quora' })).items).toEqual([]);
  expect((await shown()).map(([slug]) => slug)).not.toContain('quora');
  expect(await refusalOf(anyone.services.get.query({ id }))).toMatchObject({ code: 'service_not_found' });
  expect(await refusalOf(place())).toMatchObject({ code: 'service_not_found' });
  expect((await admin.admin.services.list.query({ shelf: 'hidden', search: 'quora' })).items).toMatchObject([
    { id, hidden: false, categoryHidden: true },
  ]);
  // A service that comes into it is hidden, too; one that leaves it is not.
  await admin.admin.categories.setHidden.mutate({ id: top.id, hidden: false });
  expect((await anyone.services.list.query({ search: 'quora' })).items).toHaveLength(1);
  await place();
});

test('a kind that moves to another top takes its services along', async () => {
  const [one, other] = [await save({ name: 'Deezer' }), await save({ name: 'Tidal' })];
  const kind = await save({ name: 'Fans', parentId: one.id });
  const { id } = await makeService(app.db, { name: 'Fans', category: kind.slug });
  await save({ id: kind.id, name: 'Admirers', parentId: other.id });
  expect(await anyone.services.get.query({ id })).toMatchObject({ category: 'deezer-fans', top: 'tidal' });
  expect([await namesIn('deezer'), await namesIn('tidal')]).toEqual([[], ['Fans']]);
  await admin.admin.categories.setHidden.mutate({ id: other.id, hidden: true });
  await save({ id: kind.id, name: 'Admirers', parentId: one.id });
  expect(await namesIn('deezer')).toEqual(['Fans']);
});

test('categories of one level have an order, and the ten stand first', async () => {
  const before = (await admin.admin.categories.list.query()).items.filter(({ parentId }) => parentId === null);
  const { items } = await admin.admin.categories.reorder.mutate({ ids: before.map(({ id }) => id).reverse() });
  const after = items.filter(({ parentId }) => parentId === null).map(({ slug }) => slug);
  expect(after.slice(0, 10)).toEqual([...firstTops].reverse());
  expect(after.slice(10)).toEqual(
    before
      .slice(10)
      .map(({ slug }) => slug)
      .reverse(),
  );
  await admin.admin.categories.reorder.mutate({ ids: before.map(({ id }) => id) });
});

test.each<[string, () => Promise<unknown>, object]>([
  ['a name without letters', () => save({ name: 'স্পটিফাই' }), { slug: [expect.stringMatching(/Latin/)] }],
  ['a slug that is taken', () => save({ name: 'X', slug: 'twitter' }), { slug: ['The address twitter is taken'] }],
  ['a slug with capitals', () => save({ name: 'X', slug: 'Twitter' }), { slug: [expect.stringMatching(/small/)] }],
  [
    'another slug',
    async () => save({ id: await idOf('twitter'), name: 'X', slug: 'x' }),
    { slug: [expect.stringMatching(/stays twitter/)] },
  ],
  [
    'a third level',
    async () => save({ name: 'X', parentId: await idOf('spotify-plays') }),
    { parentId: [expect.stringMatching(/a kind itself/)] },
  ],
  [
    'kinds within kinds',
    async () => save({ id: await idOf('spotify'), name: 'X', parentId: await idOf('twitter') }),
    { parentId: [expect.stringMatching(/kinds of its own/)] },
  ],
  [
    'itself as its top',
    async () => save({ id: await idOf('telegram'), name: 'X', parentId: await idOf('telegram') }),
    { parentId: [expect.stringMatching(/itself/)] },
  ],
  [
    'a kind of the featured one',
    async () => save({ name: 'X', parentId: await idOf('feature') }),
    { parentId: ['Feature has no kinds'] },
  ],
  [
    'the featured one in another',
    async () => save({ id: await idOf('feature'), name: 'X', parentId: await idOf('twitter') }),
    { parentId: ['Feature stays a top'] },
  ],
  [
    'a merge of the featured one',
    async () => admin.admin.categories.merge.mutate({ from: await idOf('feature'), into: await idOf('twitter') }),
    { from: ['Feature can not be merged'] },
  ],
  [
    'a merge of a top with kinds into a kind',
    async () => admin.admin.categories.merge.mutate({ from: await idOf('audio'), into: await idOf('spotify-plays') }),
    { into: [expect.stringMatching(/Choose a top/)] },
  ],
  [
    'the featured one hidden',
    async () => admin.admin.categories.setHidden.mutate({ id: await idOf('feature'), hidden: true }),
    { id: ['Feature can not be hidden'] },
  ],
  [
    'an order of two levels',
    async () => admin.admin.categories.reorder.mutate({ ids: [await idOf('spotify'), await idOf('spotify-plays')] }),
    { ids: [expect.stringMatching(/one top/)] },
  ],
  [
    'a service in a category that does not exist',
    () => admin.admin.services.create.mutate({ ...likes, category: 'no-such' }),
    { category: ['There is no such category'] },
  ],
  [
    'a list of one',
    () => anyone.services.list.query({ category: 'no-such' }),
    { category: ['There is no such category'] },
  ],
])('%s is refused', async (_what, call, fieldErrors) => {
  expect(await refusalOf(call())).toMatchObject({ code: 'bad_input', fieldErrors });
});

const likes = {
  ...{ name: 'Likes', image: null, description: 'Real.', category: 'instagram', priceMicros: 1_000_000 as never },
  ...{ min: 10, max: 100, avgTimeHours: 1 },
};

test('a service is created in a kind, is found by both names, and lists are filtered by its facts', async () => {
  const instagram = await idOf('instagram');
  await save({ name: 'Followers', nameBn: 'ফলোয়ার', parentId: instagram });
  const facts = {
    ...{ startMinutes: 60, speedPerDay: 5_000, quality: ['real' as const], country: 'BD', drop: 'low' as const },
    ...{ autoRefill: true, kind: 'followers' },
  };
  const made = await admin.admin.services.create.mutate({
    ...{ ...likes, name: 'Insta fans', nameBn: 'ইনস্টা ভক্ত', category: 'instagram-followers', refillDays: 60, facts },
  });
  expect(made).toMatchObject({ category: 'instagram-followers', top: 'instagram', nameBn: 'ইনস্টা ভক্ত', facts });
  const found = async (filter: Parameters<typeof anyone.services.list.query>[0]) =>
    (await anyone.services.list.query(filter)).items.map(({ id }) => id).includes(made.id);
  for (const filter of [
    ...[
      { search: 'ভক্ত' },
      { search: 'insta fans' },
      { refillDaysMin: 60 },
      { startsWithinHours: 1 },
      { country: 'bd' },
    ],
    ...[{ platform: 'instagram' }, { kind: 'followers' }, { category: 'instagram-followers', refillDaysMin: 30 }],
  ])
    expect([filter, await found(filter)]).toEqual([filter, true]);
  for (const filter of [
    ...[{ refillDaysMin: 61 }, { startsWithinHours: 0 }, { country: 'IN' }, { platform: 'tiktok' }, { kind: 'likes' }],
    ...[{ category: 'tiktok' }],
  ])
    expect([filter, await found(filter)]).toEqual([filter, false]);
  // What an older form does not send stays.
  const changed = await admin.admin.services.update.mutate({
    ...likes,
    id: made.id,
    name: 'Fans',
    category: 'instagram',
  });
  expect(changed).toMatchObject({ nameBn: 'ইনস্টা ভক্ত', facts, category: 'instagram' });
  expect(await admin.admin.services.update.mutate({ ...likes, id: made.id, nameBn: '' })).toMatchObject({
    nameBn: null,
  });
});

test('the database refuses what must not be', async () => {
  const { id } = await makeService(app.db);
  const refused = [
    app.db.update(services).set({ category: 'nowhere' }).where(eq(services.id, id)),
    app.db.update(table).set({ hidden: true }).where(eq(table.slug, 'feature')),
    app.db.update(table).set({ parent: 'twitter' }).where(eq(table.slug, 'feature')),
    app.db.update(table).set({ parent: 'feature' }).where(eq(table.slug, 'twitter')),
    app.db.insert(table).values({ slug: 'A b', name: 'X' }),
    app.db.update(services).set({ country: 'Bangladesh' }).where(eq(services.id, id)),
  ];
  for (const each of refused) await expect(each).rejects.toThrow();
});
