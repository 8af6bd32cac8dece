import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { orderRequests } from '#db/schema/order-parts.ts';
import { settings } from '#db/schema/settings.ts';
import { testDatabase } from '#db/testing/database.ts';
import { nanos } from '#shared/money.ts';
import { placeManyInput } from '#shared/order-lines.ts';
import { DomainError } from '../base/errors.ts';
import { decideOrder } from '../features/orders/decide-order.ts';
import { placeMany } from '../features/orders/place-many.ts';
import { placeOrder } from '../features/orders/place-order.ts';
import { askRequest } from '../features/orders/requests/ask-request.ts';
import { decideRequest } from '../features/orders/requests/decide-request.ts';
import { decideRecharge } from '../features/recharges/decide-recharge.ts';
import { requestRecharge } from '../features/recharges/request-recharge.ts';
import { reverseRecharge } from '../features/recharges/reverse-recharge.ts';
import { getBalance } from '../features/wallet/get-balance.ts';
import { giveBalance } from '../features/wallet/give-balance.ts';
import {
  ANY_RECHARGE,
  dollars,
  makeAdmin,
  makePaymentMethod,
  makeService,
  makeUser,
  type TestUser,
  UNLIMITED,
} from '../testing/factories.ts';
import { type Action, action, type Line, type ManyOrders, SOLD } from '../testing/money-actions.ts';
import { Model, pick } from '../testing/money-model.ts';
import { withoutEvents } from '../testing/without-events.ts';
import { checkLedger } from './check-ledger.ts';

/**
 * Random sequences of all money movements. In sequence, each result and balance equals a simple model's; in parallel, the ledger must
 * prove every balance.
 */
const database = await testDatabase({ max: 16 });
const admins = [await makeAdmin(database.db), await makeAdmin(database.db)];
const services = await Promise.all(
  SOLD.map((sold) => makeService(database.db, { ...sold, refillDays: 30, cancel: true, speedUp: true })),
);
await database.db.update(settings).set({ requestCooldownHours: 0 });
const method = (await makePaymentMethod(database.db)).name;

/** A customer's history: the ids and keys that later actions refer to. */
class Run {
  readonly orderIds: number[] = [];
  readonly requestIds: number[] = [];
  readonly rechargeIds: number[] = [];
  readonly #keys = Array.from({ length: 4 }, () => randomUUID());
  readonly customer: TestUser;

  constructor(customer: TestUser) {
    this.customer = customer;
  }

  async readRequestStatuses(): Promise<string[]> {
    const ofCustomer = eq(orderRequests.userId, this.customer.id);
    const rows = await database.db
      .select({ status: orderRequests.status })
      .from(orderRequests)
      .where(ofCustomer)
      .orderBy(orderRequests.id);
    return rows.map(({ status }) => status);
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
    const input = placeManyInput.parse({ lines: lines.map(sentFor), requestId: this.#keys[key] });
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
        const { order } = await placeOrder(withoutEvents(db), actor, { ...sentFor(step), requestId }, UNLIMITED);
        if (!this.orderIds.includes(order.id)) this.orderIds.push(order.id);
        return;
      }
      case 'decideOrder': {
        const { decision, remaining, admin, seen } = step;
        const id = pick(this.orderIds, step.order);
        if (id === undefined) return;
        const units = decision === 'partial' ? remaining : undefined;
        const input = { id, decision, remaining: units, expectedStatus: seen };
        await decideOrder(withoutEvents(db), adminOf(admin).actor, input);
        return;
      }
      case 'ask': {
        const id = pick(this.orderIds, step.order);
        if (id !== undefined)
          this.requestIds.push((await askRequest(withoutEvents(db), actor, { id, kind: step.kind })).id);
        return;
      }
      case 'decideRequest': {
        const { decision, admin, seen: expectedStatus } = step;
        const id = pick(this.requestIds, step.request);
        if (id !== undefined)
          await decideRequest(withoutEvents(db), adminOf(admin).actor, { id, decision, expectedStatus });
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
          confirm: true,
          requestId,
        });
    }
  }
}

/** An order as a client sends it. */
function sentFor({ service, quantity, comments }: Line) {
  const texts = Array.from({ length: comments }, (_, at) => `Comment ${at}`);
  return { serviceId: services[service]?.id ?? 0, link: '@somebody', quantity, comments: texts };
}

function adminOf(at: number): TestUser {
  const admin = admins[at];
  if (!admin) throw new Error(`There is no admin ${at}`);
  return admin;
}

it('in sequence: every result and balance equals the model, and the ledger proves it', async () => {
  const property = fc.asyncProperty(fc.array(action, { minLength: 10, maxLength: 40 }), async (steps) => {
    const run = new Run(await makeUser(database.db, { balanceNanos: dollars(20) }));
    const model = new Model();
    model.balanceNanos = dollars(20);
    for (const step of steps) {
      const expected = model.expect(step);
      expect(await run.perform(step), JSON.stringify(step)).toBe(expected);
      const { balanceNanos } = await getBalance(database.db, run.customer.actor);
      expect(balanceNanos, JSON.stringify(step)).toBe(model.balanceNanos);
      expect(await run.readRequestStatuses(), JSON.stringify(step)).toEqual(model.requestStatuses);
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
