import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { testDatabase } from '#db/testing/database.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { micros, nanos } from '#shared/money.ts';
import { placeManyInput } from '#shared/order-lines.ts';
import { decisions, legalDecisions, type OrderStatus, orderStatuses, statusAfter } from '#shared/order-status.ts';
import { DomainError } from '../errors.ts';
import { decideOrder } from '../features/orders/decide-order.ts';
import { placeMany } from '../features/orders/place-many.ts';
import { placeOrder } from '../features/orders/place-order.ts';
import { decideRecharge } from '../features/recharges/decide-recharge.ts';
import { requestRecharge } from '../features/recharges/request-recharge.ts';
import { reverseRecharge } from '../features/recharges/reverse-recharge.ts';
import { getBalance } from '../features/wallet/get-balance.ts';
import { giveBalance } from '../features/wallet/give-balance.ts';
import {
  ANY_RECHARGE,
  DOLLAR,
  dollars,
  makeAdmin,
  makePaymentMethod,
  makeService,
  makeUser,
  type TestUser,
  UNLIMITED,
} from '../testing/factories.ts';
import { withoutEvents } from '../testing/without-events.ts';
import { checkLedger } from './check-ledger.ts';

/**
 * Random sequences of all money movements. In sequence, each result and balance equals a simple model's; in parallel, the ledger must
 * prove every balance.
 */
const PRICES_MICROS = [0, 1, 1_234_567, 1_000_000, 50_000_000].map(micros);
const MIN = 10;
const MAX = 5000;

const database = await testDatabase({ max: 16 });
const admins = [await makeAdmin(database.db), await makeAdmin(database.db)];
const services = await Promise.all(
  PRICES_MICROS.map((priceMicros) => makeService(database.db, { priceMicros, min: MIN, max: MAX })),
);
const method = (await makePaymentMethod(database.db)).name;

const index = fc.nat({ max: 7 });
const action = fc.oneof(
  fc.record({
    do: fc.constant('place' as const),
    service: fc.nat({ max: PRICES_MICROS.length - 1 }),
    quantity: fc.integer({ min: MIN - 1, max: MAX + 1 }),
    /** Few keys, so that they repeat with the same and with other input. */
    key: fc.option(fc.nat({ max: 3 }), { nil: undefined }),
  }),
  fc.record({
    do: fc.constant('placeMany' as const),
    lines: fc.array(
      fc.record({
        service: fc.nat({ max: PRICES_MICROS.length - 1 }),
        quantity: fc.integer({ min: MIN - 1, max: MAX + 1 }),
      }),
      { minLength: 1, maxLength: 5 },
    ),
    key: fc.nat({ max: 3 }),
  }),
  fc.record({
    do: fc.constant('decideOrder' as const),
    order: index,
    decision: fc.constantFrom(...decisions),
    remaining: fc.integer({ min: 1, max: MAX }),
    admin: fc.nat({ max: 1 }),
    /** The status that the admin saw, mostly the initial one. */
    seen: fc.option(fc.constantFrom('pending', 'pending', ...orderStatuses), { nil: undefined }),
  }),
  fc.record({ do: fc.constant('request' as const), cents: fc.integer({ min: 1, max: 20_000 }) }),
  fc.record({
    do: fc.constant('decideRecharge' as const),
    recharge: index,
    decision: fc.constantFrom('approve' as const, 'reject' as const),
    admin: fc.nat({ max: 1 }),
  }),
  fc.record({
    do: fc.constant('reverse' as const),
    recharge: index,
    takeAvailable: fc.boolean(),
    admin: fc.nat({ max: 1 }),
    key: fc.option(fc.constant(3), { nil: undefined }),
  }),
  fc.record({
    do: fc.constant('give' as const),
    amountNanos: fc.integer({ min: -100 * DOLLAR, max: 200 * DOLLAR }).filter((amount) => amount !== 0),
    key: fc.option(fc.nat({ max: 2 }), { nil: undefined }),
  }),
);
type Action = typeof action extends fc.Arbitrary<infer Step> ? Step : never;
type ManyOrders = Extract<Action, { do: 'placeMany' }>;

/** A customer's history: the ids and keys that later actions refer to. */
class Run {
  readonly orderIds: number[] = [];
  readonly rechargeIds: number[] = [];
  readonly #keys = Array.from({ length: 4 }, () => randomUUID());
  readonly customer: TestUser;

  constructor(customer: TestUser) {
    this.customer = customer;
  }

  /** @returns the error code, for many lines one word each; anything else that is thrown fails the test */
  async perform(step: Action): Promise<string | undefined> {
    try {
      return step.do === 'placeMany' ? await this.#placeMany(step) : await this.#perform(step);
    } catch (error) {
      if (error instanceof DomainError) return error.code;
      throw error;
    }
  }

  async #placeMany({ lines, key }: ManyOrders): Promise<string> {
    const sent = lines.map(({ service, quantity }) => ({
      serviceId: services[service]?.id ?? 0,
      quantity,
      link: '@somebody',
    }));
    const input = placeManyInput.parse({ lines: sent, requestId: this.#keys[key] });
    const { results } = await placeMany(withoutEvents(database.db), this.customer.actor, input, UNLIMITED);
    for (const result of results) {
      if ('order' in result && !this.orderIds.includes(result.order.id)) this.orderIds.push(result.order.id);
    }
    return results.map((result) => ('order' in result ? 'placed' : result.domainCode)).join(' ');
  }

  async #perform(step: Exclude<Action, ManyOrders>): Promise<undefined> {
    const { db } = database;
    const { actor, id: userId } = this.customer;
    const requestId = 'key' in step && step.key !== undefined ? this.#keys[step.key] : undefined;
    switch (step.do) {
      case 'place': {
        const { quantity } = step;
        const serviceId = services[step.service]?.id ?? 0;
        const input = { serviceId, quantity, link: '@somebody', requestId };
        const { order } = await placeOrder(withoutEvents(db), actor, input, UNLIMITED);
        if (!this.orderIds.includes(order.id)) this.orderIds.push(order.id);
        return;
      }
      case 'decideOrder': {
        const { decision, remaining, admin, seen } = step;
        const id = this.orderIds[step.order];
        if (id === undefined) return;
        const units = decision === 'partial' ? remaining : undefined;
        const input = { id, decision, remaining: units, expectedStatus: seen };
        await decideOrder(withoutEvents(db), adminOf(admin).actor, input);
        return;
      }
      case 'request': {
        const reference = randomUUID();
        const input = { method, amountNanos: nanos(step.cents * 10_000_000), reference };
        this.rechargeIds.push((await requestRecharge(withoutEvents(db), actor, input, ANY_RECHARGE)).id);
        return;
      }
      case 'decideRecharge': {
        const id = this.rechargeIds[step.recharge];
        if (id !== undefined)
          await decideRecharge(withoutEvents(db), adminOf(step.admin).actor, { id, decision: step.decision });
        return;
      }
      case 'reverse': {
        const id = this.rechargeIds[step.recharge];
        const { takeAvailable } = step;
        if (id === undefined) return;
        const input = { id, reason: 'Never arrived', takeAvailable, requestId };
        await reverseRecharge(withoutEvents(db), adminOf(step.admin).actor, input);
        return;
      }
      case 'give':
        await giveBalance(withoutEvents(db), adminOf(0).actor, {
          id: userId,
          amountNanos: nanos(step.amountNanos),
          requestId,
        });
    }
  }
}

/** The rules again, as plain arithmetic without a database. */
class Model {
  balanceNanos = 0;
  readonly #orders: {
    status: OrderStatus;
    service: number;
    quantity: number;
    remaining?: number | undefined;
    by?: number;
  }[] = [];
  readonly #recharges: {
    status: 'pending' | 'approve' | 'reject';
    cents: number;
    by?: number;
    reversed?: { takenNanos: number; by: number; key: number | undefined };
  }[] = [];
  /** By the request id, or by that of the call and the line's index. */
  readonly #placedBy = new Map<string, string>();
  readonly #givenBy = new Map<number, number>();

  expect(step: Action): string | undefined {
    switch (step.do) {
      case 'place':
        if ([...this.#placedBy.keys()].some((key) => key.startsWith(`${step.key}, line`)))
          return 'idempotency_conflict';
        return this.#place(step, step.key === undefined ? undefined : String(step.key));
      case 'placeMany': {
        if (this.#placedBy.has(String(step.key))) return 'idempotency_conflict';
        const outcomes = step.lines.map((line, at) => this.#place(line, `${step.key}, line ${at}`) ?? 'placed');
        return outcomes.join(' ');
      }
      case 'decideOrder':
        return this.#decideOrder(step);
      case 'request': {
        if (this.#recharges.filter(({ status }) => status === 'pending').length >= 5) return 'too_many_pending';
        this.#recharges.push({ status: 'pending', cents: step.cents });
        return undefined;
      }
      case 'decideRecharge': {
        const recharge = this.#recharges[step.recharge];
        if (!recharge) return undefined;
        if (recharge.status === 'pending') {
          Object.assign(recharge, { status: step.decision, by: step.admin });
          if (step.decision === 'approve') this.balanceNanos += recharge.cents * 10_000_000;
          return undefined;
        }
        return recharge.status === step.decision && recharge.by === step.admin ? undefined : 'already_decided';
      }
      case 'reverse':
        return this.#reverse(step);
      case 'give': {
        const given = step.key === undefined ? undefined : this.#givenBy.get(step.key);
        if (given !== undefined) return given === step.amountNanos ? undefined : 'idempotency_conflict';
        const code = this.#move(step.amountNanos);
        if (!code && step.key !== undefined) this.#givenBy.set(step.key, step.amountNanos);
        return code;
      }
    }
  }

  #place({ service, quantity }: ManyOrders['lines'][number], key: string | undefined): ErrorCode | undefined {
    const input = `${service} ${quantity}`;
    const placed = key === undefined ? undefined : this.#placedBy.get(key);
    if (placed !== undefined) return placed === input ? undefined : 'idempotency_conflict';
    if (quantity < MIN || quantity > MAX) return 'quantity_out_of_range';
    const code = this.#move(-quantity * priceOf(service));
    if (code) return code;
    if (key !== undefined) this.#placedBy.set(key, input);
    this.#orders.push({ status: 'pending', service, quantity });
    return undefined;
  }

  #decideOrder(step: Extract<Action, { do: 'decideOrder' }>): ErrorCode | undefined {
    const { order: at, decision, remaining, admin, seen } = step;
    const order = this.#orders[at];
    if (!order) return undefined;
    const units = decision === 'partial' ? remaining : undefined;
    const holds = order.status === statusAfter[decision] && order.remaining === units;
    if (holds && (seen === undefined || order.by === admin)) return undefined;
    if (seen !== undefined && seen !== order.status) return 'already_decided';
    if (order.status === 'completed' || order.status === 'partial') return 'order_final';
    if (!legalDecisions[order.status].includes(decision)) return 'order_transition';
    if (units !== undefined && units >= order.quantity) return 'remaining_out_of_range';
    const chargeNanos = order.quantity * priceOf(order.service);
    const recharged = decision === 'complete' && order.status === 'rejected' ? -chargeNanos : 0;
    const refunded = decision === 'reject' ? chargeNanos : (units ?? 0) * priceOf(order.service);
    const code = this.#move(recharged + refunded);
    if (!code) Object.assign(order, { status: statusAfter[decision], remaining: units, by: admin });
    return code;
  }

  #reverse({ recharge: at, takeAvailable, admin, key }: Extract<Action, { do: 'reverse' }>): ErrorCode | undefined {
    const recharge = this.#recharges[at];
    if (!recharge) return undefined;
    const first = this.#recharges.find(
      ({ reversed }) => key !== undefined && reversed?.key === key && reversed.by === admin,
    );
    if (first) {
      const wasWhole = first.reversed?.takenNanos === first.cents * 10_000_000;
      return first === recharge && (wasWhole || takeAvailable) ? undefined : 'idempotency_conflict';
    }
    if (recharge.status !== 'approve' || recharge.reversed) return 'already_decided';
    const takenNanos = Math.min(this.balanceNanos, recharge.cents * 10_000_000);
    if (takenNanos < recharge.cents * 10_000_000 && !takeAvailable) return 'insufficient_balance';
    this.balanceNanos -= takenNanos;
    recharge.reversed = { takenNanos, by: admin, key };
    return undefined;
  }

  #move(amountNanos: number): ErrorCode | undefined {
    if (this.balanceNanos + amountNanos < 0) return 'insufficient_balance';
    this.balanceNanos += amountNanos;
    return undefined;
  }
}

function adminOf(at: number): TestUser {
  const admin = admins[at];
  if (!admin) throw new Error(`There is no admin ${at}`);
  return admin;
}

const priceOf = (service: number) => PRICES_MICROS[service] ?? 0;

it('in sequence: every result and balance equals the model, and the ledger proves it', async () => {
  const property = fc.asyncProperty(fc.array(action, { minLength: 10, maxLength: 40 }), async (steps) => {
    const run = new Run(await makeUser(database.db));
    const model = new Model();
    for (const step of steps) {
      const expected = model.expect(step);
      expect(await run.perform(step), JSON.stringify(step)).toBe(expected);
      const { balanceNanos } = await getBalance(database.db, run.customer.actor);
      expect(balanceNanos, JSON.stringify(step)).toBe(model.balanceNanos);
      expect((await checkLedger(database.db)).problems).toEqual([]);
    }
  });
  await fc.assert(property, { numRuns: 25, endOnFailure: true });
}, 240_000);

it('in parallel: the ledger proves every balance', async () => {
  const property = fc.asyncProperty(fc.array(action, { minLength: 60, maxLength: 100 }), async (steps) => {
    const { db } = database;
    const runs = [new Run(await makeUser(db)), new Run(await makeUser(db, { balanceNanos: dollars(20) }))];
    for (let start = 0; start < steps.length; start += 20) {
      const together = steps.slice(start, start + 20);
      await Promise.all(runs.flatMap((run) => together.map((step) => run.perform(step))));
      expect((await checkLedger(db)).problems).toEqual([]);
    }
  });
  await fc.assert(property, { numRuns: 10, endOnFailure: true });
}, 240_000);
