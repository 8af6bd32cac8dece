import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { asc, eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, describe, expect, it } from 'vitest';
import { closeDb, connect, type Db } from '#db/client.ts';
import { orders } from '#db/schema/orders.ts';
import { services } from '#db/schema/services.ts';
import { startProxy } from '#db/testing/proxy.ts';
import { errorMessages } from '#shared/errors.ts';
import { micros, type Nanos, nanos } from '#shared/money.ts';
import { placeManyInput } from '#shared/order-lines.ts';
import type { ServiceType } from '#shared/service-types.ts';
import { checkLedger } from '../../money/check-ledger.ts';
import { type SignedInUser, testApp } from '../../testing/app.ts';
import { DOLLAR, dollars, giveMoney, makeService, UNLIMITED } from '../../testing/factories.ts';
import { whileWalletIsLocked } from '../../testing/locked-wallet.ts';
import { registerWith } from '../../testing/people.ts';
import { codeOf, refusalOf } from '../../testing/refusal.ts';
import { withoutEvents } from '../../testing/without-events.ts';
import { lineKey, placeMany } from './place-many.ts';

const link = 'https://example.com/post';

const app = await testApp();
const serviceId = (await makeService(app.db)).id;

afterAll(async () => {
  expect((await checkLedger(app.db)).problems).toEqual([]);
});

const customerWith = (balanceNanos: Nanos) => registerWith(app, balanceNanos);

/** $1 each. */
const line = (overrides: object = {}) => ({ serviceId, link, quantity: 1000, ...overrides });
const linesOf = (count: number) => Array.from({ length: count }, (_, n) => line({ link: `https://example.com/${n}` }));
const actorOf = ({ user }: SignedInUser) => ({ id: user.id, role: user.role });
const ordersOf = ({ user }: SignedInUser) =>
  app.db.select().from(orders).where(eq(orders.userId, user.id)).orderBy(asc(orders.id));
const balanceOf = async ({ client }: SignedInUser) => (await client.balance.get.query()).balanceNanos;

/** The result of each line: its error code, or that it was placed. */
const outcomes = (results: object[]) =>
  results.map((result) => ('domainCode' in result ? result.domainCode : 'placed'));

describe('placing many orders', () => {
  it('charges each line and returns its order, in the order of the lines', async () => {
    const customer = await customerWith(dollars(5));
    const service = await makeService(app.db, { name: 'Likes', priceMicros: micros(500_000) });
    const lines = [line(), line({ serviceId: service.id, link: '@somebody', expectedChargeNanos: DOLLAR / 2 })];

    const { results, balanceNanos } = await customer.client.orders.placeMany.mutate({ lines, requestId: randomUUID() });

    expect(balanceNanos).toBe(3.5 * DOLLAR);
    expect(await balanceOf(customer)).toBe(balanceNanos);
    const { items } = await customer.client.orders.list.query({});
    expect(results).toEqual(items.toReversed().map((order, index) => ({ index, order })));
    expect(items[0]).toMatchObject({
      serviceName: 'Likes',
      link: '@somebody',
      chargeNanos: DOLLAR / 2,
      status: 'pending',
    });
    const statement = await customer.client.balance.statement.query({});
    expect(statement.items.map(({ balanceAfterNanos }) => balanceAfterNanos).slice(0, 2)).toEqual([
      3.5 * DOLLAR,
      4 * DOLLAR,
    ]);
  });

  it('checks each line against the balance left by earlier ones, and continues after a refused one', async () => {
    const customer = await customerWith(dollars(3));
    const quantities = [2000, 5000, 1000, 1000, 500];
    const lines = quantities.map((quantity) => line({ quantity }));
    const { results, balanceNanos } = await customer.client.orders.placeMany.mutate({ lines, requestId: randomUUID() });
    expect(outcomes(results)).toEqual([
      'placed',
      'insufficient_balance',
      'placed',
      'insufficient_balance',
      'insufficient_balance',
    ]);
    expect(balanceNanos).toBe(0);
    expect(await ordersOf(customer)).toHaveLength(2);
  });

  it('returns the error of each line, and accepts the others', async () => {
    const customer = await customerWith(dollars(50));
    const gone = await makeService(app.db, { deletedAt: new Date() });
    const dear = await makeService(app.db, { priceMicros: micros(1_000_000_000_000), max: 2_147_483_647 });
    const lines = [
      line(),
      line({ link: 'javascript:alert(1)' }),
      line({ quantity: 9 }),
      line({ serviceId: gone.id }),
      line({ serviceId: dear.id, quantity: 9008 }),
      line({ expectedChargeNanos: 1 }),
      line({ quantity: 1.5 }),
      line(),
    ];
    const { results } = await customer.client.orders.placeMany.mutate({ lines, requestId: randomUUID() });
    expect(
      results.map((result) => ('message' in result ? [result.index, result.domainCode, result.message] : 'placed')),
    ).toEqual([
      'placed',
      [1, 'bad_input', expect.stringMatching(/^A link begins with https/)],
      [2, 'quantity_out_of_range', 'Quantity must be between 10 and 10000'],
      [3, 'service_not_found', 'This service is no longer available.'],
      [4, 'amount_too_large', 'This amount is too large.'],
      [5, 'price_changed', 'The price is now $1. Please check it and submit again.'],
      [6, 'bad_input', 'Quantity must be a whole number'],
      'placed',
    ]);
    expect(await ordersOf(customer)).toHaveLength(2);
  });

  it('500 lines cost the database a handful of statements', async () => {
    const customer = await customerWith(dollars(600));
    const db = connect(app.databaseUrl, { max: 1 });
    const input = placeManyInput.parse({ lines: linesOf(500), requestId: randomUUID() });
    await placeMany(
      withoutEvents(db),
      actorOf(customer),
      placeManyInput.parse({ lines: [line()], requestId: randomUUID() }),
      UNLIMITED,
    );
    const statements: string[] = [];
    db.$client.options.debug = (_connection, statement) => void statements.push(statement);

    const { results, balanceNanos } = await placeMany(withoutEvents(db), actorOf(customer), input, UNLIMITED);
    const first = statements.splice(0).length;
    const again = await placeMany(withoutEvents(db), actorOf(customer), input, UNLIMITED);

    expect(outcomes(results)).toEqual(Array(500).fill('placed'));
    expect(balanceNanos).toBe(99 * DOLLAR);
    expect(again).toEqual({ results, balanceNanos });
    expect(await ordersOf(customer)).toHaveLength(501);
    expect([first, statements.length]).toEqual([8, 6]);
    await closeDb(db);
  });
});

describe('the same request id', () => {
  it('returns placed lines, and checks refused ones again', async () => {
    const customer = await customerWith(dollars(1));
    const input = { lines: [line(), line({ quantity: 2000 }), line({ link: 'a b' })], requestId: uuidv7() };
    const first = await customer.client.orders.placeMany.mutate(input);
    expect(outcomes(first.results)).toEqual(['placed', 'insufficient_balance', 'bad_input']);

    await giveMoney(app.db, customer.user.id, dollars(5));
    const second = await customer.client.orders.placeMany.mutate(input);
    expect(outcomes(second.results)).toEqual(['placed', 'placed', 'bad_input']);
    expect(second.results[0]).toEqual(first.results[0]);
    expect(second.balanceNanos).toBe(3 * DOLLAR);

    const admin = await app.createAdminUser();
    for (const { id } of await ordersOf(customer)) {
      await admin.client.admin.orders.decide.mutate({ id, decision: 'complete' });
    }
    await app.db
      .update(services)
      .set({ priceMicros: micros(2_000_000) })
      .where(eq(services.id, serviceId));
    expect(await customer.client.orders.placeMany.mutate(input)).toEqual(second);
    await app.db
      .update(services)
      .set({ priceMicros: micros(1_000_000) })
      .where(eq(services.id, serviceId));
    expect(await ordersOf(customer)).toHaveLength(2);
  });

  it('is a conflict for a line placed with other values, and for no other line', async () => {
    const customer = await customerWith(dollars(5));
    const requestId = randomUUID();
    await customer.client.orders.placeMany.mutate({ lines: [line(), line()], requestId });
    const lines = [line({ link: '@other' }), line(), line()];
    const { results } = await customer.client.orders.placeMany.mutate({ lines, requestId: requestId.toUpperCase() });
    expect(outcomes(results)).toEqual(['idempotency_conflict', 'placed', 'placed']);
    expect(await balanceOf(customer)).toBe(2 * DOLLAR);
  });

  it('of two customers is two requests', async () => {
    const [a, b] = [await customerWith(dollars(2)), await customerWith(dollars(2))];
    const input = { lines: linesOf(2), requestId: randomUUID() };
    await a.client.orders.placeMany.mutate(input);
    await b.client.orders.placeMany.mutate(input);
    expect([(await ordersOf(a)).length, (await ordersOf(b)).length]).toEqual([2, 2]);
  });

  it("is that of the first placed order; the other lines have their own keys, with the timestamp of the call's id", async () => {
    const customer = await customerWith(dollars(5));
    const requestId = uuidv7();
    await customer.client.orders.placeMany.mutate({ lines: linesOf(4), requestId });
    const keys = (await ordersOf(customer)).map((order) => order.requestId ?? '');
    expect(new Set(keys).size).toBe(4);
    expect(new Set(keys.map((key) => key.slice(0, 13)))).toEqual(new Set([requestId.slice(0, 13)]));
    expect(keys[0]).toBe(requestId);
    expect(lineKey(requestId.toUpperCase(), 1)).toBe(keys[1]);
    expect(lineKey(uuidv7(), 1).slice(14)).not.toBe(keys[1]?.slice(14));
  });

  it('at several servers at once places each line once, and concurrent calls never overspend', async () => {
    const customer = await customerWith(dollars(10));
    const servers = Array.from({ length: 4 }, () => connect(app.databaseUrl, { max: 1 }));
    const requestId = randomUUID();
    const place = (db: Db, index: number) => {
      const key = index < 2 ? requestId : randomUUID();
      return placeMany(
        withoutEvents(db),
        actorOf(customer),
        placeManyInput.parse({ lines: linesOf(4), requestId: key }),
        UNLIMITED,
      );
    };
    const [first, second, ...others] = await whileWalletIsLocked(
      app.databaseUrl,
      customer.user.id,
      async (countWaiting) => {
        const calls = servers.map(place);
        while ((await countWaiting()) < servers.length) await sleep(5);
        return calls;
      },
    );
    expect(second?.results).toEqual(first?.results);
    const placed = [first, ...others].flatMap((answer) => outcomes(answer?.results ?? []));
    expect(placed.filter((outcome) => outcome === 'placed')).toHaveLength(10);
    expect(await balanceOf(customer)).toBe(0);
    await Promise.all(servers.map(closeDb));
  });

  it('places nothing twice after a connection lost during the call', async () => {
    const customer = await customerWith(dollars(50));
    const proxy = await startProxy({ target: app.databaseUrl });
    const db = connect(proxy.url, { max: 2 });
    const input = placeManyInput.parse({ lines: linesOf(20), requestId: randomUUID() });
    const place = () => placeMany(withoutEvents(db), actorOf(customer), input, UNLIMITED);

    await whileWalletIsLocked(app.databaseUrl, customer.user.id, async (countWaiting) => {
      const lost = place().then(
        () => 'answered',
        () => 'lost',
      );
      while ((await countWaiting()) < 1) await sleep(5);
      proxy.reset();
      expect(await lost).toBe('lost');
      return [];
    });
    // The connection breaks while the response to the commit is under way: the caller does not learn what was placed.
    db.$client.options.debug = (_connection, statement) => {
      if (statement.trim() === 'commit') proxy.delay(1000);
    };
    const asked = place();
    asked.catch(() => undefined);
    await expect.poll(async () => (await ordersOf(customer)).length, { interval: 1, timeout: 10_000 }).toBe(20);
    proxy.reset();
    await expect(asked).rejects.toThrow();
    db.$client.options.debug = false;
    proxy.delay(0);

    let answer = await place().catch(() => undefined);
    while (!answer) {
      await sleep(20);
      answer = await place().catch(() => undefined);
    }
    const { results, balanceNanos } = answer;
    expect(outcomes(results)).toEqual(Array(20).fill('placed'));
    expect(balanceNanos).toBe(30 * DOLLAR);
    expect(await ordersOf(customer)).toHaveLength(20);
    await closeDb(db);
    await proxy.close();
  });
});

describe('refused calls', () => {
  it('a customer blocked while the call waits is charged for no line', async () => {
    const customer = await customerWith(dollars(5));
    const admin = await app.createAdminUser();
    let placing: Promise<unknown> | undefined;
    await whileWalletIsLocked(app.databaseUrl, customer.user.id, async (countWaiting) => {
      const blocking = admin.client.admin.users.setBlocked.mutate({ id: customer.user.id, blocked: true });
      while ((await countWaiting()) < 1) await sleep(5);
      placing = customer.client.orders.placeMany.mutate({ lines: linesOf(5), requestId: randomUUID() });
      placing.catch(() => undefined);
      while ((await countWaiting()) < 2) await sleep(5);
      return [blocking];
    });
    expect(await codeOf(placing as Promise<unknown>)).toBe('blocked');
    expect(await ordersOf(customer)).toEqual([]);
  });

  it('each line counts towards the rate limit, and placed lines are returned above it', async () => {
    const customer = await customerWith(dollars(50));
    const limits = { ordersPerMinute: 10 };
    const place = (input: { lines: object[]; requestId: string }) =>
      placeMany(app.deps, actorOf(customer), placeManyInput.parse(input), limits);
    const input = { lines: [line({ link: '' }), ...linesOf(12)], requestId: randomUUID() };

    const first = await place(input);
    expect(outcomes(first.results)).toEqual([
      'bad_input',
      ...Array(10).fill('placed'),
      ...Array(2).fill('too_many_requests'),
    ]);
    expect((await place(input)).results).toEqual(first.results);
    expect(await ordersOf(customer)).toHaveLength(10);
    const other = await place({ lines: linesOf(1), requestId: randomUUID() });
    expect(outcomes(other.results)).toEqual(['too_many_requests']);
  });

  it('a call without a request id, without lines or with more than 500 is refused as a whole', async () => {
    const customer = await customerWith(dollars(5));
    const place = (input: unknown) => customer.client.orders.placeMany.mutate(input as never);
    const requestId = randomUUID();
    for (const [input, field, message] of [
      [{ lines: [line()] }, 'requestId', 'requestId is required'],
      [{ requestId }, 'lines', 'A list of lines is required'],
      [{ lines: [], requestId }, 'lines', 'At least one line is required'],
      [{ lines: linesOf(501), requestId }, 'lines', 'At most 500 lines can be sent at a time'],
    ] as const) {
      const refused = await refusalOf(place(input));
      expect(refused).toMatchObject({ code: 'bad_input', fieldErrors: { [field]: [message] } });
    }
    expect(await ordersOf(customer)).toEqual([]);
  });
});

it('checking charges nothing and does not depend on the balance', async () => {
  const customer = await customerWith(nanos(5));
  const free = await makeService(app.db, { priceMicros: micros(0) });
  const kit = await makeService(app.db, { type: 'package' });
  const lines = [
    line(),
    line({ serviceId: free.id, link: '@b' }),
    line({ link: 'x:y' }),
    line({ quantity: 2000 }),
    line({ link: '@c', quantity: 2 }),
    line({ link: '@d', serviceId: 999_999_999 }),
    // The response has the type, by which a client parses its lines.
    line({ link: '@e', serviceId: kit.id }),
  ];
  const { name } = await customer.client.services.get.query({ id: serviceId });
  expect(await customer.client.orders.checkMany.mutate({ lines })).toEqual({
    lines: [
      { index: 0, serviceName: name, serviceNameBn: null, type: 'default', chargeNanos: DOLLAR },
      { index: 1, serviceName: free.name, serviceNameBn: null, type: 'default', chargeNanos: 0 },
      { index: 2, domainCode: 'bad_input', message: expect.stringMatching(/^A link begins with https/) },
      { index: 3, serviceName: name, serviceNameBn: null, type: 'default', chargeNanos: 2 * DOLLAR, duplicateOf: 0 },
      {
        index: 4,
        serviceName: name,
        serviceNameBn: null,
        type: 'default',
        domainCode: 'quantity_out_of_range',
        message: 'Quantity must be between 10 and 10000',
      },
      { index: 5, domainCode: 'service_not_found', message: errorMessages.service_not_found },
      {
        index: 6,
        serviceName: kit.name,
        serviceNameBn: null,
        type: 'package',
        domainCode: 'quantity_out_of_range',
        message: 'A package is ordered once: leave the quantity out, or send 1',
      },
    ],
    totalNanos: 3 * DOLLAR,
    balanceNanos: 5,
  });
  expect(await ordersOf(customer)).toEqual([]);
});

describe('lines of every type', () => {
  it('are checked and placed alike, and a retry compares the comments', async () => {
    const customer = await customerWith(dollars(10));
    const idOf = async (type: ServiceType) => (await makeService(app.db, { type })).id;
    const [comments, pack, both] = [
      await idOf('custom_comments'),
      await idOf('package'),
      await idOf('custom_comments_package'),
    ];
    const lines = [
      line(),
      { serviceId: pack, link },
      { serviceId: pack, link, quantity: 2 },
      { serviceId: comments, link, comments: 'one\ntwo' },
      { serviceId: comments, link, quantity: 2 },
      { serviceId: comments, link, comments: ['a', 5] },
      { serviceId: both, link, comments: ['one', 'two'], quantity: 1 },
      { serviceId, link },
    ];
    const expected = [
      DOLLAR,
      DOLLAR,
      'quantity_out_of_range',
      2_000_000,
      'comments_required',
      'bad_input',
      DOLLAR,
      'bad_input',
    ];
    const checked = await app.post('orders.checkMany', { lines }, bearer(customer));
    const chargesOf = (all: { chargeNanos?: number; domainCode?: string }[]) =>
      all.map((each) => each.chargeNanos ?? each.domainCode);
    expect(chargesOf((checked.data as { lines: object[] }).lines)).toEqual(expected);

    const requestId = randomUUID();
    const place = async (changes: object = {}) => {
      const changed = lines.map((each, index) => ([3, 6].includes(index) ? { ...each, ...changes } : each));
      const { data } = await app.post('orders.placeMany', { lines: changed, requestId }, bearer(customer));
      const { results } = data as { results: { order?: { id: number; chargeNanos: number }; domainCode?: string }[] };
      return {
        ids: results.map(({ order }) => order?.id),
        charges: chargesOf(results.map((each) => ({ ...each, ...each.order }))),
      };
    };
    const first = await place();
    expect(first.charges).toEqual(expected);
    expect(await place()).toEqual(first);
    const other = await place({ comments: ['one', 'two!'] });
    expect(other.charges.filter((each) => each === 'idempotency_conflict')).toHaveLength(2);
    expect(await ordersOf(customer)).toHaveLength(4);
    expect(await balanceOf(customer)).toBe(10 * DOLLAR - 3 * DOLLAR - 2_000_000);
  });

  it('with 48 kB of comments each fit thirty times in a call, and their own texts are stored', async () => {
    const customer = await customerWith(dollars(30));
    const { id } = await makeService(app.db, { type: 'custom_comments' });
    const lines = Array.from({ length: 30 }, (_, nth) => ({
      serviceId: id,
      link,
      comments: [`Order ${nth}`, ...Array.from({ length: 999 }, () => 'x'.repeat(47))],
    }));
    const { data } = await app.post('orders.placeMany', { lines, requestId: randomUUID() }, bearer(customer));
    expect(outcomes((data as { results: object[] }).results)).toEqual(Array(30).fill('placed'));
    const placed = await ordersOf(customer);
    const last = await customer.client.orders.get.query({ id: placed.at(-1)?.id ?? 0 });
    expect([last.quantity, last.comments?.[0], last.comments?.length]).toEqual([1000, 'Order 29', 1000]);
  });
});

const bearer = ({ accessToken }: SignedInUser) => ({ headers: { authorization: `Bearer ${accessToken}` } });
