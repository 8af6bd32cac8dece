import fc from 'fast-check';
import type { ErrorCode } from '#shared/errors.ts';
import { type Micros, micros } from '#shared/money.ts';
import { decisions, legalDecisions, type OrderStatus, orderStatuses, statusAfter } from '#shared/order-status.ts';
import type { ServiceType } from '#shared/service-types.ts';
import { DOLLAR } from './factories.ts';

const MIN = 10;
const MAX = 5000;
const MAX_COMMENTS = 4;

interface Sold {
  type: ServiceType;
  priceMicros: Micros;
  min: number;
  max: number;
}

/** The services of the model: each type, free and dear. */
export const SOLD: readonly Sold[] = [
  ...[0, 1, 1_234_567, 1_000_000, 50_000_000].map((price) => sold('default', price, { min: MIN, max: MAX })),
  ...[1, 123_456_789].map((price) => sold('custom_comments', price, { min: 2, max: MAX_COMMENTS })),
  ...[0, 1_234_567, 150_000_000].map((price) => sold('package', price)),
  sold('custom_comments_package', 2_500_001),
];

function sold(type: ServiceType, price: number, { min, max } = { min: 1, max: 1 }): Sold {
  return { type, priceMicros: micros(price), min, max };
}

const takesComments = (type: ServiceType) => type.startsWith('custom_comments');
const isPackage = (type: ServiceType) => type.endsWith('package');

function unitsOf(type: ServiceType, entered: number | undefined, comments: number): number | undefined {
  if (isPackage(type)) return 1;
  return takesComments(type) ? comments : entered;
}

/** The nano-dollars of one unit. */
function priceOf(service: number): number {
  const { type, priceMicros } = SOLD[service] as Sold;
  return isPackage(type) ? priceMicros * 1000 : priceMicros;
}

const index = fc.nat({ max: 7 });
/** An order of a service: mostly with the fields that its type needs, sometimes with others. */
const line = fc
  .record({
    service: fc.nat({ max: SOLD.length - 1 }),
    quantity: fc.integer({ min: MIN - 1, max: MAX + 1 }),
    comments: fc.integer({ min: 1, max: MAX_COMMENTS + 1 }),
    odd: fc.option(fc.record({ hasQuantity: fc.boolean(), hasComments: fc.boolean() }), { freq: 6, nil: undefined }),
  })
  .map(({ service, quantity, comments, odd }) => {
    const { type } = SOLD[service] as Sold;
    const { hasQuantity = type === 'default', hasComments = takesComments(type) } = odd ?? {};
    return { service, quantity: hasQuantity ? quantity : undefined, comments: hasComments ? comments : 0 };
  });
export type Line = typeof line extends fc.Arbitrary<infer Sent> ? Sent : never;

/** Requests about orders that move money are to be added here: accepting a cancel refunds its order. */
export const action = fc.oneof(
  fc
    .tuple(
      line,
      // Few keys, so that they repeat with the same and with other input.
      fc.option(fc.nat({ max: 3 }), { nil: undefined }),
    )
    .map(([sent, key]) => ({ do: 'place' as const, ...sent, key })),
  fc.record({
    do: fc.constant('placeMany' as const),
    lines: fc.array(line, { minLength: 1, maxLength: 5 }),
    key: fc.nat({ max: 3 }),
  }),
  fc.record({
    do: fc.constant('decideOrder' as const),
    order: index,
    decision: fc.constantFrom(...decisions),
    remaining: fc.oneof(fc.integer({ min: 1, max: MAX_COMMENTS }), fc.integer({ min: 1, max: MAX })),
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
export type Action = typeof action extends fc.Arbitrary<infer Step> ? Step : never;
export type ManyOrders = Extract<Action, { do: 'placeMany' }>;

/** The rules again, as plain arithmetic without a database. */
export class Model {
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
  readonly #placedBy = new Map<string, { service: number; units: number; comments: number }>();
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

  #place({ service, quantity, comments }: Line, key: string | undefined): ErrorCode | undefined {
    const placed = key === undefined ? undefined : this.#placedBy.get(key);
    if (placed) {
      const isSame = placed.service === service && placed.comments === comments;
      return isSame && (quantity === undefined || quantity === placed.units) ? undefined : 'idempotency_conflict';
    }
    const { type, min, max } = SOLD[service] as Sold;
    if (takesComments(type) !== comments > 0) return takesComments(type) ? 'comments_required' : 'bad_input';
    const units = unitsOf(type, quantity, comments);
    if (units === undefined) return 'bad_input';
    if (units < min || units > max || (quantity !== undefined && quantity !== units)) return 'quantity_out_of_range';
    const code = this.#move(-units * priceOf(service));
    if (code) return code;
    if (key !== undefined) this.#placedBy.set(key, { service, units, comments });
    this.#orders.push({ status: 'pending', service, quantity: units });
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
