import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { closeDb, connect } from '#db/client.ts';
import { ledger } from '#db/schema/ledger.ts';
import { orders } from '#db/schema/orders.ts';
import { services } from '#db/schema/services.ts';
import { MAX_NANOS, micros, type Nanos, nanos } from '#shared/money.ts';
import { checkLedger } from '../../money/check-ledger.ts';
import { type SignedInUser, testApp } from '../../testing/app.ts';
import {
  DOLLAR,
  dollars,
  giveMoney,
  makeService,
  makeUser,
  type TestUser,
  UNLIMITED,
} from '../../testing/factories.ts';
import { whileWalletIsLocked } from '../../testing/locked-wallet.ts';
import { registerWith } from '../../testing/people.ts';
import { codeOf, refusalOf } from '../../testing/refusal.ts';
import { withoutEvents } from '../../testing/without-events.ts';
import { getBalance } from '../wallet/get-balance.ts';
import { placeOrder } from './place-order.ts';

const link = 'https://example.com/post';

const app = await testApp();

const customerWith = (balanceNanos: Nanos) => registerWith(app, balanceNanos);

async function ordersOf({ user }: SignedInUser) {
  return app.db.select().from(orders).where(eq(orders.userId, user.id));
}

async function balanceOf({ client }: SignedInUser) {
  return (await client.balance.get.query()).balanceNanos;
}

describe('placing an order', () => {
  it("charges quantity × price at once, and stores the service's name and price", async () => {
    const customer = await customerWith(dollars(5));
    const service = await makeService(app.db, { name: 'Likes', priceMicros: micros(1_234_567) });

    const placed = await customer.client.orders.place.mutate({ serviceId: service.id, link, quantity: 1001 });

    const chargeNanos = 1001 * 1_234_567;
    expect(placed).toEqual({
      order: {
        id: expect.any(Number),
        serviceId: service.id,
        serviceName: 'Likes',
        serviceNameBn: null,
        link,
        quantity: 1001,
        priceMicros: 1_234_567,
        per: 1000,
        chargeNanos,
        status: 'pending',
        remaining: null,
        startCount: null,
        remains: null,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      },
      balanceNanos: 5 * DOLLAR - chargeNanos,
    });
    const listed = await customer.client.orders.list.query({});
    expect(listed.items).toEqual([placed.order]);
    expect(Math.abs(Date.now() - Date.parse(placed.order.createdAt))).toBeLessThan(10_000);
  });

  it('spends a balance to the last nano-dollar, and no further', async () => {
    const service = await makeService(app.db);
    const customer = await customerWith(nanos(10 * service.priceMicros));

    const placed = await customer.client.orders.place.mutate({ serviceId: service.id, link, quantity: 10 });
    expect(placed.balanceNanos).toBe(0);

    const refused = await refusalOf(customer.client.orders.place.mutate({ serviceId: service.id, link, quantity: 10 }));
    expect(refused).toMatchObject({ code: 'insufficient_balance', details: { balanceNanos: 0 } });
    expect(await ordersOf(customer)).toHaveLength(1);
  });

  it('accepts an order of a free service and writes no ledger row for it', async () => {
    const customer = await customerWith(DOLLAR);
    const service = await makeService(app.db, { priceMicros: micros(0) });
    const input = { serviceId: service.id, link, quantity: 10, expectedChargeNanos: nanos(0), requestId: randomUUID() };

    const placed = await customer.client.orders.place.mutate(input);
    const again = await customer.client.orders.place.mutate(input);

    expect(placed).toMatchObject({ order: { chargeNanos: 0 }, balanceNanos: DOLLAR });
    expect(again).toEqual(placed);
    expect(await app.db.select().from(ledger).where(eq(ledger.orderId, placed.order.id))).toEqual([]);
  });

  it.each([
    ['below the minimum', 9],
    ['above the maximum', 10_001],
  ])('refuses a quantity %s, with the range, as an error of its field', async (_, quantity) => {
    const customer = await customerWith(dollars(100));
    const service = await makeService(app.db);
    const refused = await refusalOf(customer.client.orders.place.mutate({ serviceId: service.id, link, quantity }));
    expect(refused).toMatchObject({
      code: 'quantity_out_of_range',
      details: { min: 10, max: 10_000 },
      fieldErrors: { quantity: ['Quantity must be between 10 and 10000'] },
    });
    expect(await balanceOf(customer)).toBe(100 * DOLLAR);
  });

  it.each([0, 1, 999_999_999, 1_000_000_001, 1_000_000_010])(
    'refuses the price %i nano-dollars if the server computes another, and returns the correct one',
    async (expectedChargeNanos) => {
      const customer = await customerWith(dollars(5));
      const service = await makeService(app.db);
      const input = { serviceId: service.id, link, quantity: 1000, expectedChargeNanos: nanos(expectedChargeNanos) };
      expect(await refusalOf(customer.client.orders.place.mutate(input))).toMatchObject({
        code: 'price_changed',
        details: { chargeNanos: DOLLAR, priceMicros: 1_000_000 },
      });
      expect(await balanceOf(customer)).toBe(5 * DOLLAR);
    },
  );

  it('refuses a deleted service and an unknown one', async () => {
    const customer = await customerWith(DOLLAR);
    const service = await makeService(app.db);
    await app.db.update(services).set({ deletedAt: new Date() }).where(eq(services.id, service.id));
    for (const serviceId of [service.id, 999_999]) {
      const refused = await refusalOf(customer.client.orders.place.mutate({ serviceId, link, quantity: 10 }));
      expect(refused.code).toBe('service_not_found');
    }
  });

  it('refuses a charge beyond the exact range, whatever was expected', async () => {
    const customer = await customerWith(DOLLAR);
    const service = await makeService(app.db, { priceMicros: micros(1_000_000_000_000), max: 2_147_483_647 });
    for (const quantity of [9008, 2_147_483_647]) {
      for (const expectedChargeNanos of [undefined, MAX_NANOS]) {
        const input = { serviceId: service.id, link, quantity, expectedChargeNanos };
        expect(await codeOf(customer.client.orders.place.mutate(input))).toBe('amount_too_large');
      }
    }
  });
});

describe('the same request id', () => {
  it('returns the first result, whatever happened to order and balance since', async () => {
    const customer = await customerWith(dollars(3));
    const admin = await app.createAdminUser();
    const service = await makeService(app.db);
    const input = { serviceId: service.id, link, quantity: 1000, requestId: randomUUID() };
    const first = await customer.client.orders.place.mutate(input);
    await customer.client.orders.place.mutate({ ...input, requestId: randomUUID() });
    await admin.client.admin.orders.decide.mutate({ id: first.order.id, decision: 'partial', remaining: 1 });
    await app.db
      .update(services)
      .set({ priceMicros: micros(5_000_000), deletedAt: new Date() })
      .where(eq(services.id, service.id));

    expect(await customer.client.orders.place.mutate(input)).toEqual(first);
    expect(await customer.client.orders.place.mutate({ ...input, expectedChargeNanos: DOLLAR })).toEqual(first);
    expect(await ordersOf(customer)).toHaveLength(2);
  });

  it('is refused with another input', async () => {
    const customer = await customerWith(dollars(3));
    const service = await makeService(app.db);
    const other = await makeService(app.db);
    const input = { serviceId: service.id, link, quantity: 1000, requestId: randomUUID() };
    await customer.client.orders.place.mutate(input);
    for (const change of [
      { quantity: 999 },
      { link: 'https://example.com/other' },
      { serviceId: other.id },
      { expectedChargeNanos: nanos(1) },
    ]) {
      const refused = await refusalOf(customer.client.orders.place.mutate({ ...input, ...change }));
      expect(refused.code).toBe('idempotency_conflict');
    }
    expect(await balanceOf(customer)).toBe(2 * DOLLAR);
  });

  it('can be tried again after a refusal', async () => {
    const customer = await customerWith(nanos(0));
    const service = await makeService(app.db);
    const input = { serviceId: service.id, link, quantity: 1000, requestId: randomUUID() };
    expect(await codeOf(customer.client.orders.place.mutate(input))).toBe('insufficient_balance');
    await giveMoney(app.db, customer.user.id, DOLLAR);
    expect((await customer.client.orders.place.mutate(input)).balanceNanos).toBe(0);
  });
});

describe('concurrent orders', () => {
  it('the same request id at five servers, all started before the first ends', async () => {
    const service = await makeService(app.db);
    const customer = await customerWith(dollars(100));
    const actor = { id: customer.user.id, role: 'user' } as const;
    const input = { serviceId: service.id, link, quantity: 1000, requestId: randomUUID() };
    const servers = Array.from({ length: 5 }, () => connect(app.databaseUrl, { max: 1 }));

    const answers = await whileWalletIsLocked(app.databaseUrl, customer.user.id, async (countWaiting) => {
      const calls = servers.map((db) => placeOrder(withoutEvents(db), actor, input, UNLIMITED));
      while ((await countWaiting()) < 5) await sleep(5);
      return calls;
    });

    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await balanceOf(customer)).toBe(99 * DOLLAR);
    await Promise.all(servers.map(closeDb));
  });

  it('two inputs with one request id: one is accepted, the others are conflicts', async () => {
    const service = await makeService(app.db);
    const customer = await customerWith(dollars(100));
    const requestId = randomUUID();
    const place = (_: unknown, index: number) =>
      customer.client.orders.place.mutate({ serviceId: service.id, link, quantity: 1000 + (index % 2), requestId });

    const answers = await Promise.allSettled(Array.from({ length: 20 }, place));

    const taken = answers.filter((answer) => answer.status === 'fulfilled');
    expect(taken).toHaveLength(10);
    expect(new Set(taken.map(({ value }) => value.order.id)).size).toBe(1);
    expect(await ordersOf(customer)).toHaveLength(1);
  });

  it('customers are not delayed by a locked wallet of another one, whose orders hold at most one connection', async () => {
    const service = await makeService(app.db);
    const makeBuyer = () => makeUser(app.db, { balanceNanos: dollars(10) });
    // An admin is created between two customers, so their ids are all even or all odd: they share a queue.
    const [stuck, second, third] = [await makeBuyer(), await makeBuyer(), await makeBuyer()];
    const input = { serviceId: service.id, link, quantity: 1000 };
    const place = ({ actor }: TestUser) => placeOrder(app.deps, actor, input, UNLIMITED);

    const late = await whileWalletIsLocked(app.databaseUrl, stuck.id, async (countWaiting) => {
      const prompt = [place(second)];
      const held = [place(stuck), place(stuck)];
      prompt.push(place(third), place(second));
      await Promise.all(prompt);
      held.push(place(stuck), place(stuck));
      await place(third);
      await expect.poll(countWaiting).toBe(1);
      return held;
    });

    expect(late.map(({ balanceNanos }) => balanceNanos / DOLLAR).sort()).toEqual([6, 7, 8, 9]);
    // Less than the database's lock timeout.
  }, 8_000);

  it('customers of the other queue do not wait for a hanging batch', async () => {
    const service = await makeService(app.db);
    // An admin is created between two customers, so these ids are all even or all odd; the last one is in the other queue.
    const stuck = [
      await makeUser(app.db, { balanceNanos: dollars(10) }),
      await makeUser(app.db, { balanceNanos: dollars(10) }),
    ];
    await makeUser(app.db);
    const free = await makeUser(app.db, { balanceNanos: dollars(10) });
    expect(new Set([...stuck, free].map(({ id }) => id % 2)).size).toBe(2);
    await app.db.execute(sql`
      create function wait_for_the_test() returns trigger language plpgsql as $$
      begin
        if new.link = '@hangs' then perform pg_advisory_xact_lock_shared(42); end if;
        return new;
      end $$`);
    await app.db.execute(
      sql`create trigger hangs before insert on orders for each row execute function wait_for_the_test()`,
    );
    const patient = connect(app.databaseUrl, { lockTimeoutMs: 0, statementTimeoutMs: 0 });
    const place = ({ actor }: TestUser, to: string) =>
      placeOrder(withoutEvents(patient), actor, { serviceId: service.id, link: to, quantity: 1000 }, UNLIMITED);
    const aside = connect(app.databaseUrl, { max: 1 });
    const hanging = await aside.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(42)`);
      // The first one goes alone, and those that arrive in the meantime are a batch.
      const calls = [place(stuck[0] as TestUser, link), ...stuck.map((user) => place(user, '@hangs'))];
      await expect
        .poll(
          async () =>
            (await app.db.execute(sql`select from pg_locks where locktype = 'advisory' and not granted`)).length,
        )
        .toBe(1);
      expect((await place(free, link)).balanceNanos).toBe(9 * DOLLAR);
      return calls;
    });
    await Promise.all(hanging);
    await Promise.all([patient, aside].map(closeDb));
    await app.db.execute(sql`drop trigger hangs on orders`);
  });

  it('an order refused by the database does not affect its neighbours', async () => {
    const service = await makeService(app.db);
    const customer = await makeUser(app.db, { balanceNanos: dollars(10) });
    const place = (url: string) =>
      placeOrder(app.deps, customer.actor, { serviceId: service.id, link: url, quantity: 1000 }, UNLIMITED);

    const answers = await Promise.allSettled(['@a', '@b', 'nul\u0000', '@c', '@d'].map(place));

    expect(answers.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    expect((await getBalance(app.db, customer.actor)).balanceNanos).toBe(6 * DOLLAR);
  });
});

it('limits orders per minute and customer, without delaying others', async () => {
  const limits = { ordersPerMinute: 5 };
  const service = await makeService(app.db);
  const [eager, other] = [
    await makeUser(app.db, { balanceNanos: dollars(9) }),
    await makeUser(app.db, { balanceNanos: DOLLAR }),
  ];
  const place = ({ actor }: TestUser) =>
    placeOrder(app.deps, actor, { serviceId: service.id, link, quantity: 1000 }, limits);

  const answers = await Promise.allSettled(Array.from({ length: 9 }, () => place(eager)));
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  expect((await getBalance(app.db, eager.actor)).balanceNanos).toBe(4 * DOLLAR);
  expect(await refusalOf(place(eager))).toMatchObject({
    code: 'too_many_requests',
    details: { retryAfterSeconds: expect.closeTo(60, -1) },
  });
  await place(other);
});

it('returns a retry of an accepted order also above the limit', async () => {
  const limits = { ordersPerMinute: 1 };
  const service = await makeService(app.db);
  const { actor } = await makeUser(app.db, { balanceNanos: dollars(9) });
  const input = { serviceId: service.id, link, quantity: 1000, requestId: randomUUID() };
  const first = await placeOrder(app.deps, actor, input, limits);
  expect(await placeOrder(app.deps, actor, input, limits)).toEqual(first);
  expect(await codeOf(placeOrder(app.deps, actor, { ...input, quantity: 999 }, limits))).toBe('idempotency_conflict');
  expect(await codeOf(placeOrder(app.deps, actor, { ...input, requestId: randomUUID() }, limits))).toBe(
    'too_many_requests',
  );
});

it('leaves a ledger that proves every balance', async () => {
  expect((await checkLedger(app.db)).problems).toEqual([]);
});
