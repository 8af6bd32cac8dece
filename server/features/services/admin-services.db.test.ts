import { randomUUID } from 'node:crypto';
import { and, desc, eq, isNull } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { auditEntries } from '#db/schema/audit.ts';
import { services } from '#db/schema/services.ts';
import { noFacts } from '#shared/facts.ts';
import { micros } from '#shared/money.ts';
import { type createServiceInput, serviceSorts } from '#shared/services.ts';
import { testApp } from '../../testing/app.ts';
import { dollars, makeService } from '../../testing/factories.ts';
import { allPages, idsOf } from '../../testing/lists.ts';
import { makeCustomer } from '../../testing/people.ts';
import { codeOf, refusalOf } from '../../testing/refusal.ts';

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
const admin = (await app.createAdminUser()).client.admin.services;
beforeEach(async () => {
  await app.db.update(services).set({ deletedAt: new Date() });
  app.deps.events.publish('services');
});

const create = (overrides: Partial<Entered> = {}) => admin.create.mutate({ ...fields, ...overrides });

describe('the list of an admin', () => {
  test('searches the seven fields, a number in price, time, min and max', async () => {
    const one = await create({ name: 'One', priceMicros: micros(1_250_000), min: 77, max: 9_000, avgTimeHours: 33 });
    await create({ name: 'Another', category: 'tiktok', description: 'Made in India.' });
    const find = async (search: string) => (await admin.list.query({ search })).items.map(({ name }) => name);
    for (const search of ['one', '1.25', '$1.25', '77', '9000', '33'])
      expect([search, await find(search)]).toEqual([search, ['One']]);
    for (const search of ['tikt', 'INDIA']) expect([search, await find(search)]).toEqual([search, ['Another']]);
    expect(await find('nowhere')).toEqual([]);
    expect(await admin.get.query({ id: one.id })).toEqual({
      ...one,
      ...{ externalId: null, hidden: false, categoryHidden: false, deletedAt: null },
    });
  });

  test.each(serviceSorts)('by %s contains every service once, with the total', async (sort) => {
    await app.db.insert(services).values(
      Array.from({ length: 11 }, (_, index) => ({
        ...fields,
        priceMicros: micros(index % 3),
        countedOrders: index % 2,
      })),
    );
    const pages = await allPages(async (cursor) => {
      const page = await admin.list.query({ sort, limit: 4, cursor });
      expect(page.total).toBe(11);
      return page;
    });
    const ids = pages.flat().map(({ id }) => id);
    expect(ids).toEqual(idsOf(await admin.list.query({ sort, limit: 100 })));
    expect(new Set(ids).size).toBe(11);
  });

  test('separates deleted ones, by category and search as well', async () => {
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

  test('lists services whose texts promise a refill that they do not have, and changes all of them', async () => {
    await create({ name: 'Followers [R30]' });
    await create({ name: 'Likes', description: 'With R60.' });
    await create({ name: 'Views [R30]', refillDays: 30 });
    await create({ name: 'Shares' });
    const promising = { shelf: 'promises_refill', search: 'e' } as const;
    const page = await admin.list.query({ ...promising, sort: 'name' });
    expect(page.items.map(({ name }) => name)).toEqual(['Followers [R30]', 'Likes']);
    expect(page.total).toBe(2);
    const change = { kind: 'facts', facts: 'as_read' } as const;
    const { previewHash, found } = await admin.previewMany.query({ shelf: 'promises_refill', change });
    expect(found).toBe(2);
    const input = { shelf: 'promises_refill', change, previewHash, requestId: randomUUID() } as const;
    await admin.changeMany.mutate(input);
    expect((await admin.list.query(promising)).items).toEqual([]);
    expect((await admin.list.query({ search: 'R60' })).items[0]?.refillDays).toBe(60);
  });

  test('refuses unknown input', async () => {
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

describe('the external id', () => {
  test('is set, kept if omitted, removed, and found by admins only', async () => {
    const { id } = await create({ externalId: 'Supplier-77' });
    const externalId = async () => (await admin.get.query({ id })).externalId;
    const found = async (search: string) => (await admin.list.query({ search })).items.map((item) => item.id);
    expect([await externalId(), await found('supplier-7'), await found('Supplier-78')]).toEqual([
      'Supplier-77',
      [id],
      [],
    ]);
    expect((await anyone.services.list.query({ search: 'Supplier-77' })).total).toBe(0);
    expect(JSON.stringify(await anyone.services.get.query({ id }))).not.toContain('Supplier');
    await admin.update.mutate({ ...fields, id, min: 200 });
    expect(await externalId()).toBe('Supplier-77');
    await admin.update.mutate({ ...fields, id, externalId: 'b-1' });
    const [entry] = await app.db
      .select({ before: auditEntries.before, after: auditEntries.after })
      .from(auditEntries)
      .where(and(eq(auditEntries.subject, 'service'), eq(auditEntries.subjectId, id)))
      .orderBy(desc(auditEntries.id))
      .limit(1);
    expect(entry).toMatchObject({ before: { externalId: 'Supplier-77' }, after: { externalId: 'b-1' } });
    await admin.update.mutate({ ...fields, id, externalId: null });
    expect([await externalId(), await found('b-1')]).toEqual([null, []]);
  });

  test('is unique, also among deleted ones, and the error names the other service', async () => {
    const { id } = await create({ externalId: 'mine' });
    const other = await create();
    const take = { ...fields, id: other.id, externalId: 'mine' };
    const beside = (message: string) => ({ code: 'bad_input', fieldErrors: { externalId: [message] } });
    expect(await refusalOf(admin.update.mutate(take))).toMatchObject(beside(`It is that of service ${id} already`));
    expect(await refusalOf(create({ externalId: 'mine' }))).toMatchObject(
      beside(`It is that of service ${id} already`),
    );
    await admin.delete.mutate({ id });
    const gone = `It is that of service ${id}, which was deleted`;
    expect(await refusalOf(admin.update.mutate(take))).toMatchObject(beside(gone));
    for (const [externalId, message] of [
      ['', 'The external id is empty'],
      ['x'.repeat(65), 'The external id must be at most 64 characters'],
      ['x'.repeat(60_000), 'The external id must be at most 64 characters'],
      ['a\u200bb', 'The external id has a character that can not be seen'],
    ] as const)
      expect(await refusalOf(admin.update.mutate({ ...take, externalId }))).toMatchObject(beside(message));
  });

  test('is part of what identifies a repeated creation', async () => {
    const requestId = randomUUID();
    const first = await create({ externalId: 'once', requestId });
    expect(await create({ externalId: 'once', requestId })).toEqual(first);
    expect(await refusalOf(create({ externalId: 'twice', requestId }))).toMatchObject({ code: 'idempotency_conflict' });
  });
});

describe('two admins who change one service', () => {
  test('create a service that takes any link, though its name says a platform', async () => {
    const { id } = await admin.create.mutate({ ...fields, name: 'Instagram Likes', platform: null, kinds: null });
    expect(await admin.get.query({ id })).toMatchObject({ platform: null, kinds: null });
  });

  test("see each other's changes: the second writes nothing and gets the current fields", async () => {
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
    const changedTo = {
      ...{ type: 'default', refillDays: null, cancel: false, speedUp: false },
      ...fields,
      ...noFacts,
      nameBn: null,
      externalId: null,
      platform: 'facebook',
      kinds: ['profile', 'page'],
      priceMicros: 900_000,
      updatedAt: new Date(first.updatedAt).toISOString(),
    };
    expect(refused.details).toEqual({ changedTo });
    expect(await anyone.services.get.query({ id: opened.id })).toMatchObject({ priceMicros: 900_000, min: 100 });

    const { updatedAt } = changedTo;
    await admin.update.mutate({ ...fields, id: opened.id, min: 200, expectedUpdatedAt: updatedAt });
    expect(await anyone.services.get.query({ id: opened.id })).toMatchObject({ priceMicros: 850_000, min: 200 });
  });

  test('at the same time: one of them wins', async () => {
    const opened = await create();
    const expectedUpdatedAt = new Date(opened.updatedAt).toISOString();
    const tries = [200, 300, 400].map((min) =>
      admin.update.mutate({ ...fields, id: opened.id, min, expectedUpdatedAt }),
    );
    const outcomes = await Promise.allSettled(tries);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('an update with a lost response succeeds again; one without an expected version always succeeds', async () => {
    const opened = await create();
    const expectedUpdatedAt = new Date(opened.updatedAt).toISOString();
    const changed = { ...fields, id: opened.id, min: 200 };
    const first = await admin.update.mutate({ ...changed, expectedUpdatedAt });
    expect(await admin.update.mutate({ ...changed, expectedUpdatedAt })).toEqual(first);
    expect(await admin.update.mutate({ ...changed, min: 300 })).toMatchObject({ min: 300 });
  });
});

describe('a hidden service', () => {
  test("is in no customer list and can't be ordered, through either API, until it is shown again", async () => {
    const { id } = await create({ name: 'Now you see it', category: 'feature' });
    const customer = await makeCustomer(app, dollars(100));
    const client = app.client(customer.accessToken);
    const link = 'https://example.com/post';
    const order = { serviceId: id, link, quantity: 100 };
    await client.services.setFavourite.mutate({ id, favourite: true });
    const seen = async () => ({
      list: (await client.services.list.query({ category: 'feature' })).items.length,
      found: (await client.services.list.query({ search: 'now you see' })).total,
      count: (await client.services.categories.query()).find(({ category }) => category === 'feature')?.count,
      favourites: (await client.services.favourites.query()).length,
      favouritesListed: (await client.services.list.query({ favourites: true })).items.length,
      older: ((await (await fetch(`${app.url}/api/v1/service/getAll?category=feature`)).json()) as { data: [] }).data
        .length,
    });
    const nowhere = { list: 0, found: 0, count: 0, favourites: 0, favouritesListed: 0, older: 0 };
    const everywhere = { list: 1, found: 1, count: 1, favourites: 1, favouritesListed: 1, older: 1 };
    expect(await seen()).toEqual(everywhere);

    await admin.setHidden.mutate({ id, hidden: true });
    expect(await seen()).toEqual(nowhere);
    expect(await codeOf(client.services.get.query({ id }))).toBe('service_not_found');
    expect(await codeOf(client.services.setFavourite.mutate({ id, favourite: true }))).toBe('service_not_found');
    expect(await codeOf(client.orders.place.mutate(order))).toBe('service_not_found');
    expect(await client.orders.checkMany.mutate({ lines: [order] })).toMatchObject({
      lines: [{ domainCode: 'service_not_found' }],
    });
    const many = await client.orders.placeMany.mutate({ lines: [order], requestId: randomUUID() });
    expect(many.results).toMatchObject([{ domainCode: 'service_not_found' }]);
    const bought = await fetch(`${app.url}/api/v1/service/buy/${id}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${customer.accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ link, quantity: 100 }),
    });
    expect(bought.status).toBe(404);
    expect((await client.balance.get.query()).balanceNanos).toBe(dollars(100));

    await admin.setHidden.mutate({ id, hidden: false });
    expect(await seen()).toEqual(everywhere);
    expect((await client.orders.place.mutate(order)).order.serviceId).toBe(id);
  });

  test("stays in the admin's list, can be changed, and is marked", async () => {
    const { id } = await create({ name: 'Hidden one' });
    await create({ name: 'Seen one' });
    await admin.setHidden.mutate({ id, hidden: true });
    await admin.update.mutate({ ...fields, id, name: 'Hidden one, changed' });
    const names = async (shelf?: 'all' | 'offered' | 'hidden') =>
      (await admin.list.query({ shelf, sort: 'name' })).items.map(({ name, hidden }) => [name, hidden]);
    expect(await names()).toEqual([
      ['Hidden one, changed', true],
      ['Seen one', false],
    ]);
    expect(await names('hidden')).toEqual([['Hidden one, changed', true]]);
    expect(await names('offered')).toEqual([['Seen one', false]]);
    await admin.delete.mutate({ id });
    expect(await codeOf(admin.setHidden.mutate({ id, hidden: false }))).toBe('service_not_found');
  });
});

describe('the order of a category', () => {
  const shopOrder = async (category?: 'tiktok') =>
    (await anyone.services.list.query({ category, sort: 'recommended', limit: 100 })).items.map(({ name }) => name);
  let ids: Record<string, number>;

  beforeEach(async () => {
    ids = {};
    for (const [index, name] of ['A', 'B', 'C', 'D'].entries())
      ids[name] = (await makeService(app.db, { name, category: 'tiktok', countedOrders: 10 - index })).id;
    await makeService(app.db, { name: 'Elsewhere', countedOrders: 9 });
    app.deps.events.publish('services');
  });

  test('is by sales until the shop reorders it, and then independent of sales', async () => {
    expect(await shopOrder('tiktok')).toEqual(['A', 'B', 'C', 'D']);
    await admin.reorder.mutate({ id: ids.D ?? 0, before: ids.B ?? 0 });
    expect(await shopOrder('tiktok')).toEqual(['A', 'D', 'B', 'C']);
    await admin.reorder.mutate({ id: ids.A ?? 0, after: ids.C ?? 0 });
    expect(await shopOrder('tiktok')).toEqual(['D', 'B', 'C', 'A']);
    await admin.reorder.mutate({ id: ids.A ?? 0, after: ids.C ?? 0 });
    expect(await shopOrder('tiktok')).toEqual(['D', 'B', 'C', 'A']);
    await app.db.update(services).set({ countedOrders: 999 }).where(eq(services.name, 'A'));
    await create({ name: 'New', category: 'tiktok' });
    expect(await shopOrder('tiktok')).toEqual(['D', 'B', 'C', 'A', 'New']);
    const byAdmin = await admin.list.query({ category: 'tiktok', sort: 'recommended' });
    expect(byAdmin.items.map(({ name }) => name)).toEqual(['D', 'B', 'C', 'A', 'New']);
    // Across categories the position has no meaning.
    expect((await shopOrder()).slice(0, 2)).toEqual(['A', 'Elsewhere']);

    await admin.resetOrder.mutate({ category: 'tiktok' });
    expect(await shopOrder('tiktok')).toEqual(['A', 'B', 'C', 'D', 'New']);
  });

  test('moves only next to a service of the same category, and one that changes its category is last there', async () => {
    const other = await makeService(app.db, { category: 'youtube' });
    const refused: [object, string][] = [
      [{ id: ids.A, before: other.id }, 'service_not_found'],
      [{ id: ids.A, before: 999_999 }, 'service_not_found'],
      [{ id: ids.A, before: ids.A }, 'bad_input'],
      [{ id: ids.A }, 'bad_input'],
      [{ id: ids.A, before: ids.B, after: ids.C }, 'bad_input'],
    ];
    for (const [input, code] of refused) expect(await codeOf(admin.reorder.mutate(input as { id: number }))).toBe(code);
    const second = await makeService(app.db, { category: 'youtube' });
    await admin.reorder.mutate({ id: other.id, before: second.id });
    await admin.reorder.mutate({ id: ids.D ?? 0, before: ids.A ?? 0 });
    await admin.update.mutate({ ...fields, id: other.id, category: 'tiktok', name: 'From elsewhere' });
    await admin.update.mutate({ ...fields, id: ids.D ?? 0, category: 'youtube', name: 'D' });
    expect(await shopOrder('tiktok')).toEqual(['A', 'B', 'C', 'From elsewhere']);
  });

  test('stays consistent with two simultaneous moves', async () => {
    const moves = ['A', 'B', 'C', 'D'].flatMap((name) =>
      ['A', 'B', 'C', 'D']
        .filter((other) => other !== name)
        .map((other) => admin.reorder.mutate({ id: ids[name] ?? 0, before: ids[other] ?? 0 })),
    );
    await Promise.all(moves);
    const ranks = await app.db
      .select({ rank: services.shelfRank })
      .from(services)
      .where(and(eq(services.category, 'tiktok'), isNull(services.deletedAt)));
    expect(ranks.map(({ rank }) => rank).toSorted()).toEqual([1, 2, 3, 4]);
  });
});

describe('many prices at once', () => {
  const pricesNow = async () =>
    Object.fromEntries(
      (await admin.list.query({ limit: 100 })).items.map(({ name, priceMicros }) => [name, priceMicros]),
    );
  const change = { percentHundredths: 1_050, stepMicros: 1 } as const;

  beforeEach(async () => {
    await makeService(app.db, { name: 'Likes', category: 'tiktok', priceMicros: micros(850_000) });
    await makeService(app.db, { name: 'Views', category: 'tiktok', priceMicros: micros(333) });
    await makeService(app.db, { name: 'Free', category: 'tiktok', priceMicros: micros(0) });
    await makeService(app.db, { name: 'Else', category: 'youtube', priceMicros: micros(1_000_000) });
  });

  test('are previewed and changed exactly, halves up, and nothing else is', async () => {
    const preview = await admin.previewPrices.query({ ...change, category: 'tiktok' });
    expect(preview).toMatchObject({ found: 3, changed: 2, against: 0, impossible: 0 });
    expect(preview.items.map(({ name, fromMicros, toMicros }) => [name, fromMicros, toMicros])).toEqual([
      ['Likes', 850_000, 939_250],
      ['Views', 333, 368],
    ]);
    expect(await pricesNow()).toMatchObject({ Likes: 850_000, Views: 333 });
    // Without a search the response is cached until services change.
    const priceOfLikes = async () =>
      (await anyone.services.list.query({ limit: 100 })).items.find(({ name }) => name === 'Likes')?.priceMicros;
    expect(await priceOfLikes()).toBe(850_000);
    const input = { ...change, category: 'tiktok' as const, previewHash: preview.previewHash };
    expect(await admin.changePrices.mutate(input)).toEqual({ ok: true });
    expect(await priceOfLikes()).toBe(939_250);
    const after = { Likes: 939_250, Views: 368, Free: 0, Else: 1_000_000 };
    expect(await pricesNow()).toEqual(after);
    // The response was lost: the repeated call raises nothing twice.
    expect(await admin.changePrices.mutate(input)).toEqual({ ok: true });
    expect(await pricesNow()).toEqual(after);
    const kept = await app.db.select().from(auditEntries).where(eq(auditEntries.action, 'service.changePrice'));
    expect(kept.map(({ before, after: now }) => [before, now])).toEqual([
      [{ priceMicros: 850_000 }, { priceMicros: 939_250 }],
      [{ priceMicros: 333 }, { priceMicros: 368 }],
    ]);
  });

  test('are rounded as requested, and changes against the percentage are reported', async () => {
    const preview = await admin.previewPrices.query({ percentHundredths: 100, stepMicros: 10_000, search: 'Likes' });
    expect(preview.items[0]).toMatchObject({ fromMicros: 850_000, toMicros: 860_000 });
    const odd = await makeService(app.db, { name: 'Odd', priceMicros: micros(1_014_000) });
    const falls = await admin.previewPrices.query({ percentHundredths: 1, stepMicros: 10_000, ids: [odd.id] });
    expect(falls).toMatchObject({ changed: 1, against: 1, items: [{ toMicros: 1_010_000 }] });
  });

  test('stay unchanged if one would become zero or too large', async () => {
    for (const [percentHundredths, stepMicros, name] of [
      [-5_000, 1_000, 'Views'],
      [100_000, 1, 'Dear'],
    ] as const) {
      if (name === 'Dear') await makeService(app.db, { name, priceMicros: micros(1_000_000 * 1_000_000) });
      const before = await pricesNow();
      const preview = await admin.previewPrices.query({ percentHundredths, stepMicros });
      expect(preview).toMatchObject({
        impossible: 1,
        items: expect.arrayContaining([expect.objectContaining({ name })]) as [],
      });
      const { previewHash } = preview;
      const refused = await refusalOf(admin.changePrices.mutate({ percentHundredths, stepMicros, previewHash }));
      expect(refused).toMatchObject({ code: 'bad_input', fieldErrors: { percentHundredths: [expect.any(String)] } });
      expect(await pricesNow()).toEqual(before);
    }
  });

  test('stay unchanged if the catalogue differs from the preview', async () => {
    const { previewHash } = await admin.previewPrices.query(change);
    const likes = (await admin.list.query({ search: 'Likes' })).items[0];
    const input = { ...change, previewHash };
    await admin.update.mutate({ ...fields, id: likes?.id ?? 0, priceMicros: micros(850_001) });
    expect(await refusalOf(admin.changePrices.mutate(input))).toMatchObject({
      code: 'catalogue_changed',
      httpStatus: 409,
    });
    await admin.update.mutate({ ...fields, id: likes?.id ?? 0, priceMicros: micros(850_000) });
    const added = await create({ name: 'Added meanwhile' });
    expect(await codeOf(admin.changePrices.mutate(input))).toBe('catalogue_changed');
    await admin.delete.mutate({ id: added.id });
    await admin.changePrices.mutate(input);
    expect(await pricesNow()).toMatchObject({ Else: 1_105_000 });
  });

  test('changed by two admins at the same time are changed by one of them', async () => {
    const { previewHash } = await admin.previewPrices.query(change);
    const other = await admin.previewPrices.query({ ...change, percentHundredths: 2_000 });
    const outcomes = await Promise.allSettled([
      admin.changePrices.mutate({ ...change, previewHash }),
      admin.changePrices.mutate({ ...change, percentHundredths: 2_000, previewHash: other.previewHash }),
    ]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect([1_105_000, 1_200_000]).toContain((await pricesNow()).Else);
  });

  test('are limited to 5,000', async () => {
    await app.db.insert(services).values(Array.from({ length: 4_996 }, () => ({ ...fields, requestId: undefined })));
    const { previewHash, items } = await admin.previewPrices.query(change);
    expect(items).toHaveLength(200);
    await admin.changePrices.mutate({ ...change, previewHash });
    expect(
      await app.db.$count(services, and(isNull(services.deletedAt), eq(services.priceMicros, micros(939_250)))),
    ).toBe(4_997);
    await create();
    expect(await codeOf(admin.previewPrices.query(change))).toBe('bad_input');
  });

  test('refuse invalid input', async () => {
    const odd: object[] = [
      { percentHundredths: 0 },
      { percentHundredths: -10_000 },
      { percentHundredths: 100_001 },
      { percentHundredths: 0.5 },
      { stepMicros: 7 },
      { ids: [] },
      { shelf: 'deleted' },
    ];
    for (const input of odd) expect(await codeOf(admin.previewPrices.query({ ...change, ...input }))).toBe('bad_input');
    expect(await codeOf(admin.previewPrices.query({ ...change, ids: [999_999] }))).toBe('service_not_found');
    expect(await codeOf(admin.changePrices.mutate({ ...change, previewHash: 'x' }))).toBe('bad_input');
  });
});
