import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { services } from '#db/schema/services.ts';
import { micros, nanos } from '#shared/money.ts';
import { decideOrder } from '../../features/orders/decide-order.ts';
import { decideRequest } from '../../features/orders/requests/decide-request.ts';
import { setProgress } from '../../features/orders/set-progress.ts';
import { setBlocked } from '../../features/users/set-blocked.ts';
import { checkLedger } from '../../money/check-ledger.ts';
import { testApp } from '../../testing/app.ts';
import { dollars, makeAdmin, makeAskableOrder, makeOrder, makeService } from '../../testing/factories.ts';
import { makeKey } from '../../testing/keys.ts';
import { startSecondApp } from '../../testing/second-app.ts';
import { makeTrader, postTrade, type Trader } from '../../testing/trade.ts';

const app = await testApp();
const admin = await makeAdmin(app.db);
const form = (fields: Record<string, string>) => new URLSearchParams(fields);

afterAll(async () => {
  expect((await checkLedger(app.db)).problems).toEqual([]);
});

const refusal = (error: string) => ({ error });
const notAnOrder = refusal('Incorrect order ID');

async function bodyOf(trader: Trader, parameters: Parameters<Trader['call']>[0]) {
  const { status, body } = await trader.call(parameters);
  expect(status).toBe(200);
  return body as unknown;
}

const balanceOf = async (trader: Trader) => bodyOf(trader, { action: 'balance' });

describe('a call', () => {
  it.each([
    ['no key', {}, 'Invalid API key'],
    ['a wrong key', { key: 'rp_1_x' }, 'Invalid API key'],
    ['a key of another panel', { key: '0123456789abcdef0123456789abcdef' }, 'Invalid API key'],
    ['the text of a missing key', { key: 'undefined' }, 'Invalid API key'],
  ])('with %s is refused', async (_, fields, text) => {
    const answer = await postTrade(app, form({ action: 'balance', ...fields }));
    expect(answer).toMatchObject({ status: 200, text: `{"error":"${text}"}` });
    expect(answer.headers.get('content-type')).toBe('application/json');
  });

  it.each([
    ['an unknown action', { action: 'stats' }, refusal('Incorrect request')],
    ['an action in another case', { action: 'Balance' }, refusal('Incorrect request')],
    ['the name of a property', { action: 'constructor' }, refusal('Incorrect request')],
    ['no action', {}, refusal('Incorrect request')],
    ['no action and an order, which three actions have', { order: 1 }, refusal('Incorrect request')],
    ['no action and orders', { orders: '1,2' }, refusal('Incorrect request')],
    ['no action, a refill and an order', { refill: 1, order: 1 }, refusal('Incorrect request')],
    ['no action and a refill', { refill: 1 }, refusal('Refill not found')],
    ['an action with spaces', { action: ' balance ' }, { balance: '1.5', currency: 'USD' }],
  ])('with %s', async (_, fields, expected) => {
    const trader = await makeTrader(app, { balanceNanos: dollars(1.5) });
    expect(await bodyOf(trader, fields)).toEqual(expected);
  });

  it('needs the scope of its action', async () => {
    const [reader, buyer] = [await makeTrader(app, { scopes: ['read'] }), await makeTrader(app, { scopes: ['order'] })];
    const missing = (scope: string) => refusal(`This API key does not have the scope ${scope}, which the call needs.`);
    for (const action of ['add', 'refill', 'cancel'])
      expect(await bodyOf(reader, { action })).toEqual(missing('order'));
    for (const action of ['services', 'balance', 'status', 'refill_status'])
      expect(await bodyOf(buyer, { action })).toEqual(missing('read'));
    expect(await bodyOf(buyer, { action: 'cancel' })).toEqual(notAnOrder);
  });

  it('of a blocked customer is refused with the reason', async () => {
    const trader = await makeTrader(app);
    await setBlocked(app.deps, admin.actor, { id: trader.id, blocked: true });
    expect(await balanceOf(trader)).toEqual(refusal('This account is blocked. Please contact support.'));
  });

  it("by an admin's key has that admin's own wallet only", async () => {
    const owner = await makeAdmin(app.db);
    const order = await makeOrder(app.db, await makeTrader(app, { balanceNanos: dollars(1) }));
    const { accessToken: key } = await makeKey(app, owner, { scopes: ['read', 'order', 'admin.orders:read'] });
    const status = await postTrade(app, form({ key, action: 'status', order: String(order.id) }));
    expect(status.body).toEqual(notAnOrder);
  });

  it('is counted, and refused with 429 in the same shape', async () => {
    const trader = await makeTrader(app);
    const { headers } = await trader.call({ action: 'balance' });
    expect(Number(headers.get('ratelimit-remaining'))).toBeLessThan(Number(headers.get('ratelimit-limit')));
    const exhausted = await makeTrader(app);
    const id = /^rp_(\d+)_/.exec(exhausted.key)?.[1];
    await app.db.execute(
      sql`insert into rate_limits (key, count, window_ends_at) values (${`key:${id}`}, 100000, now() + interval '1 minute')`,
    );
    const refused = await exhausted.call({ action: 'balance' });
    expect(refused).toMatchObject({ status: 429, body: { error: expect.stringMatching(/^Too many attempts/) } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('ratelimit-remaining')).toBe('0');
  });
});

it('lists the services with the types that clients expect, and a change soon in every process', async () => {
  const trader = await makeTrader(app);
  // Sold by other tests.
  await app.db.update(services).set({ hidden: true });
  const sold = {
    default: await makeService(app.db, {
      name: 'Likes "fast"',
      priceMicros: micros(900_000),
      description: '',
      cancel: true,
      refillDays: 30,
    }),
    comments: await makeService(app.db, { type: 'custom_comments', priceMicros: micros(1), category: 'tiktok' }),
    // Long enough to be compressed.
    package: await makeService(app.db, {
      type: 'package',
      priceMicros: micros(2_000_000),
      description: 'Real ones. '.repeat(100),
    }),
    commentsPackage: await makeService(app.db, { type: 'custom_comments_package', priceMicros: micros(123_456_789) }),
  };
  await makeService(app.db, { hidden: true });
  await makeService(app.db, { deletedAt: new Date() });
  app.deps.events.publish('services');
  const fixed = { category: 'Instagram', refill: false, cancel: false, dripfeed: false, desc: 'Real ones.' };

  const listed = await trader.call({ action: 'services' });
  expect(listed.body).toEqual([
    {
      ...{ ...fixed, service: sold.commentsPackage.id, name: sold.commentsPackage.name },
      ...{ type: 'Custom Comments Package', rate: '123.456789', min: '1', max: '1' },
    },
    {
      ...{ ...fixed, service: sold.package.id, name: sold.package.name },
      ...{ type: 'Package', rate: '2.00', min: '1', max: '1', desc: 'Real ones. '.repeat(100) },
    },
    {
      ...{ ...fixed, service: sold.comments.id, name: sold.comments.name, category: 'TikTok' },
      ...{ type: 'Custom Comments', rate: '0.000001', min: '1', max: '10000' },
    },
    {
      ...{ service: sold.default.id, name: 'Likes "fast"', type: 'Default', category: 'Instagram', rate: '0.90' },
      ...{ min: '10', max: '10000', refill: true, cancel: true, dripfeed: false },
    },
  ]);
  expect(listed.headers.get('content-encoding')).toMatch(/^(br|gzip)$/);

  const second = await startSecondApp(app);
  const listAt = async (at: { url: string }) =>
    (await postTrade(at, form({ key: trader.key, action: 'services' }))).body;
  expect(await listAt(second)).toHaveLength(4);
  const { client } = await app.createAdminUser();
  await client.admin.services.setHidden.mutate({ id: sold.default.id, hidden: true });
  expect(await listAt(app)).toHaveLength(3);
  await expect.poll(() => listAt(second), { timeout: 5_000 }).toHaveLength(3);
  await second.close();
});

describe('status', () => {
  it('says for each state what was kept of the charge, what remains, and the start count', async () => {
    const trader = await makeTrader(app, { balanceNanos: dollars(9) });
    const service = await makeService(app.db, { priceMicros: micros(600_001) });
    const place = () => makeOrder(app.db, trader, { serviceId: service.id });
    const [pending, processing, completed, partial, rejected] = [
      await place(),
      await place(),
      await place(),
      await place(),
      await place(),
    ];
    const decide = (id: number, decision: 'processing' | 'complete' | 'reject') =>
      decideOrder(app.deps, admin.actor, { id, decision });
    await decide(processing.id, 'processing');
    await decide(completed.id, 'complete');
    await decideOrder(app.deps, admin.actor, { id: partial.id, decision: 'partial', remaining: 157 });
    await decide(rejected.id, 'reject');
    await setProgress(app.deps, admin.actor, { id: processing.id, startCount: 3572, remains: 400 });
    const state = (status: string, charge: string, remains: string, start_count = '0') => ({
      ...{ charge, start_count, status, remains, currency: 'USD' },
    });
    const states: [number, unknown][] = [
      [pending.id, state('Pending', '0.600001', '0')],
      [processing.id, state('In progress', '0.600001', '400', '3572')],
      [completed.id, state('Completed', '0.600001', '0')],
      [partial.id, state('Partial', '0.505800843', '157')],
      [rejected.id, state('Canceled', '0', '1000')],
    ];
    for (const [order, expected] of states) expect(await bodyOf(trader, { action: 'status', order })).toEqual(expected);
    const ids = states.map(([id]) => id).join(',');
    expect(await bodyOf(trader, { action: 'status', orders: ids })).toEqual(Object.fromEntries(states));
  });

  it('answers many by their ids as they were sent, in their order, each once', async () => {
    const trader = await makeTrader(app, { balanceNanos: dollars(2) });
    const own = await makeOrder(app.db, trader);
    const foreign = await makeOrder(app.db, await makeTrader(app, { balanceNanos: dollars(1) }));
    const ids = ` ${own.id} ,__proto__,constructor, 0${own.id},${foreign.id},,-1,1e3,9007199254740993,x"y,${own.id},`;
    const { text } = await trader.call({ action: 'status', orders: ids });
    const state = '{"charge":"1","start_count":"0","status":"Pending","remains":"0","currency":"USD"}';
    const missing = '{"error":"Incorrect order ID"}';
    expect(text).toBe(
      `{"${own.id}":${state},"__proto__":${missing},"constructor":${missing},"0${own.id}":${missing},` +
        `"${foreign.id}":${missing},"-1":${missing},"1e3":${missing},"9007199254740993":${missing},"x\\"y":${missing}}`,
    );
    // Several with commas, and a list of one.
    expect((await trader.call({ action: 'status', order: `${own.id},x` })).text).toBe(
      `{"${own.id}":${state},"x":${missing}}`,
    );
    expect((await trader.call({ action: 'status', orders: own.id })).text).toBe(`{"${own.id}":${state}}`);
    expect(await bodyOf(trader, { action: 'status', order: foreign.id })).toEqual(notAnOrder);
    expect(await bodyOf(trader, { action: 'status' })).toEqual(notAnOrder);
  });
});

describe('refill and cancel', () => {
  it('answer one order and many in their forms', async () => {
    const trader = await makeTrader(app, { balanceNanos: dollars(9) });
    const stranger = await makeTrader(app, { balanceNanos: dollars(9) });
    const delivered = async (owner: Trader) => {
      const { id } = await makeAskableOrder(app.db, owner);
      await decideOrder(app.deps, admin.actor, { id, decision: 'complete' });
      return id;
    };
    const [one, two, foreign] = [await delivered(trader), await delivered(trader), await delivered(stranger)];
    const open = await makeAskableOrder(app.db, trader);

    const { refill } = (await bodyOf(trader, { action: 'refill', order: one })) as { refill: string };
    expect(refill).toMatch(/^\d+$/);
    expect(await bodyOf(trader, { action: 'refill', order: one })).toEqual(
      refusal('This order already has an open request.'),
    );
    for (const order of [foreign, 'x', 0])
      expect(await bodyOf(trader, { action: 'refill', order })).toEqual(notAnOrder);
    const listed = await bodyOf(trader, { action: 'refill', orders: `${foreign},${two}, x ,${open.id},${two}` });
    expect(listed).toEqual([
      { order: foreign, refill: notAnOrder },
      { order: two, refill: Number(refill) + 1 },
      { order: 'x', refill: notAnOrder },
      { order: open.id, refill: refusal('A refill is possible once the order is delivered.') },
      { order: two, refill: Number(refill) + 1 },
    ]);

    const status = (id: number | string) => bodyOf(trader, { action: 'refill_status', refill: id });
    expect(await status(refill)).toEqual({ status: 'Pending' });
    await decideRequest(app.deps, admin.actor, { id: Number(refill), decision: 'accept' });
    expect(await status(refill)).toEqual({ status: 'In progress' });
    await decideRequest(app.deps, admin.actor, { id: Number(refill), decision: 'done' });
    await decideRequest(app.deps, admin.actor, { id: Number(refill) + 1, decision: 'reject', reason: 'No' });
    expect(
      await bodyOf(trader, { action: 'refill_status', refills: `${refill},999999,${Number(refill) + 1}` }),
    ).toEqual([
      { refill: Number(refill), status: 'Completed' },
      { refill: 999_999, status: refusal('Refill not found') },
      { refill: Number(refill) + 1, status: 'Rejected' },
    ]);
    expect(await bodyOf(stranger, { action: 'refill_status', refill })).toEqual(refusal('Refill not found'));

    expect(await bodyOf(trader, { action: 'cancel', orders: `9999999,${open.id}` })).toEqual([
      { order: 9_999_999, cancel: notAnOrder },
      { order: open.id, cancel: 1 },
    ]);
    expect(await bodyOf(trader, { action: 'cancel', order: one })).toEqual([
      { order: one, cancel: refusal('This order has ended, so it can not be canceled.') },
    ]);
    // A request to cancel is no refill.
    expect(await status(Number(refill) + 2)).toEqual(refusal('Refill not found'));
  });
});

it.each(['refill', 'cancel'])('%s is safe to repeat with a request_id, and with an Idempotency-Key', async (action) => {
  const trader = await makeTrader(app, { balanceNanos: dollars(9) });
  const orderThat = async (fits: boolean) => {
    const { id } = await makeAskableOrder(app.db, trader);
    // A refill is for delivered orders, a cancel for open ones.
    if (fits === (action === 'refill')) await decideOrder(app.deps, admin.actor, { id, decision: 'complete' });
    return id;
  };
  const [one, two, three, unfit] = [
    await orderThat(true),
    await orderThat(true),
    await orderThat(true),
    await orderThat(false),
  ];
  const asked = { action, orders: `${one},${two},${unfit}`, request_id: randomUUID() };
  const [first, atOnce] = await Promise.all([bodyOf(trader, asked), bodyOf(trader, asked)]);
  expect(first).toMatchObject([
    { order: one, [action]: expect.any(Number) },
    {},
    { [action]: refusal(expect.any(String)) },
  ]);
  expect([atOnce, await bodyOf(trader, asked)]).toEqual([first, first]);
  expect(await bodyOf(trader, { ...asked, orders: one })).toEqual(
    refusal('This request id was already used for a different request.'),
  );
  expect(await bodyOf(trader, { ...asked, request_id: 'x' })).toEqual(refusal('request_id must be a UUID'));
  const byHeader = () =>
    postTrade(app, form({ key: trader.key, action, order: String(three) }), { 'idempotency-key': 'the third' });
  const { body } = await byHeader();
  expect(body).not.toHaveProperty('error');
  expect((await byHeader()).body).toEqual(body);
});

it.each(['status', 'refill', 'cancel', 'refill_status'])('%s of 1,001 ids is refused', async (action) => {
  const trader = await makeTrader(app);
  const ids = Array.from({ length: 1_001 }, (_, nth) => nth + 1).join(',');
  expect(await bodyOf(trader, { action, [action === 'refill_status' ? 'refills' : 'orders']: ids })).toEqual(
    refusal('Too many ids: at most 1000'),
  );
});

it('says a balance to the last nano-dollar, without an exponent', async () => {
  for (const [balanceNanos, balance] of [
    [100_842_920_000, '100.84292'],
    [600, '0.0000006'],
    [0, '0'],
  ] as const)
    expect(await balanceOf(await makeTrader(app, { balanceNanos: nanos(balanceNanos) }))).toEqual({
      ...{ balance, currency: 'USD' },
    });
});
