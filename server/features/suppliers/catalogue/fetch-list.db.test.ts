import { randomUUID } from 'node:crypto';
import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { alarms } from '#db/schema/alarms.ts';
import { mailOutbox } from '#db/schema/mail.ts';
import { services } from '#db/schema/services.ts';
import { serviceSources, supplierServices } from '#db/schema/supplier-catalogue.ts';
import { suppliers } from '#db/schema/suppliers.ts';
import { users } from '#db/schema/users.ts';
import { supplierMicros } from '#shared/supplier-money.ts';
import { testApp } from '../../../testing/app.ts';
import { ended } from '../../../testing/ended.ts';
import { makeService } from '../../../testing/factories.ts';
import { allPages } from '../../../testing/lists.ts';
import { refusalOf } from '../../../testing/refusal.ts';
import { type ListedTestService, listedService, startSupplierServer } from '../../../testing/supplier-server.ts';
import { makeSource, makeSupplier } from '../../../testing/suppliers.ts';
import { raiseAlarms } from '../../reports/raise-alarms.ts';

const app = await testApp({ env: { OUTBOUND_ALLOW_LOOPBACK: 'true' } });
const { db } = app;
const server = await startSupplierServer();
afterAll(() => server.close());
const { admin } = (await app.createAdminUser()).client;
await db.update(users).set({ emailConfirmedAt: sql`now()`, email: sql`'owner' || id || '@example.com'` });

let supplierId = 0;
beforeEach(async () => {
  await db.update(services).set({ deletedAt: sql`now()` });
  await db.delete(mailOutbox);
  await db.delete(alarms);
  supplierId = (await makeSupplier(db, app.deps.secrets, server)).id;
});

const fetchList = async (more = {}) => ended(await admin.suppliers.fetch.mutate({ id: supplierId, ...more }));
async function list(lines: Partial<ListedTestService>[], more = {}) {
  server.services = lines.map(listedService);
  return fetchList(more);
}
/** Lines of the stored list. */
const stored = () =>
  db
    .select()
    .from(supplierServices)
    .where(eq(supplierServices.supplierId, supplierId))
    .orderBy(asc(supplierServices.externalId));
const numbered = (count: number, first = 1) => Array.from({ length: count }, (_, nth) => ({ service: first + nth }));
const mails = async () =>
  (await db.select({ subject: mailOutbox.subject }).from(mailOutbox)).map(({ subject }) => subject);
const hourLater = () => db.execute(sql`update supplier_services set missing_since = missing_since - interval '1 hour'`);

test('a list is stored as the supplier writes it, hostile texts too', async () => {
  const name = `<b>"O'Neil", {NULL} \\" বাংলা 🙂 $1 ${'n'.repeat(600)}`;
  const { counts, problem } = await list([
    { service: 'a7-B_c', name, category: 'NULL', rate: '1,234.5', min: '1', max: '5000', desc: '{"a",NULL}\n' },
    { service: 7, type: 'SEO', rate: 1e-7, refill: false, cancel: false },
  ]);
  expect([counts.listed, problem]).toEqual([2, null]);
  expect(await stored()).toMatchObject([
    { externalId: '7', tradeType: 'SEO', type: null, costMicros: '0.1', refill: false, cancel: false },
    {
      externalId: 'a7-B_c',
      ...{
        name: name.slice(0, 500),
        category: 'NULL',
        description: '{"a",NULL}',
        tradeType: 'Default',
        type: 'default',
      },
      ...{ costMicros: '1234500000', min: 1, max: 5_000, refill: true, cancel: true, missingLists: 0, goneAt: null },
    },
  ]);
});

describe('a list that is not taken changes nothing, and the proposal says so', () => {
  test.each<[string, () => void, string, string[]]>([
    ['empty', () => void (server.services = []), 'empty', ['was not taken']],
    ['HTML', () => server.answerNext('services', { status: 200, body: '<html>' }), 'failed', []],
    [
      'an error',
      () => server.answerNext('services', { status: 200, body: '{"error":"Invalid API key"}' }),
      'failed',
      [],
    ],
    ['no answer', () => server.answerNext('services', { dropBefore: true }), 'failed', []],
    [
      'a list of texts',
      () => server.answerNext('services', { status: 200, body: '["a"]' }),
      'empty',
      ['was not taken'],
    ],
    ['shrunken', () => void (server.services = numbered(7).map(listedService)), 'shrunken', ['was not taken']],
    ['replaced', () => void (server.services = numbered(10, 4).map(listedService)), 'shrunken', ['was not taken']],
  ])('%s', async (_, prepare, reason, subjects) => {
    await list(numbered(10));
    const before = await stored();
    prepare();
    expect((await fetchList()).problem).toMatchObject({ reason });
    expect(await stored()).toEqual(before);
    const { problem, counts } = await admin.suppliers.proposal.query({ id: supplierId });
    expect([problem?.reason, counts.listed]).toEqual([reason, 10]);
    const expected = subjects.map((words) => expect.stringContaining(words) as string);
    expect(await mails()).toEqual(expected);
    server.services = numbered(10).map(listedService);
    expect((await fetchList()).problem).toBeNull();
    expect((await admin.suppliers.proposal.query({ id: supplierId })).problem).toBeNull();
  });

  test('a fifth fewer is taken, and so is a shorter list that a person insists on; an empty one is not', async () => {
    await list(numbered(10));
    expect((await list(numbered(8))).problem).toBeNull();
    expect((await list(numbered(2), { evenIfShrunken: true })).problem).toBeNull();
    expect((await list([], { evenIfShrunken: true })).problem).toMatchObject({ reason: 'empty' });
  });
});

test('a line is gone after two lists an hour apart that lack it, and comes back with the next list', async () => {
  await list(numbered(10));
  const first = async () => (await stored()).find(({ externalId }) => externalId === '1');
  for (const _ of [1, 2, 3]) await list(numbered(9, 2));
  expect(await first()).toMatchObject({ missingLists: 3, goneAt: null });
  await hourLater();
  await list(numbered(9, 2));
  expect(await first()).toMatchObject({ missingLists: 4, goneAt: expect.any(Date) as Date });
  await list(numbered(10));
  expect(await first()).toMatchObject({ missingLists: 0, missingSince: null, goneAt: null });
  // A month later it is forgotten, unless a service has it as a source.
  await list(numbered(8, 3));
  await db.execute(sql`update supplier_services set gone_at = now() - interval '31 days' where missing_lists > 0`);
  const { id, type } = await makeService(db);
  await makeSource(db, { id, type }, { id: supplierId }, { externalId: '2' });
  await list(numbered(8, 3));
  expect((await stored()).map(({ externalId }) => externalId).toSorted()).toEqual([
    '10',
    '2',
    '3',
    '4',
    '5',
    '6',
    '7',
    '8',
    '9',
  ]);
});

test('a line that can not be read is neither changed nor missing', async () => {
  await list(numbered(10));
  await list([{ service: 1, rate: 'free' }, ...numbered(9, 2)]);
  expect(await stored()).toMatchObject(numbered(10).map(() => ({ missingLists: 0, costMicros: '900000' })));
});

test('lines that can not be read are listed with their reasons, in the order of the list', async () => {
  server.services = [
    listedService({ service: 1 }),
    listedService({ service: 2, rate: '' }),
    listedService({ service: 3, rate: 'on request' }),
    listedService({ service: 4, rate: '৳ 90' }),
    listedService({ service: 5, rate: '-1' }),
    listedService({ service: 6, name: ' ' }),
    listedService({ service: 7, min: 'ten' }),
    listedService({ service: 8 }),
    listedService({ service: 8, rate: '0.91' }),
    listedService({ service: 8 }),
    listedService({ service: '' }),
    listedService({ service: 9, desc: 'x'.repeat(70_000) }),
    'text' as never,
    listedService({ service: 10, rate: '$ 1 200.50' }),
  ];
  const { counts } = await fetchList();
  expect(counts).toMatchObject({ unreadable: 10, new: 2, all: 2, listed: 2 });
  const unreadable = (more = {}) =>
    admin.suppliers.proposal.query({ id: supplierId, filter: { change: 'unreadable', ...more }, limit: 4 });
  const pages = await allPages((cursor) =>
    admin.suppliers.proposal.query({ id: supplierId, filter: { change: 'unreadable' }, limit: 4, cursor }),
  );
  expect(pages.flat().map(({ externalId, place, reason }) => [externalId, place, reason])).toEqual([
    ['2', 2, 'no_rate'],
    ['3', 3, 'rate_not_a_number'],
    ['4', 4, 'rate_other_currency'],
    ['5', 5, 'rate_negative'],
    ['6', 6, 'no_name'],
    ['7', 7, 'limits_not_numbers'],
    ['8', 9, 'two_rates'],
    [null, 11, 'no_id'],
    [null, 12, 'too_long'],
    [null, 13, 'no_service'],
  ]);
  expect(await unreadable({ search: '8' })).toMatchObject({ items: [{ externalId: '8' }], leftOut: 0 });
  expect(
    await refusalOf(admin.suppliers.proposal.query({ id: supplierId, filter: { change: 'unreadable' }, cursor: 'x' })),
  ).toMatchObject({ code: 'bad_input' });
  expect(
    (await admin.suppliers.accept.mutate({ id: supplierId, all: true, filter: { change: 'unreadable' } })).created,
  ).toBe(0);
  // The next list has the reasons of its own lines.
  await list([{ service: 1 }], { evenIfShrunken: true });
  expect(await unreadable()).toMatchObject({ items: [], counts: { unreadable: 0 } });
});

test('a list of which no line can be read is told line by line, and changes nothing', async () => {
  await list(numbered(2));
  const before = await stored();
  const { problem, counts } = await list(numbered(2).map((line) => ({ ...line, rate: '৳ 90' })));
  expect([problem, counts.unreadable, counts.listed]).toEqual([null, 2, 2]);
  expect(await stored()).toEqual(before);
  const { items } = await admin.suppliers.proposal.query({ id: supplierId, filter: { change: 'unreadable' } });
  expect(items.map(({ externalId, reason }) => [externalId, reason])).toEqual([
    ['1', 'rate_other_currency'],
    ['2', 'rate_other_currency'],
  ]);
});

test('a list whose costs could not be applied is due again within a minute', async () => {
  const { id } = await makeService(db, { pricedByRule: true, priceMicros: 1_080_000 as never });
  await makeSource(db, { id, type: 'default' }, { id: supplierId }, { externalId: '1' });
  const dueIn = async () => {
    const [row] = await db.execute<{ seconds: number }>(sql`
      select extract(epoch from list_due_at - now())::int as seconds from suppliers where id = ${supplierId}`);
    return row?.seconds ?? 0;
  };
  await db.execute(sql`alter table service_sources add constraint broken check (waiting is null) not valid`);
  await expect(list([{ service: 1, rate: '0.99' }])).rejects.toThrow();
  await db.execute(sql`alter table service_sources drop constraint broken`);
  expect((await stored())[0]).toMatchObject({ externalId: '1', costMicros: '990000' });
  expect(await dueIn()).toBeLessThanOrEqual(60);
  await list([{ service: 1, rate: '0.99' }]);
  expect(await dueIn()).toBeGreaterThan(3_000);
  expect((await db.select().from(services).where(eq(services.id, id)))[0]?.priceMicros).toBe(1_188_000);
});

describe('with a service that is bought', () => {
  const rule = { pricedByRule: true, priceMicros: 1_080_000 as never };
  async function makeBought(overrides = {}, source = {}) {
    const { id } = await makeService(db, { ...rule, ...overrides });
    await makeSource(db, { id, type: 'default' }, { id: supplierId }, { externalId: '1', ...source });
    return id;
  }
  const read = async (id: number) => (await db.select().from(services).where(eq(services.id, id)))[0];
  const sourceOf = async (id: number) =>
    (
      await db.select().from(serviceSources).where(eq(serviceSources.serviceId, id)).orderBy(serviceSources.position)
    )[0];
  const prices = async (id: number) =>
    (await admin.services.prices.query({ id })).items.map((each) => [each.priceMicros, each.byRule]);

  test('rises and small falls move a price by rule, measured from the cost that a person accepted', async () => {
    const id = await makeBought();
    for (const [rate, priceMicros] of [
      ['0.95', 1_140_000],
      ['0.99', 1_188_000],
      ['1.00', 1_200_000],
      ['0.81', 972_000],
      ['0.80', 972_000],
    ] as const) {
      await list([{ service: 1, rate }]);
      expect([rate, (await read(id))?.priceMicros]).toEqual([rate, priceMicros]);
      expect((await sourceOf(id))?.acceptedCostMicros).toBe('900000');
    }
    expect(await prices(id)).toEqual([
      [972_000, true],
      [1_200_000, true],
      [1_188_000, true],
      [1_140_000, true],
      [1_080_000, true],
    ]);
    await admin.suppliers.setRules.mutate({ smallChangePercent: 0 });
    await list([{ service: 1, rate: '0.79' }]);
    expect((await read(id))?.priceMicros).toBe(972_000);
    // A fall that waits never lowers the price, and the margin holds.
    await list([{ service: 1, rate: '0.89' }]);
    expect((await read(id))?.priceMicros).toBe(1_068_000);
    await admin.suppliers.setRules.mutate({ smallChangePercent: 10, risePercent: 0 });
    await list([{ service: 1, rate: '0.91' }]);
    expect(await read(id)).toMatchObject({ priceMicros: 1_068_000, hidden: true, pausedReason: 'dearer' });
    await admin.suppliers.setRules.mutate({ risePercent: 50 });
  });

  test.each([
    ['by rule', {}],
    ['set by hand', { pricedByRule: false }],
  ])('a price %s below the cost pauses the service at once, with one alarm', async (_, overrides) => {
    const id = await makeBought(overrides);
    const offered = async () => (await app.client().services.list.query({})).items.map((each) => each.id);
    await list([{ service: 1 }]);
    expect(await offered()).toEqual([id]);
    await list([{ service: 1, rate: '45' }]);
    expect(await read(id)).toMatchObject({ hidden: true, pausedReason: 'below_cost', priceMicros: 1_080_000 });
    expect(await offered()).toEqual([]);
    expect(await sourceOf(id)).toMatchObject({ pausedReason: 'below_cost' });
    await raiseAlarms(db, app.deps.config.publicUrl);
    await list([{ service: 1, rate: '46' }]);
    await raiseAlarms(db, app.deps.config.publicUrl);
    expect((await mails()).filter((subject) => subject.includes('paused'))).toEqual([
      '1 service was paused by the panel',
    ]);
    // The source is bought again at the old cost.
    await list([{ service: 1 }]);
    expect(await sourceOf(id)).toMatchObject({ pausedReason: null });
    expect(await read(id)).toMatchObject({ hidden: false, pausedReason: null, pausedAt: null });
  });

  test.each(['alone', 'with others'])('a paused service that a person hides, %s, stays hidden', async (how) => {
    const id = await makeBought();
    await list([{ service: 1, rate: '45' }]);
    if (how === 'alone') await admin.services.setHidden.mutate({ id, hidden: true });
    else {
      const input = { ids: [id], change: { kind: 'hide' as const } };
      const { previewHash } = await admin.services.previewMany.query(input);
      await admin.services.changeMany.mutate({ ...input, previewHash, requestId: randomUUID() });
    }
    await list([{ service: 1 }]);
    expect(await read(id)).toMatchObject({ hidden: true, pausedReason: null });
    expect(await sourceOf(id)).toMatchObject({ pausedReason: null });
  });

  /** 50 % is the most that a rise moves by itself; costs are measured from 0.90, which a person accepted. */
  test.each<[what: string, rate: string, change: string[], paused: string | null, priceMicros: number]>([
    ['the same', '0.9', [], null, 1_080_000],
    ['a small rise', '0.91', ['dearer'], null, 1_092_000],
    ['a rise of the whole margin', '1.08', ['dearer'], null, 1_296_000],
    ['the largest rise', '1.35', ['dearer'], null, 1_620_000],
    ['a larger rise', '1.350001', ['dearer'], 'below_cost', 1_080_000],
    ['a small fall', '0.81', [], null, 972_000],
    ['a larger fall', '0.809999', ['cheaper'], null, 1_080_000],
    ['a fall by half', '0.45', ['cheaper'], null, 1_080_000],
    ['a fall by more than half', '0.449999', ['cheaper'], null, 1_080_000],
    ['a fall to nothing', '0', ['cheaper'], null, 1_080_000],
  ])('%s: %s', async (_, rate, changes, pausedReason, priceMicros) => {
    const id = await makeBought();
    await list([{ service: 1, rate }]);
    expect(await read(id)).toMatchObject({ priceMicros, pausedReason, hidden: pausedReason !== null });
    const { items, counts } = await admin.suppliers.proposal.query({ id: supplierId });
    expect(items.map((line) => line.changes)).toEqual(changes.length > 0 ? [changes] : []);
    expect(counts.paused).toBe(pausedReason === null ? 0 : 1);
    const isDoubted = Number(rate) < 0.45;
    expect(items.some((line) => line.isDoubted)).toBe(isDoubted);
    const expected = isDoubted
      ? { updated: 0, leftOut: [{ externalId: '1', reason: 'doubted' }] }
      : { leftOutCount: 0 };
    for (const all of [{}, { filter: { change: 'cheaper' as const } }])
      expect(await admin.suppliers.accept.mutate({ id: supplierId, all: true, ...all })).toMatchObject(
        all.filter && changes[0] !== 'cheaper' ? {} : expected,
      );
    expect((await sourceOf(id))?.acceptedCostMicros).toBe(
      isDoubted || changes.length === 0 ? '900000' : String(Math.round(Number(rate) * 1e6)),
    );
    // Back at the cost before, it is on sale as before: from an accepted fall that is a rise.
    await list([{ service: 1, rate: changes[0] === 'cheaper' && !isDoubted ? rate : '0.9' }]);
    expect(await read(id)).toMatchObject({ hidden: false, pausedReason: null });
  });

  test('a rise beyond the rule pauses also with a wide margin, and a person who resumes the source accepts it', async () => {
    const id = await makeBought({ marginBasisPoints: 20_000, priceMicros: 2_700_000 as never });
    await list([{ service: 1, rate: '1.44' }]);
    expect(await read(id)).toMatchObject({ priceMicros: 2_700_000, hidden: true, pausedReason: 'dearer' });
    const [line] = (await admin.suppliers.proposal.query({ id: supplierId, filter: { change: 'paused' } })).items;
    expect(line).toMatchObject({ externalId: '1', pausedReason: 'dearer', changes: ['dearer'] });
    await admin.services.resumeSource.mutate({ id, supplierId, externalId: '1' });
    expect(await read(id)).toMatchObject({ priceMicros: 4_320_000, hidden: false });
    expect((await admin.suppliers.proposal.query({ id: supplierId })).counts).toMatchObject({ all: 0, paused: 0 });
  });

  test('ten falls of 9 % are one of 61 %: the first moves the price, the others wait', async () => {
    const id = await makeBought();
    let cost = 0.9;
    for (let nth = 0; nth < 10; nth++) {
      cost *= 0.91;
      await list([{ service: 1, rate: cost.toFixed(6) }]);
    }
    expect(await read(id)).toMatchObject({ priceMicros: 982_800 });
    expect((await admin.suppliers.proposal.query({ id: supplierId })).items).toMatchObject([{ isDoubted: true }]);
  });

  test('the exchange rate moves a price by itself, also beside a fall that waits', async () => {
    const id = await makeBought();
    await list([{ service: 1, rate: '0.6' }]);
    const { name, url, currency } = await admin.suppliers.get.query({ id: supplierId });
    await admin.suppliers.save.mutate({ id: supplierId, name, url, currency, rate: '2' });
    expect(await read(id)).toMatchObject({ priceMicros: 1_440_000, hidden: false });
  });

  test('a price by hand stays, and pauses where its least margin is gone', async () => {
    const id = await makeBought({ pricedByRule: false });
    await admin.suppliers.setRules.mutate({ leastMarginPercent: 5 });
    await list([{ service: 1, rate: '1.02' }]);
    expect(await read(id)).toMatchObject({ priceMicros: 1_080_000, hidden: false });
    await list([{ service: 1, rate: '1.03' }]);
    expect(await read(id)).toMatchObject({ priceMicros: 1_080_000, hidden: true, pausedReason: 'below_cost' });
    await admin.suppliers.setRules.mutate({ leastMarginPercent: 0 });
    expect(await read(id)).toMatchObject({ hidden: false });
  });

  test('the least margin counts, and a second source at its price keeps the service on sale', async () => {
    const id = await makeBought();
    await makeSource(
      db,
      { id, type: 'default' },
      { id: supplierId },
      { externalId: '2', costMicros: supplierMicros(500_000) },
    );
    await list([
      { service: 1, rate: '2' },
      { service: 2, rate: '0.5' },
    ]);
    expect(await read(id)).toMatchObject({ hidden: false });
    expect(await sourceOf(id)).toMatchObject({ pausedReason: 'below_cost' });
    await admin.suppliers.setRules.mutate({ leastMarginPercent: 116 });
    expect(await read(id)).toMatchObject({ hidden: false });
    await admin.suppliers.setRules.mutate({ leastMarginPercent: 116.01 });
    expect(await read(id)).toMatchObject({ hidden: true, pausedReason: 'below_cost' });
    await admin.suppliers.setRules.mutate({ leastMarginPercent: 0 });
  });

  test.each<[string, Partial<ListedTestService>, string, string]>([
    ['type', { type: 'Package' }, 'type_changed', 'gone'],
    ['limits without a common quantity', { min: '20000', max: '30000' }, 'limits_changed', 'gone'],
  ])('another %s pauses it', async (_, line, paused, reason) => {
    const id = await makeBought();
    await list([{ service: 1, ...line }]);
    expect(await sourceOf(id)).toMatchObject({ pausedReason: paused });
    expect(await read(id)).toMatchObject({ hidden: true, pausedReason: reason });
    await list([{ service: 1 }]);
    expect(await sourceOf(id)).toMatchObject({ pausedReason: null });
    expect(await read(id)).toMatchObject({ hidden: false, pausedReason: null });
  });

  test.each([
    ['person', false],
    ['refused', true],
  ] as const)('a pause of its source stays: %s', async (pausedReason, hidden) => {
    const id = await makeBought({}, { source: { pausedReason, pausedAt: new Date(), pausedText: 'Disabled' } });
    await list([{ service: 1 }]);
    expect(await sourceOf(id)).toMatchObject({ pausedReason, pausedText: 'Disabled' });
    expect(await read(id)).toMatchObject({ hidden });
  });
});

test('two fetches at once, and one during an acceptance, take each list completely', async () => {
  server.services = numbered(40).map(listedService);
  const both = await Promise.all([
    fetchList(),
    fetchList(),
    admin.suppliers.accept.mutate({ id: supplierId, all: true }),
  ]);
  expect([both[0].problem, both[1].problem]).toEqual([null, null]);
  await admin.suppliers.accept.mutate({ id: supplierId, all: true });
  expect(await db.select().from(serviceSources).where(eq(serviceSources.supplierId, supplierId))).toHaveLength(40);
});

test('a supplier that does not exist is not read, and each read writes the audit', async () => {
  await expect(admin.suppliers.fetch.mutate({ id: 999_999 })).rejects.toMatchObject({
    data: { domainCode: 'not_found' },
  });
  await list([{ service: 1 }]);
  const { items } = await admin.audit.list.query({ subject: 'supplier', subjectId: supplierId });
  expect(items).toMatchObject([{ action: 'supplier.fetch', after: { lines: 1, problem: null } }]);
  expect((await db.select().from(suppliers).where(eq(suppliers.id, supplierId)))[0]).toMatchObject({
    listedAt: expect.any(Date) as Date,
    listDueAt: expect.any(Date) as Date,
  });
});

test.each<[string, Partial<ListedTestService>[], number | string]>([
  ['has read the same list since', [{ service: 1 }, { service: 2 }], 2],
  ['has read another cost since', [{ service: 1, rate: '9' }, { service: 2 }], 'catalogue_changed'],
  ['has read another line since', [{ service: 1 }, { service: 2 }, { service: 3 }], 'catalogue_changed'],
  ['lacks a line since', [{ service: 1 }], 'catalogue_changed'],
])('all lines of a proposal, if the panel %s', async (_, lines, outcome) => {
  await list([{ service: 1 }, { service: 2 }]);
  const { listedAt } = await admin.suppliers.proposal.query({ id: supplierId });
  await list(lines, { evenIfShrunken: true });
  const input = { id: supplierId, all: true, readAt: listedAt ?? undefined, requestId: randomUUID() } as const;
  const accepting = admin.suppliers.accept.mutate(input);
  if (typeof outcome === 'string') {
    expect(await refusalOf(accepting)).toMatchObject({ code: outcome });
    expect((await admin.suppliers.proposal.query({ id: supplierId })).counts.new).toBe(lines.length);
    return;
  }
  const accepted = await accepting;
  expect(accepted.created).toBe(outcome);
  await list([{ service: 1, rate: '9' }]);
  // A retry gets the first result, also with the time of a later proposal.
  expect(await admin.suppliers.accept.mutate(input)).toEqual(accepted);
  const later = await admin.suppliers.proposal.query({ id: supplierId });
  expect(await admin.suppliers.accept.mutate({ ...input, readAt: later.listedAt ?? undefined })).toEqual(accepted);
});
