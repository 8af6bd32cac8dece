import fc from 'fast-check';
import { type Micros, micros } from '#shared/money.ts';
import { decisions, orderStatuses } from '#shared/order-status.ts';
import { requestDecisions, requestKinds, requestStatuses } from '#shared/request-status.ts';
import type { ServiceType } from '#shared/service-types.ts';
import { DOLLAR } from './factories.ts';

const MIN = 10;
const MAX = 5000;
const MAX_COMMENTS = 4;

export interface Sold {
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

export const takesComments = (type: ServiceType) => type.startsWith('custom_comments');
const isPackage = (type: ServiceType) => type.endsWith('package');

export function unitsOf(type: ServiceType, entered: number | undefined, comments: number): number | undefined {
  if (isPackage(type)) return 1;
  return takesComments(type) ? comments : entered;
}

/** The nano-dollars of one unit. */
export function priceOf(service: number): number {
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
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('ask' as const),
      order: index,
      kind: fc.constantFrom('cancel', ...requestKinds),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('decideRequest' as const),
      request: index,
      decision: fc.constantFrom('accept', ...requestDecisions),
      admin: fc.nat({ max: 1 }),
      seen: fc.option(fc.constantFrom('pending', ...requestStatuses), { nil: undefined }),
    }),
  },
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
