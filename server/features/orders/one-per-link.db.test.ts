import { randomUUID } from 'node:crypto';
import type { TRPCClientError } from '@trpc/client';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
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
