import { randomUUID } from 'node:crypto';
import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { services } from '#db/schema/services.ts';
import { serviceSources, supplierRules } from '#db/schema/supplier-catalogue.ts';
import { suppliers } from '#db/schema/suppliers.ts';
import { supplierFields } from '#shared/supplier-fields.ts';
import { testApp } from '../../../testing/app.ts';
import { ended } from '../../../testing/ended.ts';
import { dollars, makeService } from '../../../testing/factories.ts';
import { allPages } from '../../../testing/lists.ts';
import { registerWith } from '../../../testing/people.ts';
import { refusalOf } from '../../../testing/refusal.ts';
import { type ListedTestService, listedService, startSupplierServer } from '../../../testing/supplier-server.ts';
import { makeSource, makeSupplier } from '../../../testing/suppliers.ts';

const app = await testApp({ env: { OUTBOUND_ALLOW_LOOPBACK: 'true' } });
const { db } = app;
const server = await startSupplierServer();
afterAll(() => server.close());
const { admin } = (await app.createAdminUser()).client;
const catalogue = admin.suppliers;

let supplierId = 0;
beforeEach(async () => {
  await db.update(services).set({ deletedAt: sql`now()` });
  await db.update(supplierRules).set({ marginBasisPoints: 2_000, stepMicros: sql`100`, floorMicros: sql`0` });
  supplierId = (await makeSupplier(db, app.deps.secrets, server)).id;
});

/** Reads a list into the proposal. */
async function list(...lines: Partial<ListedTestService>[]) {
  server.services = lines.map(listedService);
  const { problem } = ended(await catalogue.fetch.mutate({ id: supplierId }));
  expect(problem).toBeNull();
}
const acceptAll = (more = {}) => catalogue.accept.mutate({ id: supplierId, all: true, ...more });
const proposal = (filter = {}) => catalogue.proposal.query({ id: supplierId, filter });
/** The services that are bought at the supplier, in the order of their ids. */
async function bought() {
  const rows = await db
    .select({ service: services, source: serviceSources })
    .from(serviceSources)
    .innerJoin(services, eq(services.id, serviceSources.serviceId))
    .where(eq(serviceSources.supplierId, supplierId))
    .orderBy(asc(services.id));
  return rows;
}
const onlyService = async () => (await bought())[0]?.service;

test('all new lines become services on sale that follow the supplier', async () => {
  const answer = await list({
    service: 101,
    name: 'Instagram Followers',
    category: 'Instagram',
    rate: '0.90',
    desc: 'Real.',
  });
  expect(answer).toBeUndefined();
  expect(await acceptAll()).toEqual({ created: 1, updated: 0, paused: 0, leftOut: [], leftOutCount: 0 });
  const [{ service, source } = {}] = await bought();
  expect(service).toMatchObject({
    name: 'Instagram Followers',
    description: 'Real.',
    category: 'instagram-followers',
    nameBn: 'ইনস্টাগ্রাম ফলোয়ার',
    kind: 'followers',
    // 0.90 $ and 20 %.
    priceMicros: 1_080_000,
    ...{ type: 'default', per: 1000, min: 10, max: 10_000, avgTimeHours: 24, refillDays: 30, cancel: true },
    ...{ hidden: false, pricedByRule: true, forwarded: true, marginBasisPoints: null },
    fieldsOfSupplier: [...supplierFields],
  });
  expect(source).toMatchObject({ position: 1, externalId: '101', acceptedCostMicros: '900000', pausedReason: null });
  const offered = await app.client().services.list.query({});
  expect(offered.items.map(({ id }) => id)).toEqual([service?.id]);
  expect((await proposal()).counts).toMatchObject({ all: 0, listed: 1 });
});

test.each<[string, Partial<ListedTestService>, object]>([
  ['a description is the name without one', {}, { description: 'Instagram Followers' }],
  ["a minimum below ten is the supplier's", { min: '1' }, { min: 1, max: 10_000 }],
  ['a minimum of 0 is 1', { min: '0' }, { min: 1, max: 10_000 }],
  ["a maximum of ten is the supplier's", { min: '5', max: '10' }, { min: 5, max: 10 }],
  ['a fraction is rounded into the limits', { min: '4.5', max: '10.5' }, { min: 5, max: 10 }],
  [
    'one unit is a package at a thousandth of the rate',
    { min: '1', max: '1', rate: '9000' },
    { type: 'package', per: 1, min: 1, max: 1, priceMicros: 10_800_000 },
  ],
  ['the largest maximum is cut', { max: '99999999999999999999' }, { max: 2_147_483_647 }],
  ['no refill has no period', { refill: false, cancel: false }, { refillDays: null, cancel: false }],
  ['a package has one unit', { type: 'Package', min: '1', max: '1000' }, { type: 'package', per: 1, min: 1, max: 1 }],
  ['comments start at one', { type: 'custom comments', min: '0' }, { type: 'custom_comments', min: 1 }],
  ['a long name is cut', { name: `Instagram ${'x'.repeat(400)}` }, { name: `Instagram ${'x'.repeat(190)}` }],
  ['a price is rounded up to the step', { rate: '0.000001' }, { priceMicros: 100 }],
])('%s', async (_, line, fields) => {
  await list(line);
  expect(await acceptAll()).toMatchObject({ created: 1 });
  expect(await onlyService()).toMatchObject(fields);
});

test.each<[string, Partial<ListedTestService>]>([
  ['more than an order can have', { min: '9999999999', max: '9999999999' }],
  ['a maximum below the minimum', { min: '500', max: '100' }],
  ['a maximum of 0', { min: '0', max: '0' }],
  ['more comments than an order can have', { type: 'Custom Comments', min: '50000' }],
])('a line without a quantity that can be sold is left out: %s', async (_, line) => {
  await list(line);
  expect(await acceptAll()).toMatchObject({ created: 0, leftOut: [{ externalId: '101', reason: 'no_quantity' }] });
});

test.each<[category: string, name: string, slug: string]>([
  ['Instagram', 'Likes', 'instagram-likes'],
  ['🔥Instagram🔥Likes', 'x', 'instagram-likes'],
  ['𝗜𝗻𝘀𝘁𝗮𝗴𝗿𝗮𝗺 Likes', 'x', 'instagram-likes'],
  ['[TIK-TOK] Views', 'x', 'tiktok-views'],
  ['Instagrammers', 'x', 'other'],
  ['Websites', 'YouTube Views', 'youtube-views'],
  ['YouTube', 'Instagram followers', 'youtube-followers'],
  ['Telegram from Facebook', 'x', 'telegram'],
  ['Spotify ★ Plays', 'USA Premium', 'spotify-plays'],
  ['Music', 'Spotify Followers [R30]', 'spotify-followers'],
  ['Cheapest', 'Fbi', 'other'],
  ["'; drop table services; --", '__proto__ {"a",NULL} \\ \u0000', 'other'],
])('the category of "%s" / "%s" is %s', async (category, name, slug) => {
  await list({ category, name });
  const { items, counts } = await proposal();
  const known = (await admin.categories.list.query()).items.map((each) => each.slug);
  const isNew = !known.includes(slug);
  expect(items.map((line) => line.category)).toMatchObject([{ slug, isNew }]);
  expect(counts).toMatchObject({ new: 1, acceptable: 1 });
  expect(await acceptAll()).toMatchObject({ created: 1, leftOutCount: 0 });
  expect(await onlyService()).toMatchObject({ category: slug });
  expect((await proposal()).items.map((line) => line.category)).toEqual([]);
});

test('a line is accepted with a category that the admin chooses', async () => {
  await list({ category: 'Other', name: 'Likes' }, { service: 102, category: 'Other', name: 'Views' });
  const made = await catalogue.accept.mutate({
    id: supplierId,
    lines: [{ externalId: '101', category: 'snapchat' }, '102', 'none', '__proto__'],
    marginPercent: 50,
  });
  expect(made).toMatchObject({
    created: 2,
    leftOut: expect.arrayContaining([
      { externalId: 'none', reason: 'not_listed' },
      { externalId: '__proto__', reason: 'not_listed' },
    ]),
    leftOutCount: 2,
  });
  expect(await onlyService()).toMatchObject({ category: 'snapchat', marginBasisPoints: 5_000, priceMicros: 1_350_000 });
});

test('what the panel does not sell, and impossible prices, are left out', async () => {
  await list(
    { service: 1, type: 'Subscriptions' },
    { service: 2, rate: '0' },
    { service: 3, rate: '9000000000' },
    { service: 4 },
  );
  expect((await proposal()).counts).toMatchObject({ new: 3, not_sold: 1, listed: 4, all: 4, acceptable: 1 });
  expect((await proposal({ search: '2' })).counts).toMatchObject({ all: 4, acceptable: 0 });
  expect((await proposal({ change: 'not_sold' })).items).toMatchObject([
    { externalId: '1', tradeType: 'Subscriptions', type: null, priceByRuleMicros: null },
  ]);
  expect(await acceptAll()).toEqual({
    ...{ created: 1, updated: 0, paused: 0, leftOutCount: 3 },
    leftOut: [
      { externalId: '1', reason: 'not_sold' },
      { externalId: '2', reason: 'price_zero' },
      { externalId: '3', reason: 'price_too_large' },
    ],
  });
});

test('a rate of 0 is never put on sale by all, also with a least price', async () => {
  await db.update(supplierRules).set({ floorMicros: sql`100` });
  await list({ service: 1, rate: '0' }, { service: 2, rate: '0' });
  expect((await proposal()).counts).toMatchObject({ new: 2, acceptable: 0 });
  for (const chosen of [{ all: true as const }, { lines: ['1', '2'] }])
    expect(await catalogue.accept.mutate({ id: supplierId, ...chosen })).toMatchObject({
      created: 0,
      leftOut: [
        { externalId: '1', reason: 'doubted' },
        { externalId: '2', reason: 'doubted' },
      ],
    });
  expect(await catalogue.accept.mutate({ id: supplierId, lines: ['1'] })).toMatchObject({ created: 1 });
  expect(await onlyService()).toMatchObject({ priceMicros: 100 });
});

test('margins inherit: the shop, the supplier, the service', async () => {
  await list({ service: 1 }, { service: 2 }, { service: 3 });
  await catalogue.accept.mutate({ id: supplierId, lines: ['1'] });
  await db.update(suppliers).set({ marginBasisPoints: 10_000 }).where(eq(suppliers.id, supplierId));
  await catalogue.accept.mutate({ id: supplierId, lines: ['2'] });
  await catalogue.accept.mutate({ id: supplierId, lines: ['3'], marginPercent: 12.5 });
  const prices = async () => (await bought()).map(({ service }) => service.priceMicros);
  expect(await prices()).toEqual([1_080_000, 1_800_000, 1_012_500]);
  // Another rate, and rules of the shop and the supplier, hold for services that exist.
  const { name, url, currency } = await catalogue.get.query({ id: supplierId });
  const saved = { id: supplierId, name, url, currency, idempotent: false };
  await catalogue.save.mutate({ ...saved, rate: '0.5' });
  expect(await prices()).toEqual([900_000, 900_000, 506_300]);
  await catalogue.save.mutate({ ...saved, rate: '1', marginPercent: null });
  expect(await prices()).toEqual([1_080_000, 1_080_000, 1_012_500]);
  await catalogue.save.mutate({ ...saved, rate: '1', marginPercent: 100 });
  await catalogue.setRules.mutate({ marginPercent: 30, stepMicros: 10_000 as never });
  expect(await prices()).toEqual([1_800_000, 1_800_000, 1_020_000]);
});

test('a retry with the same request id makes nothing twice, and another request with it is refused', async () => {
  await list({ service: 1 }, { service: 2, rate: '0' });
  const requestId = randomUUID();
  const [one, other] = await Promise.all([acceptAll({ requestId }), acceptAll({ requestId })]);
  expect(one).toMatchObject({ created: 1, leftOutCount: 1 });
  expect(other).toEqual(one);
  expect(await bought()).toHaveLength(1);
  const refused = catalogue.accept.mutate({ id: supplierId, lines: ['2'], requestId });
  expect(await refusalOf(refused)).toMatchObject({ code: 'idempotency_conflict' });
});

test.each(['accepted so', 'lowered since'])(
  'a maximum of ten at the supplier, %s, is never sold as eleven',
  async (how) => {
    await list({ service: 1, min: '1', max: how === 'accepted so' ? '10' : '5000' });
    await acceptAll();
    await list({ service: 1, min: '1', max: '10' });
    const { id: serviceId = 0 } = (await onlyService()) ?? {};
    const { client } = await registerWith(app, dollars(10));
    const place = (quantity: number) =>
      client.orders.place.mutate({ serviceId, link: `https://example.com/${how.length}`, quantity });
    expect(await refusalOf(place(11))).toMatchObject({ code: 'quantity_out_of_range' });
    expect((await place(10)).order.quantity).toBe(10);
  },
);

test('a line that several services are bought of shows those that are paused, one by one', async () => {
  await list({ service: 1 });
  await acceptAll();
  const first = await onlyService();
  if (!first) throw new Error('There is no service');
  for (const priceMicros of [1_000_000, 1_010_000]) {
    const { id } = await makeService(db, { priceMicros: priceMicros as never });
    await makeSource(db, { id, type: 'default' }, { id: supplierId }, { externalId: '1' });
  }
  await list({ service: 1, rate: '1.05' });
  const paused = async () => (await proposal({ change: 'paused' })).items.map(({ service }) => service?.id);
  const [, second, third] = (await bought()).map(({ service }) => service.id);
  expect(await paused()).toEqual([second]);
  await admin.services.setPriceRule.mutate({ id: second ?? 0, byRule: true });
  expect(await paused()).toEqual([third]);
});

describe('of a service that is bought', () => {
  beforeEach(async () => {
    await list({ service: 1, desc: 'Old' });
    await acceptAll();
  });

  test.each<[string, Partial<ListedTestService>, string, object]>([
    ['dearer', { rate: '1.80' }, 'dearer', { priceMicros: 2_160_000 }],
    ['cheaper', { rate: '0.45' }, 'cheaper', { priceMicros: 540_000 }],
    ['type', { type: 'Package' }, 'type', { type: 'package', per: 1, min: 1, max: 1 }],
  ])('a change of %s is proposed, and followed once it is accepted', async (_, line, change, after) => {
    const before = await onlyService();
    await list({ service: 1, desc: 'Old', ...line });
    const { items, counts } = await proposal();
    expect(items).toMatchObject([{ changes: [change], services: 1, service: { id: before?.id } }]);
    expect(counts).toMatchObject({ all: 1, [change]: 1 });
    const { priceMicros, name, type, min } = before ?? {};
    expect(await onlyService()).toMatchObject({ priceMicros, name, type, min });
    expect(await acceptAll({ filter: { change: 'new' } })).toMatchObject({ created: 0, updated: 0, leftOutCount: 0 });
    expect(await acceptAll({ filter: { change } })).toMatchObject({ created: 0, updated: 1, leftOutCount: 0 });
    expect(await onlyService()).toMatchObject({ ...after, hidden: false, pricedByRule: true });
    expect((await proposal()).counts).toMatchObject({ all: 0 });
  });

  test.each<[string, Partial<ListedTestService>, object]>([
    ['limits', { min: '50', max: '70' }, { min: 50, max: 70 }],
    ['a maximum of ten', { min: '1', max: '10' }, { min: 1, max: 10 }],
    ['name', { name: 'Instagram Fans' }, { name: 'Instagram Fans', formerNames: ['Instagram Followers'] }],
    ['refill', { refill: false }, { refillDays: null }],
  ])("as the supplier's, %s follow the list by themselves", async (_, line, after) => {
    await list({ service: 1, desc: 'Old', ...line });
    expect(await onlyService()).toMatchObject({ ...after, hidden: false });
    expect((await proposal()).counts).toMatchObject({ all: 0, limits: 0, fields: 0 });
  });

  test.each<[string, Partial<ListedTestService>, object]>([
    ['a larger minimum there', { min: '200', max: '9000' }, { min: 200, max: 300, hidden: false }],
    ['a smaller maximum there', { min: '10', max: '250' }, { min: 100, max: 250, hidden: false }],
    ['no common quantity', { min: '10', max: '99' }, { min: 100, max: 300, hidden: true, pausedReason: 'gone' }],
  ])("limits of the shop's own stay within the supplier's: %s", async (_, line, after) => {
    const service = await onlyService();
    if (!service) throw new Error('There is no service');
    const { id, description, category, avgTimeHours, name, priceMicros } = service;
    const own = { id, image: null, description, category, avgTimeHours, name, priceMicros };
    await admin.services.update.mutate({ ...own, min: 100, max: 300 });
    await list({ service: 1, desc: 'Old', ...line });
    expect(await onlyService()).toMatchObject(after);
  });

  test.each<[string, { min: number; max: number }, string | null]>([
    ['the whole range', { min: 10, max: 10_000 }, null],
    ['one unit', { min: 1, max: 10 }, "The supplier's minimum is 10"],
    ['more than there', { min: 10, max: 10_001 }, "The supplier's maximum is 10000"],
    ['a small range', { min: 10, max: 10 }, null],
  ])('the form takes limits within the range of the supplier: %s', async (_, limits, message) => {
    const service = await onlyService();
    if (!service) throw new Error('There is no service');
    const { id, description, category, avgTimeHours, name, priceMicros } = service;
    const own = { id, image: null, description, category, avgTimeHours, name, priceMicros };
    const changing = admin.services.update.mutate({ ...own, ...limits, type: 'default' });
    if (message !== null) expect(await refusalOf(changing)).toMatchObject({ code: 'bad_input', message });
    else expect(await changing).toMatchObject(limits);
  });

  test('a fall by more than half is accepted alone, or among others if it is confirmed', async () => {
    await list({ service: 1, desc: 'Old', rate: '0.3' }, { service: 2, rate: '0.9' });
    const accept = (more: object) => catalogue.accept.mutate({ id: supplierId, lines: ['1', '2'], ...more });
    expect(await accept({ confirm: ['2'] })).toMatchObject({
      created: 1,
      updated: 0,
      leftOut: [{ externalId: '1', reason: 'doubted' }],
    });
    expect(await onlyService()).toMatchObject({ priceMicros: 1_080_000 });
    expect(await accept({ confirm: ['1'] })).toMatchObject({ updated: 1 });
    expect(await onlyService()).toMatchObject({ priceMicros: 360_000 });
    await list({ service: 1, desc: 'Old', rate: '0.1' }, { service: 2, rate: '0.9' });
    expect(await accept({ lines: ['1'] })).toMatchObject({ updated: 1, leftOutCount: 0 });
    expect(await onlyService()).toMatchObject({ priceMicros: 120_000 });
    // A person who confirms a cost has not seen that of a later list.
    const { listedAt } = await proposal();
    await list({ service: 1, desc: 'Old', rate: '0.001' }, { service: 2, rate: '0.9' });
    const unseen = accept({ confirm: ['1'], readAt: listedAt ?? undefined });
    expect(await refusalOf(unseen)).toMatchObject({ code: 'catalogue_changed' });
    expect(await onlyService()).toMatchObject({ priceMicros: 120_000 });
    const unchosen = catalogue.accept.mutate({ id: supplierId, all: true, confirm: ['1'] });
    expect(await refusalOf(unchosen)).toMatchObject({ code: 'bad_input' });
  });

  test("a field of the shop's own and a price by hand are not touched", async () => {
    const service = await onlyService();
    if (!service) throw new Error('There is no service');
    const { id, description, category, min, avgTimeHours } = service;
    const own = { id, image: null, description, category, min, avgTimeHours, name: 'Own', max: 500 };
    await admin.services.update.mutate({ ...own, priceMicros: 5_000_000 as never });
    expect(await onlyService()).toMatchObject({
      pricedByRule: false,
      fieldsOfSupplier: supplierFields.filter((field) => field !== 'name' && field !== 'max'),
    });
    await list({ service: 1, name: 'Other', rate: '2', max: '400', desc: 'New' });
    expect((await proposal()).items).toMatchObject([{ changes: ['dearer'] }]);
    await acceptAll();
    expect(await onlyService()).toMatchObject({ name: 'Own', max: 400, description: 'New', priceMicros: 5_000_000 });
    expect((await proposal()).counts).toMatchObject({ all: 0 });
    // A price below the cost pauses it, also if it was set by hand.
    await list({ service: 1, name: 'Other', rate: '6', max: '400', desc: 'New' });
    expect(await onlyService()).toMatchObject({ priceMicros: 5_000_000, hidden: true, pausedReason: 'below_cost' });
  });

  test('a type does not change under a price by hand', async () => {
    await db.update(services).set({ pricedByRule: false }).where(sql`forwarded`);
    await list({ service: 1, type: 'Package' });
    expect(await acceptAll()).toMatchObject({ updated: 0, leftOut: [{ externalId: '1', reason: 'type_changed' }] });
    expect(await onlyService()).toMatchObject({ type: 'default', pausedReason: 'gone', hidden: true });
  });

  test('a price that jumps pauses it, and accepting the cost sells it again', async () => {
    await list({ service: 1, desc: 'Old', rate: '45' });
    expect(await onlyService()).toMatchObject({ priceMicros: 1_080_000, hidden: true, pausedReason: 'below_cost' });
    expect(await acceptAll()).toMatchObject({ updated: 1, paused: 0 });
    expect(await onlyService()).toMatchObject({ priceMicros: 54_000_000, hidden: false, pausedReason: null });
  });

  test('accepting that it is gone pauses the source for good', async () => {
    const lines = [
      { service: 1, desc: 'Old' },
      { service: 2 },
      { service: 3 },
      { service: 4 },
      { service: 5 },
      { service: 6 },
    ];
    await list(...lines);
    await list(...lines.slice(1));
    await db.execute(sql`update supplier_services set missing_since = missing_since - interval '1 hour'`);
    await list(...lines.slice(1));
    expect((await proposal({ change: 'gone' })).items).toMatchObject([{ externalId: '1', changes: ['gone'] }]);
    expect(await onlyService()).toMatchObject({ hidden: true, pausedReason: 'gone' });
    expect(await acceptAll({ filter: { change: 'gone' } })).toMatchObject({ updated: 1, created: 0 });
    expect((await bought())[0]?.source).toMatchObject({ pausedReason: 'person' });
    expect((await proposal()).counts).toMatchObject({ gone: 0, new: 5 });
    await list(...lines);
    expect((await bought())[0]?.source).toMatchObject({ pausedReason: 'person' });
  });

  test('a service that was deleted does not come back by all', async () => {
    await db.update(services).set({ deletedAt: sql`now()` });
    expect((await proposal()).counts).toMatchObject({ all: 0 });
    expect(await acceptAll()).toMatchObject({ created: 0, leftOutCount: 0 });
    expect(await catalogue.accept.mutate({ id: supplierId, lines: ['1'] })).toMatchObject({ created: 1 });
  });
});

test('pages of the proposal have each line once, in the order of the ids, by change and search', async () => {
  await list(
    ...Array.from({ length: 25 }, (_, nth) => ({ service: 95 + nth, name: nth % 2 ? 'Likes' : '50% Views_' })),
  );
  const pages = await allPages((cursor) => catalogue.proposal.query({ id: supplierId, limit: 4, cursor }));
  expect(pages.flat().map(({ externalId }) => Number(externalId))).toEqual(
    Array.from({ length: 25 }, (_, nth) => 95 + nth),
  );
  expect((await proposal({ search: '50% views_', change: 'new' })).items).toHaveLength(13);
  expect((await proposal({ search: '%' })).items).toHaveLength(13);
  expect((await proposal({ change: 'gone' })).items).toEqual([]);
  const broken = catalogue.proposal.query({
    id: supplierId,
    cursor: Buffer.from('x'.repeat(65)).toString('base64url'),
  });
  expect(await refusalOf(broken)).toMatchObject({ code: 'bad_input' });
  expect(await refusalOf(catalogue.proposal.query({ id: 999_999 }))).toMatchObject({ code: 'not_found' });
});
