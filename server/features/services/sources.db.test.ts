import { and, eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { services } from '#db/schema/services.ts';
import { serviceSources } from '#db/schema/supplier-catalogue.ts';
import { micros } from '#shared/money.ts';
import { testApp } from '../../testing/app.ts';
import { makeService } from '../../testing/factories.ts';
import { refusalOf } from '../../testing/refusal.ts';
import { listedService, startSupplierServer } from '../../testing/supplier-server.ts';
import { makeSupplier } from '../../testing/suppliers.ts';

const app = await testApp({ env: { OUTBOUND_ALLOW_LOOPBACK: 'true' } });
const { db } = app;
const server = await startSupplierServer();
const second = await startSupplierServer({ currency: 'BDT' });
afterAll(() => Promise.all([server.close(), second.close()]));
const { admin } = (await app.createAdminUser()).client;
const verbs = admin.services;

let one = 0;
let two = 0;
beforeEach(async () => {
  server.services = ['101', '102', '103', '104', '105', '106'].map((service) => listedService({ service }));
  second.services = [listedService({ service: 7, rate: '60', name: 'Fans', min: '20', refill: false })];
  one = (await makeSupplier(db, app.deps.secrets, server)).id;
  // A taka is $0.0082.
  two = (await makeSupplier(db, app.deps.secrets, second, { ratePicos: 8_200_000_000 as never })).id;
});
const source = (externalId: string, supplierId = one) => ({ supplierId, externalId });
const serviceOf = async (id: number) => (await db.select().from(services).where(eq(services.id, id)))[0];
const newService = async (overrides = {}) =>
  (await makeService(db, { priceMicros: micros(1_000_000), ...overrides })).id;

test('a service is bought from its sources in order, and each keeps its cost and its pause', async () => {
  const id = await newService();
  expect(await verbs.sources.query({ id })).toMatchObject({ sources: [], pricedByRule: false, fieldsOfSupplier: [] });
  // Neither list was read before.
  const made = await verbs.setSources.mutate({ id, sources: [source('7', two), source('101')] });
  expect(made.sources).toMatchObject([
    {
      ...{
        position: 1,
        supplierId: two,
        externalId: '7',
        name: 'Fans',
        currency: 'BDT',
        cost: '60',
        acceptedCost: '60',
      },
      ...{ costNanos: 492_000_000, per: 1000, pausedReason: null, goneAt: null },
    },
    { position: 2, supplierId: one, externalId: '101', currency: 'USD', cost: '0.9', costNanos: 900_000_000 },
  ]);
  expect(await serviceOf(id)).toMatchObject({
    forwarded: true,
    hidden: false,
    name: expect.not.stringContaining('Fans') as string,
  });
  await verbs.pauseSource.mutate({ id, ...source('101') });
  server.services = server.services.map((line) => ({ ...line, rate: '0.99' }));
  await admin.suppliers.fetch.mutate({ id: one });
  const swapped = await verbs.setSources.mutate({ id, sources: [source('101'), source('102'), source('7', two)] });
  expect(swapped.sources).toMatchObject([
    { position: 1, externalId: '101', cost: '0.99', acceptedCost: '0.9', pausedReason: 'person' },
    { position: 2, externalId: '102', acceptedCost: '0.99', pausedReason: null },
    { position: 3, externalId: '7' },
  ]);
  expect((await verbs.resumeSource.mutate({ id, ...source('101') })).sources[0]).toMatchObject({ pausedReason: null });
  expect((await verbs.setSources.mutate({ id, sources: [] })).sources).toEqual([]);
  expect(await serviceOf(id)).toMatchObject({ forwarded: false });
});

test.each<[string, () => { supplierId: number; externalId: string }[], string]>([
  ['a line that the list lacks', () => [source('999')], "The supplier's list has no service 999"],
  ['a line of another type', () => [source('101')], 'Service 101 of the supplier is of another type'],
  ['a supplier that does not exist', () => [source('101', 999_999)], 'There is no such supplier'],
  ['the same source twice', () => [source('101'), source('101')], 'Each source can be chosen only once'],
  ['six', () => ['101', '102', '103', '104', '105', '106'].map((id) => source(id)), 'A service has at most 5 sources'],
])('%s is refused', async (_, sources, message) => {
  server.services[0] = listedService({ service: '101', type: 'Package' });
  const id = await newService();
  expect(await refusalOf(verbs.setSources.mutate({ id, sources: sources() }))).toMatchObject({
    code: 'bad_input',
    message,
  });
  expect((await verbs.sources.query({ id })).sources).toEqual([]);
  expect(await serviceOf(id)).toMatchObject({ forwarded: false });
});

test('a list that can not be read refuses its sources', async () => {
  server.answerNext('services', { status: 200, body: '<html>' });
  const refused = verbs.setSources.mutate({ id: await newService(), sources: [source('101')] });
  expect(await refusalOf(refused)).toMatchObject({
    code: 'bad_input',
    message: expect.stringContaining('can not be read') as string,
  });
  expect(await refusalOf(verbs.setSources.mutate({ id: 999_999, sources: [] }))).toMatchObject({
    code: 'service_not_found',
  });
  const unknown = verbs.resumeSource.mutate({ id: await newService(), ...source('101') });
  expect(await refusalOf(unknown)).toMatchObject({ code: 'not_found' });
});

test('a source above the price pauses the service, and a cheaper one sells it again', async () => {
  const id = await newService({ priceMicros: micros(800_000) });
  const paused = await verbs.setSources.mutate({ id, sources: [source('101')] });
  expect(paused).toMatchObject({ sources: [{ pausedReason: 'below_cost' }], pausedReason: 'below_cost' });
  // Resuming the source does not sell below the cost.
  expect((await verbs.resumeSource.mutate({ id, ...source('101') })).sources[0]?.pausedReason).toBe('below_cost');
  const resumed = await verbs.setSources.mutate({ id, sources: [source('101'), source('7', two)] });
  expect(resumed).toMatchObject({
    sources: [{ pausedReason: 'below_cost' }, { pausedReason: null }],
    pausedReason: null,
  });
  expect(await serviceOf(id)).toMatchObject({ hidden: false, pausedAt: null });
});

test.each<[string, { hidden: boolean }, { hidden: boolean }]>([
  ['is on sale again when it is resumed', { hidden: false }, { hidden: false }],
  ['stays hidden when it is resumed, if an admin has hidden it', { hidden: true }, { hidden: true }],
])('a service that its source has refused %s', async (_, before, after) => {
  const id = await newService(before);
  await verbs.setSources.mutate({ id, sources: [source('101'), source('102')] });
  await db
    .update(serviceSources)
    .set({ pausedReason: 'refused', pausedAt: new Date() })
    .where(and(eq(serviceSources.serviceId, id), eq(serviceSources.externalId, '101')));
  expect((await verbs.pauseSource.mutate({ id, ...source('102') })).pausedReason).toBe(before.hidden ? null : 'gone');
  expect(await serviceOf(id)).toMatchObject({ hidden: true });
  await verbs.resumeSource.mutate({ id, ...source('101') });
  expect(await serviceOf(id)).toMatchObject({ ...after, pausedReason: null });
  // A person who pauses every source takes nothing off sale.
  await verbs.pauseSource.mutate({ id, ...source('101') });
  expect(await serviceOf(id)).toMatchObject(after);
});

test('a price follows the rule again, and a change by hand ends that', async () => {
  const id = await newService();
  expect(await refusalOf(verbs.setPriceRule.mutate({ id, byRule: true }))).toMatchObject({
    message: 'A price by rule needs a source',
  });
  await verbs.setSources.mutate({ id, sources: [source('101')] });
  expect(await verbs.setPriceRule.mutate({ id, byRule: true })).toMatchObject({
    ...{ pricedByRule: true, marginPercent: null, appliedMarginPercent: 20, priceByRuleMicros: 1_080_000 },
  });
  await verbs.setPriceRule.mutate({ id, byRule: true, marginPercent: 100 });
  expect(await serviceOf(id)).toMatchObject({ priceMicros: 1_800_000, marginBasisPoints: 10_000 });
  const preview = { ids: [id], percentHundredths: 1_000, stepMicros: 1 as const };
  const { previewHash } = await verbs.previewPrices.query(preview);
  await verbs.changePrices.mutate({ ...preview, previewHash });
  expect(await serviceOf(id)).toMatchObject({ priceMicros: 1_980_000, pricedByRule: false });
  const { items, nextCursor: cursor } = await verbs.prices.query({ id, limit: 2 });
  expect(items.map(({ priceMicros, byRule }) => [priceMicros, byRule])).toEqual([
    [1_980_000, false],
    [1_800_000, true],
  ]);
  const rest = await verbs.prices.query({ id, limit: 2, cursor });
  expect(rest.items.map(({ priceMicros, byRule }) => [priceMicros, byRule])).toEqual([
    [1_080_000, true],
    [1_000_000, false],
  ]);
});

describe('a field that is changed by hand', () => {
  const all = ['name', 'description', 'min', 'max', 'refill', 'cancel'] as const;
  async function following() {
    const id = await newService({ fieldsOfSupplier: [...all], pricedByRule: true, priceMicros: micros(1_080_000) });
    await verbs.setSources.mutate({ id, sources: [source('101')] });
    return id;
  }
  async function formOf(id: number) {
    const row = await verbs.get.query({ id });
    const { name, description, category, priceMicros, min, max, avgTimeHours, refillDays, cancel } = row;
    return { id, image: null, name, description, category, priceMicros, min, max, avgTimeHours, refillDays, cancel };
  }

  test("is the shop's own, and follows again once it is chosen", async () => {
    const id = await following();
    expect(await serviceOf(id)).toMatchObject({
      name: 'Instagram Followers',
      refillDays: 30,
      cancel: true,
      max: 10_000,
    });
    await verbs.update.mutate({ ...(await formOf(id)), name: 'Ours', refillDays: 60 });
    expect(await serviceOf(id)).toMatchObject({
      name: 'Ours',
      fieldsOfSupplier: ['description', 'min', 'max', 'cancel'],
      pricedByRule: true,
    });
    const form = await formOf(id);
    await verbs.update.mutate({ ...form, fieldsOfSupplier: ['name', 'max'] });
    expect(await serviceOf(id)).toMatchObject({
      name: 'Instagram Followers',
      refillDays: 60,
      fieldsOfSupplier: ['name', 'max'],
    });
    // Changed although the form still has it as the supplier's.
    await verbs.update.mutate({ ...(await formOf(id)), max: 500, fieldsOfSupplier: ['name', 'max'] });
    expect(await serviceOf(id)).toMatchObject({ max: 500, fieldsOfSupplier: ['name'] });
  });

  test('also by a change of many, and by a file', async () => {
    const id = await following();
    const change = { ids: [id], change: { kind: 'cancel' as const, cancel: false } };
    const { previewHash } = await verbs.previewMany.query(change);
    await verbs.changeMany.mutate({ ...change, previewHash, requestId: crypto.randomUUID() });
    expect(await serviceOf(id)).toMatchObject({ cancel: false, fieldsOfSupplier: all.slice(0, 5) });
    const csv = `id,min,price\n${id},70,2.5\n`;
    const preview = await verbs.import.mutate({ csv, apply: false });
    await verbs.import.mutate({ csv, apply: true, previewHash: preview.previewHash });
    expect(await serviceOf(id)).toMatchObject({
      min: 70,
      pricedByRule: false,
      priceMicros: 2_500_000,
      fieldsOfSupplier: ['name', 'description', 'max', 'refill'],
    });
  });

  test('a price below the cost by hand pauses the service, and one at the cost sells it again', async () => {
    const id = await following();
    const form = await formOf(id);
    await verbs.update.mutate({ ...form, priceMicros: micros(899_999) });
    expect(await serviceOf(id)).toMatchObject({ hidden: true, pausedReason: 'below_cost', pricedByRule: false });
    await verbs.update.mutate({ ...form, priceMicros: micros(900_000) });
    expect(await serviceOf(id)).toMatchObject({ hidden: false, pausedReason: null, pricedByRule: false });
  });
});

test('rules and words are changed completely or not at all', async () => {
  const rules = await admin.suppliers.rules.query();
  expect(rules).toMatchObject({
    ...{ marginPercent: 20, leastMarginPercent: 0, smallChangePercent: 10, floorMicros: 0, stepMicros: 100 },
  });
  for (const wrong of [
    { marginPercent: -1 },
    { smallChangePercent: 101 },
    { stepMicros: micros(0) },
    { marginPercent: 0.001 },
  ])
    expect(await refusalOf(admin.suppliers.setRules.mutate(wrong))).toMatchObject({ code: 'bad_input' });
  const id = await newService({ pricedByRule: true, priceMicros: micros(1_080_000) });
  await verbs.setSources.mutate({ id, sources: [source('101')] });
  await admin.suppliers.setRules.mutate({ floorMicros: micros(3_000_000), stepMicros: micros(7) });
  expect(await serviceOf(id)).toMatchObject({ priceMicros: 3_000_004 });
  await admin.suppliers.setRules.mutate({ floorMicros: micros(0), stepMicros: micros(100) });
  expect(await serviceOf(id)).toMatchObject({ priceMicros: 1_080_000 });

  const { words } = await admin.suppliers.categoryWords.query();
  expect(words).toContainEqual({ word: 'tik tok', category: 'tiktok' });
  const next = [
    ...words.filter(({ word }) => word !== 'fb'),
    { word: 'ইনস্টাগ্রাম', category: 'instagram' as const },
    { word: 'Password', category: 'feature' as const },
  ];
  const after = await admin.suppliers.setCategoryWords.mutate({ words: next });
  expect(after.words.map(({ word }) => word)).toEqual(expect.arrayContaining(['ইনস্টাগ্রাম', 'password']));
  expect(after.words.map(({ word }) => word)).not.toContain('fb');
  const twice = ['a', 'A'].map((word) => ({ word, category: 'tiktok' as const }));
  expect(await refusalOf(admin.suppliers.setCategoryWords.mutate({ words: twice }))).toMatchObject({
    code: 'bad_input',
  });
  await admin.suppliers.fetch.mutate({ id: one });
  server.services = [...server.services, listedService({ service: 200, category: 'ইনস্টাগ্রাম ফলোয়ার', name: 'x' })];
  await admin.suppliers.fetch.mutate({ id: one });
  const { items } = await admin.suppliers.proposal.query({ id: one, filter: { search: 'ফলোয়ার' } });
  expect(items).toMatchObject([{ externalId: '200', category: { slug: 'instagram-followers', isNew: true } }]);
  await admin.suppliers.setCategoryWords.mutate({ words });
});

test('rules and words that another admin has changed are refused to those who saw others', async () => {
  const { updatedAt: expectedUpdatedAt } = await admin.suppliers.rules.query();
  await admin.suppliers.setRules.mutate({ leastMarginPercent: 1, expectedUpdatedAt });
  const late = admin.suppliers.setRules.mutate({ leastMarginPercent: 2, expectedUpdatedAt });
  expect(await refusalOf(late)).toMatchObject({ code: 'settings_changed' });
  // A retry whose first answer was lost.
  const again = await admin.suppliers.setRules.mutate({ leastMarginPercent: 1, expectedUpdatedAt });
  expect(again.leastMarginPercent).toBe(1);
  await admin.suppliers.setRules.mutate({ leastMarginPercent: 0 });
  const { words, version: expectedVersion } = await admin.suppliers.categoryWords.query();
  const next = [...words, { word: 'zz', category: 'feature' as const }];
  const changed = await admin.suppliers.setCategoryWords.mutate({ words: next, expectedVersion });
  const lost = admin.suppliers.setCategoryWords.mutate({ words: words.slice(1), expectedVersion });
  expect(await refusalOf(lost)).toMatchObject({ code: 'settings_changed' });
  expect(await admin.suppliers.setCategoryWords.mutate({ words: next, expectedVersion })).toEqual(changed);
  await admin.suppliers.setCategoryWords.mutate({ words, expectedVersion: changed.version });
  expect(await admin.suppliers.categoryWords.query()).toEqual({ words, version: expectedVersion });
});

test('changes of one service at once leave one of the results', async () => {
  const id = await newService();
  await admin.suppliers.fetch.mutate({ id: one });
  const lists = [['101', '102'], ['102'], ['103', '101', '102'], ['104']];
  await Promise.all([
    ...lists.map((ids) => verbs.setSources.mutate({ id, sources: ids.map((each) => source(each)) })),
    admin.suppliers.fetch.mutate({ id: one }),
  ]);
  const left = (await verbs.sources.query({ id })).sources.map(({ externalId }) => externalId);
  expect(lists).toContainEqual(left);
});
