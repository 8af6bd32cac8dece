import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, expect, it } from 'vitest';
import { orders } from '#db/schema/orders.ts';
import { micros } from '#shared/money.ts';
import { checkLedger } from '../../money/check-ledger.ts';
import { testApp } from '../../testing/app.ts';
import { dollars, makeService } from '../../testing/factories.ts';
import { makeTrader, type Trader } from '../../testing/trade.ts';

const app = await testApp();
const link = 'https://example.com/post';

afterAll(async () => {
  expect((await checkLedger(app.db)).problems).toEqual([]);
});

const refusal = (error: string) => ({ error });

async function bodyOf(trader: Trader, parameters: Parameters<Trader['call']>[0]) {
  const { status, body } = await trader.call(parameters);
  expect(status).toBe(200);
  return body as unknown;
}

const balanceOf = async (trader: Trader) => bodyOf(trader, { action: 'balance' });

it.each([
  ['Default', { type: 'default' }, { quantity: '1000' }, '1', 1000],
  ['Default without drip-feed', { type: 'default' }, { quantity: '10', runs: '1', interval: '0' }, '0.01', 10],
  ['Default with `runs` alone', { type: 'default' }, { quantity: '10', runs: '0' }, '0.01', 10],
  ['Default with decimals', { type: 'default' }, { quantity: '10.0' }, '0.01', 10],
  ['Default with an exponent', { type: 'default' }, { quantity: '1e3' }, '1', 1000],
  ['Package, with any quantity', { type: 'package' }, { quantity: '77' }, '1', 1],
  ['Custom Comments', { type: 'custom_comments' }, { comments: 'a\r\n\r\nb\nc, d\n', quantity: '9' }, '0.003', 3],
  ['Custom Comments with two characters', { type: 'custom_comments' }, { comments: String.raw`a\nb\r\nc` }, '0.003', 3],
  [
    'Custom Comments with line breaks of every kind',
    { type: 'custom_comments' },
    { comments: String.raw`a\n` + '\u2028b\u0085c' },
    '0.003',
    3,
  ],
  ['Custom Comments Package', { type: 'custom_comments_package' }, { comments: 'a\nb' }, '1', 1],
] as const)('places an order of %s', async (_, service, fields, charge, quantity) => {
  const trader = await makeTrader(app, { balanceNanos: dollars(2) });
  const { id, per } = await makeService(app.db, service);
  const { order } = (await bodyOf(trader, { action: 'add', service: id, link, ...fields })) as { order: number };
  expect(order).toEqual(expect.any(Number));
  expect(await bodyOf(trader, { action: 'status', order })).toEqual({
    ...{ charge, start_count: '0', status: 'Pending', remains: '0', currency: 'USD' },
  });
  const stored = await app.db.select().from(orders).where(eq(orders.id, order));
  expect(stored).toMatchObject([{ quantity, per, link }]);
});

const good = { action: 'add', link, quantity: 100 };
it.each([
  ['no service', { service: '' }, 'error.incorrect_service_id'],
  ['an unknown service', { service: 999_999 }, 'error.incorrect_service_id'],
  ['a service that is no number', { service: '1e3' }, 'error.incorrect_service_id'],
  ['no link', { link: 'null' }, 'neworder.error.link'],
  ['a script as link', { link: 'javascript:alert(1)' }, 'neworder.error.link'],
  ['a NUL in the link', { link: '@a\0b' }, 'neworder.error.link'],
  ['a link of 60 kB', { link: `https://example.com/${'x'.repeat(60_000)}` }, 'neworder.error.link'],
  ['no quantity', { quantity: '' }, 'neworder.error.min_quantity'],
  ['too few', { quantity: 9 }, 'neworder.error.min_quantity'],
  ['too many', { quantity: 10_001 }, 'neworder.error.max_quantity'],
  ['2^31', { quantity: 2 ** 31 }, 'neworder.error.max_quantity'],
  ['2^53', { quantity: 2 ** 53 }, 'neworder.error.max_quantity'],
  ['a negative quantity', { quantity: -100 }, 'neworder.error.min_quantity'],
  ['a fraction', { quantity: '10.5' }, 'neworder.error.min_quantity'],
  ['a word', { quantity: 'many' }, 'neworder.error.min_quantity'],
  ['more than a number holds', { quantity: '1e400' }, 'neworder.error.max_quantity'],
  ['groups', { quantity: '1,000' }, 'Write “1,000” in plain digits: 1000'],
  ['Bengali digits', { quantity: '১০০' }, 'Write “১০০” in plain digits: 100'],
  ['a letter', { quantity: '5k' }, 'Write “5k” in plain digits: 5000'],
  ['two readings', { quantity: '1.000' }, '“1.000” can be read in more than one way: write 1 or 1000'],
  ['a negative exponent', { quantity: '1000e-1' }, 'neworder.error.min_quantity'],
  ['an exponent of 60 kB', { quantity: `1e${'9'.repeat(60_000)}` }, 'neworder.error.max_quantity'],
  ['60 kB of digits', { quantity: '9'.repeat(60_000) }, 'neworder.error.max_quantity'],
  ['drip-feed', { runs: 2, interval: 30 }, 'Drip-feed is not available'],
  ['an interval alone', { interval: 5 }, 'Drip-feed is not available'],
  ['runs that are no number', { runs: 'x' }, 'Drip-feed is not available'],
  ['another rate', { rate: '0.99' }, 'error.price_changed'],
  ['a rate that is no number', { rate: '1e0' }, 'error.price_changed'],
  ['a rate of 60 kB', { rate: `1.${'0'.repeat(60_000)}1` }, 'error.price_changed'],
  ['a request id that is no UUID', { request_id: 'order-17' }, 'request_id must be a UUID'],
  ['too little money', { quantity: 10_000 }, 'neworder.error.not_enough_funds'],
])('refuses %s, and charges nothing', async (_, fields, text) => {
  const trader = await makeTrader(app, { balanceNanos: dollars(5) });
  const { id: service } = await makeService(app.db);
  expect(await bodyOf(trader, { ...good, service, ...fields })).toEqual(refusal(text));
  expect(await balanceOf(trader)).toMatchObject({ balance: '5' });
});

it.each([
  ['no comments', undefined, 'neworder.error.comment'],
  ['empty lines', ' \n\r\n ', 'neworder.error.comment'],
  ['a control character', 'a\nb\u0007', 'neworder.error.comment'],
  ['60 kB in one comment', 'x'.repeat(60_000), 'neworder.error.comment'],
  ['more comments than an order takes', 'x\n'.repeat(1_001), 'neworder.error.max_quantity'],
  ['fewer than the service takes', 'one', 'neworder.error.min_quantity'],
  ['more than the service takes', 'x\n'.repeat(6), 'neworder.error.max_quantity'],
])('refuses %s', async (_, comments, text) => {
  const trader = await makeTrader(app, { balanceNanos: dollars(1) });
  const { id: service } = await makeService(app.db, { type: 'custom_comments', min: 2, max: 5 });
  const fields = { action: 'add', service, link, ...(comments !== undefined && { comments }) };
  expect(await bodyOf(trader, fields)).toEqual(refusal(text));
});

it.each([
  ['default', { quantity: 1000 }],
  ['package', {}],
] as const)('compares the rate of a %s exactly, in any spelling', async (type, fields) => {
  const trader = await makeTrader(app, { balanceNanos: dollars(9) });
  const { id: service } = await makeService(app.db, { type, priceMicros: micros(900_001) });
  const add = (rate: string) => bodyOf(trader, { action: 'add', service, link, rate, ...fields });
  expect(await add('0.900001')).toEqual({ order: expect.any(Number) });
  expect(await add('0.9000010000')).toEqual({ order: expect.any(Number) });
  expect(await add('0.90')).toEqual(refusal('error.price_changed'));
  expect(await add('0.9000010001')).toEqual(refusal('error.price_changed'));
});

it('answers a repeated request_id with its first order, also after changes, and refuses it for another order', async () => {
  const trader = await makeTrader(app, { balanceNanos: dollars(9) });
  const { id: service } = await makeService(app.db, { type: 'package' });
  const fields = { action: 'add', service, link, quantity: 5, rate: '1.00', request_id: randomUUID() };
  const answers = await Promise.all(Array.from({ length: 8 }, () => bodyOf(trader, fields)));
  const manager = await app.createAdminUser();
  await manager.client.admin.services.delete.mutate({ id: service });
  const [first] = answers;
  expect([...answers, await bodyOf(trader, fields)]).toEqual(Array(9).fill(first));
  const conflict = refusal('This request id was already used for a different request.');
  for (const change of [{ link: '@other' }, { rate: '2.00' }])
    expect(await bodyOf(trader, { ...fields, ...change })).toEqual(conflict);
  expect(await balanceOf(trader)).toMatchObject({ balance: '8' });
});

it('makes one order of 64 at once for a link, if the shop wants that', async () => {
  const manager = await app.createAdminUser();
  await manager.client.admin.settings.update.mutate({ oneOpenOrderPerLink: true });
  const trader = await makeTrader(app, { balanceNanos: dollars(64) });
  const { id: service } = await makeService(app.db);
  const adds = await Promise.all(
    Array.from({ length: 64 }, () => bodyOf(trader, { action: 'add', service, link, quantity: 1000 })),
  );
  await manager.client.admin.settings.update.mutate({ oneOpenOrderPerLink: false });
  const refused = adds.filter((body) => (body as { error?: string }).error === 'neworder.error.link_duplicate');
  expect(refused).toHaveLength(63);
  expect(await balanceOf(trader)).toMatchObject({ balance: '63' });
});
