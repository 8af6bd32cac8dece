import { randomUUID } from 'node:crypto';
import type { TRPCClientError } from '@trpc/client';
import { eq, isNull } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { orders } from '#db/schema/orders.ts';
import { micros, type Nanos } from '#shared/money.ts';
import type { AppRouter } from '../../api/router.ts';
import { apiSettings } from '../../base/cache/api-settings.ts';
import { checkLedger } from '../../money/check-ledger.ts';
import { testApp } from '../../testing/app.ts';
import { DOLLAR, dollars, makeService } from '../../testing/factories.ts';
import { whileWalletIsLocked } from '../../testing/locked-wallet.ts';
import { registerWith } from '../../testing/people.ts';
import { refusalOf } from '../../testing/refusal.ts';
import { callRest } from '../../testing/rest.ts';
import { startSecondApp } from '../../testing/second-app.ts';
import { fillTargets } from './fill-targets.ts';

const app = await testApp();
const second = await startSecondApp(app);
const admin = await app.createAdminUser();
const service = await makeService(app.db);
const free = await makeService(app.db, { priceMicros: micros(0) });
const line = { serviceId: service.id, link: 'https://example.com/post', quantity: 1000 };

afterAll(async () => {
  expect((await checkLedger(app.db)).problems).toEqual([]);
  await second.close();
});

const customerWith = (balanceNanos: Nanos) => registerWith(app, balanceNanos);
type Customer = Awaited<ReturnType<typeof customerWith>>;
const ordersOf = async ({ client }: Customer) => (await client.orders.list.query({ limit: 100 })).items;
const turn = (oneOpenOrderPerLink: boolean) => admin.client.admin.settings.update.mutate({ oneOpenOrderPerLink });

it('takes the same link again by default', async () => {
  const customer = await customerWith(dollars(2));
  await customer.client.orders.place.mutate(line);
  await customer.client.orders.place.mutate(line);
  expect(await ordersOf(customer)).toHaveLength(2);
});

describe('while a link may have one open order', () => {
  beforeEach(async () => {
    await turn(true);
    for (const { db } of [app.deps, second.deps])
      await expect.poll(() => apiSettings.get(db)).toMatchObject({ oneOpenOrderPerLink: true });
  });
  afterAll(() => turn(false));

  it('refuses an order in every API until the open one has ended, and charges nothing', async () => {
    const customer = await customerWith(dollars(9));
    const { client, accessToken } = customer;
    const { order } = await client.orders.place.mutate(line);

    const refused = await refusalOf(client.orders.place.mutate(line));
    expect(refused).toMatchObject({ code: 'link_in_use', httpStatus: 409 });
    const bought = await callRest(app, 'POST /api/v1/service/buy/{id}', {
      params: { id: service.id },
      body: { link: line.link, quantity: 1000 },
      accessToken,
    });
    expect(bought).toMatchObject({ status: 409, message: refused.message });
    const requestId = randomUUID();
    const lines = [line, { ...line, link: '@other' }, { ...line, link: '@other' }, { ...line, serviceId: free.id }];
    const { lines: checked } = await client.orders.checkMany.mutate({ lines });
    expect(checked.map((each) => ('domainCode' in each ? each.domainCode : 'ok'))).toEqual([
      'link_in_use',
      'ok',
      'link_in_use',
      'ok',
    ]);
    const many = await client.orders.placeMany.mutate({ requestId, lines });
    expect(many.results.map((each) => ('domainCode' in each ? each.domainCode : 'ok'))).toEqual([
      'link_in_use',
      'ok',
      'link_in_use',
      'ok',
    ]);
    expect(await client.orders.placeMany.mutate({ requestId, lines })).toEqual(many);
    expect(await ordersOf(customer)).toHaveLength(3);

    await admin.client.admin.orders.decide.mutate({ id: order.id, decision: 'complete' });
    await client.orders.place.mutate(line);
    expect((await client.balance.get.query()).balanceNanos).toBe(6 * DOLLAR);
  });

  it.each([
    ['https://www.instagram.com/p/CxYz123AbCd/', 'instagram.com/p/CxYz123AbCd?igsh=abc&utm_source=x'],
    ['https://www.instagram.com/p/CxYz123AbCd/', 'Look: https://m.instagram.com/reel/CxYz123AbCd/ !'],
    ['@Shop', 'https://www.tiktok.com/@shop'],
    ['https://youtu.be/dQw4w9WgXcQ?si=x', 'https://www.youtube.com/shorts/dQw4w9WgXcQ'],
    ['https://example.com/a', 'HTTPS://EXAMPLE.com/a'],
    [`https://example.com/${'a'.repeat(2000)}`, `example.com/${'a'.repeat(2000)}`],
  ])('knows %s as %s', async (first, again) => {
    const customer = await customerWith(dollars(9));
    const { order } = await customer.client.orders.place.mutate({ ...line, link: first });
    const refused = customer.client.orders.place.mutate({ ...line, link: again });
    expect(await refusalOf(refused)).toMatchObject({ code: 'link_in_use' });
    const lines = [
      { ...line, link: again },
      { ...line, link: '@free' },
      { ...line, link: 'https://x.com/free' },
    ];
    const { lines: checked } = await customer.client.orders.checkMany.mutate({ lines });
    expect(checked.map((each) => ('domainCode' in each ? each.domainCode : 'ok'))).toEqual([
      'link_in_use',
      'ok',
      'link_in_use',
    ]);
    await turn(false);
    await expect.poll(() => apiSettings.get(app.deps.db)).toMatchObject({ oneOpenOrderPerLink: false });
    const { lines: hinted } = await customer.client.orders.checkMany.mutate({ lines });
    expect(hinted).toMatchObject([{ runningOrder: order.id }, {}, { duplicateOf: 1 }]);
  });

  it('compares the text of an order of an older server, until the background worker has read its link', async () => {
    const customer = await customerWith(dollars(9));
    const first = await customer.client.orders.place.mutate(line);
    const olderServer = { targetKey: null };
    await app.db.update(orders).set(olderServer).where(eq(orders.id, first.order.id));
    expect(await refusalOf(customer.client.orders.place.mutate(line))).toMatchObject({ code: 'link_in_use' });
    const spelled = { ...line, link: `${line.link}?utm_source=x` };
    const { order } = await customer.client.orders.place.mutate(spelled);
    await app.db.update(orders).set(olderServer).where(eq(orders.id, order.id));
    // An order that has ended gets its target, too.
    await admin.client.admin.orders.decide.mutate({ id: first.order.id, decision: 'complete' });
    while ((await fillTargets(app.db)) !== undefined);
    expect(await app.db.$count(orders, isNull(orders.targetKey))).toBe(0);
    const other = { ...line, link: `${line.link}?utm_source=y` };
    expect(await refusalOf(customer.client.orders.place.mutate(other))).toMatchObject({ code: 'link_in_use' });
  });

  it('answers the same request id with its first order, and other customers are free', async () => {
    const [customer, other] = [await customerWith(DOLLAR), await customerWith(DOLLAR)];
    const input = { ...line, requestId: randomUUID() };
    const placed = await customer.client.orders.place.mutate(input);
    expect(await customer.client.orders.place.mutate(input)).toEqual(placed);
    expect((await other.client.orders.place.mutate(line)).balanceNanos).toBe(0);
  });

  it.each([
    ['a paid service', service.id],
    ['a free service, which moves no money', free.id],
  ])('makes one order of 64 at once at two servers, of %s', async (_, serviceId) => {
    const customer = await customerWith(dollars(64));
    const clients = [customer.client, second.client(customer.accessToken)];
    const place = (_each: unknown, nth: number) =>
      (clients[nth % 2] ?? customer.client).orders.place.mutate({ ...line, serviceId });
    const answers = await Promise.allSettled(Array.from({ length: 64 }, place));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await ordersOf(customer)).toHaveLength(1);
  });

  it('sees the order that was placed while it waited for the wallet', async () => {
    const customer = await customerWith(dollars(9));
    const calls = await whileWalletIsLocked(app.databaseUrl, customer.user.id, async (countWaiting) => {
      const waiting = [customer.client, second.client(customer.accessToken)].map((client) =>
        client.orders.place.mutate(line).then(
          () => 'placed',
          (refusal: TRPCClientError<AppRouter>) => refusal.data?.domainCode,
        ),
      );
      await expect.poll(countWaiting, { interval: 5, timeout: 10_000 }).toBe(2);
      return waiting;
    });
    expect(calls.toSorted()).toEqual(['link_in_use', 'placed']);
  });
});
