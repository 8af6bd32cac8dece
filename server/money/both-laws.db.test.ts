import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { orderComments } from '#db/schema/order-parts.ts';
import { testDatabase } from '#db/testing/database.ts';
import { chargeFor, MAX_NANOS, micros, nanos } from '#shared/money.ts';
import type { ServiceType } from '#shared/service-types.ts';
import { MAX_QUANTITY } from '#shared/services.ts';
import { DOLLAR, dollars, makeService, makeUser } from '../testing/factories.ts';
import { chargeOrders } from './charge-orders.ts';
import { checkLedger } from './check-ledger.ts';
import { judgeOrder } from './judge-order.ts';

/** The terms of an order are checked by the statement and by TypeScript: both must agree, to the nano-dollar. */
const database = await testDatabase();
const { db } = database;
const customer = await makeUser(db, { balanceNanos: dollars(10_000) });

const ofType = (type: ServiceType, price: number, overrides: Parameters<typeof makeService>[1] = {}) =>
  makeService(db, { type, priceMicros: micros(price), ...overrides });
const LARGEST = 1_000_000_000_000;
const offered = {
  normal: await ofType('default', 1_000_000),
  odd: await ofType('default', 1_234_567),
  free: await ofType('default', 0),
  dear: await ofType('default', LARGEST - 1, { max: MAX_QUANTITY }),
  comments: await ofType('custom_comments', 1_234_567, { max: 3 }),
  manyComments: await ofType('custom_comments', 999, { min: 500, max: MAX_QUANTITY }),
  package: await ofType('package', 1_234_567),
  freePackage: await ofType('package', 0),
  dearPackage: await ofType('package', LARGEST),
  commentPackage: await ofType('custom_comments_package', 7),
};
const sold = new Map(Object.values(offered).map((service) => [service.id, service]));
const gone = [
  await ofType('package', 1, { hidden: true }),
  await ofType('custom_comments', 1, { deletedAt: new Date() }),
];

interface Sent {
  serviceId: number;
  quantity?: number | undefined;
  comments?: string[] | undefined;
  expectedChargeNanos?: ReturnType<typeof nanos> | undefined;
}

const texts = (count: number) =>
  Array.from({ length: count }, (_, nth) => `Comment ${nth}, with "quotes", \\ and {braces}`);
const order = (input: Sent) => ({ userId: customer.id, input: { link: '@somebody', ...input } });

/** Judges each order in TypeScript, and then charges all in one statement. */
async function judgeAndCharge(all: readonly Sent[]) {
  const judged = all.map((sent) => {
    try {
      return judgeOrder(sold.get(sent.serviceId), sent);
    } catch {
      return 'not_taken';
    }
  });
  const outcomes = await chargeOrders(db.$client, all.map(order));
  const charged = outcomes.map((outcome) => {
    if (typeof outcome === 'string') return outcome;
    const { quantity, chargeNanos } = outcome.order;
    return { quantity, chargeNanos };
  });
  return { judged, charged, outcomes };
}

it.each<[name: string, sent: Sent, charge: number | 'not_taken']>([
  ['one unit too few', { serviceId: offered.normal.id, quantity: 9 }, 'not_taken'],
  ['the fewest units', { serviceId: offered.normal.id, quantity: 10 }, 10_000_000],
  ['one unit too many', { serviceId: offered.normal.id, quantity: 10_001 }, 'not_taken'],
  ['no quantity', { serviceId: offered.normal.id }, 'not_taken'],
  [
    'comments for a service that takes none',
    { serviceId: offered.normal.id, quantity: 10, comments: texts(10) },
    'not_taken',
  ],
  ['an empty list of comments', { serviceId: offered.odd.id, quantity: 1001, comments: [] }, 1001 * 1_234_567],
  ['the displayed charge', { serviceId: offered.normal.id, quantity: 1000, expectedChargeNanos: DOLLAR }, DOLLAR],
  [
    'a nano-dollar less',
    { serviceId: offered.normal.id, quantity: 1000, expectedChargeNanos: nanos(DOLLAR - 1) },
    'not_taken',
  ],
  [
    'a nano-dollar more',
    { serviceId: offered.normal.id, quantity: 1000, expectedChargeNanos: nanos(DOLLAR + 1) },
    'not_taken',
  ],
  [
    'nothing, for what costs something',
    { serviceId: offered.normal.id, quantity: 1000, expectedChargeNanos: nanos(0) },
    'not_taken',
  ],
  ['a product beyond 64 bits', { serviceId: offered.dear.id, quantity: MAX_QUANTITY }, 'not_taken'],
  [
    'the same at the largest charge',
    { serviceId: offered.dear.id, quantity: MAX_QUANTITY, expectedChargeNanos: nanos(MAX_NANOS) },
    'not_taken',
  ],
  ['comments', { serviceId: offered.comments.id, comments: texts(3) }, 3 * 1_234_567],
  ['comments and their number', { serviceId: offered.comments.id, comments: texts(3), quantity: 3 }, 3 * 1_234_567],
  ['comments and another number', { serviceId: offered.comments.id, comments: texts(3), quantity: 2 }, 'not_taken'],
  ['one comment too many', { serviceId: offered.comments.id, comments: texts(4) }, 'not_taken'],
  ['no comments', { serviceId: offered.comments.id, quantity: 3 }, 'not_taken'],
  ['neither comments nor a quantity', { serviceId: offered.comments.id }, 'not_taken'],
  ['too few comments', { serviceId: offered.manyComments.id, comments: texts(499) }, 'not_taken'],
  ['the most comments', { serviceId: offered.manyComments.id, comments: texts(1000) }, 999_000],
  ['a package', { serviceId: offered.package.id }, 1_234_567_000],
  ['a package, counted', { serviceId: offered.package.id, quantity: 1 }, 1_234_567_000],
  ['two packages', { serviceId: offered.package.id, quantity: 2 }, 'not_taken'],
  ['a package with comments', { serviceId: offered.package.id, comments: texts(1) }, 'not_taken'],
  [
    'a package at its price',
    { serviceId: offered.package.id, expectedChargeNanos: nanos(1_234_567_000) },
    1_234_567_000,
  ],
  // A page of the version before takes the price for that of 1000.
  [
    'a package at a thousandth',
    { serviceId: offered.package.id, quantity: 1, expectedChargeNanos: nanos(1_234_567) },
    'not_taken',
  ],
  [
    'a package at nearly its price',
    { serviceId: offered.package.id, expectedChargeNanos: nanos(1_234_567_999) },
    'not_taken',
  ],
  ['a free package', { serviceId: offered.freePackage.id, expectedChargeNanos: nanos(0) }, 0],
  ['a package beyond the balance', { serviceId: offered.dearPackage.id }, 'not_taken'],
  ['comments in a package', { serviceId: offered.commentPackage.id, comments: texts(2) }, 7000],
  ['a package without its comments', { serviceId: offered.commentPackage.id, quantity: 1 }, 'not_taken'],
  ['a hidden package', { serviceId: gone[0]?.id ?? 0 }, 'not_taken'],
  ['a deleted service', { serviceId: gone[1]?.id ?? 0, comments: texts(1) }, 'not_taken'],
])('%s', async (_, sent, charge) => {
  const { judged, charged } = await judgeAndCharge([sent]);
  expect(charged[0] === 'not_taken' ? 'not_taken' : charged[0]).toEqual(
    charge === 'not_taken' ? 'not_taken' : expect.objectContaining({ chargeNanos: charge }),
  );
  // TypeScript does not check the balance.
  if (sent.serviceId !== offered.dearPackage.id) expect(judged).toEqual(charged);
});

it('hundreds of random orders in one statement, each with its own comments', async () => {
  const cheap = Object.values(offered).filter(({ id }) => id !== offered.dear.id && id !== offered.dearPackage.id);
  const sent = fc
    .record({
      service: fc.constantFrom(...cheap),
      quantity: fc.option(fc.constantFrom(1, 2, 3, 9, 10, 11, 1000, 9999, 10_000, 10_001, MAX_QUANTITY), {
        nil: undefined,
      }),
      comments: fc.constantFrom(0, 0, 1, 2, 3, 4, 500),
      seen: fc.constantFrom(undefined, undefined, 0, 1, -1, 1000),
    })
    .map(({ service, quantity, comments, seen }): Sent => {
      const charge = chargeFor(service.per === 1 ? 1 : (quantity ?? comments), service) ?? 0;
      const expected = seen === 1000 ? Math.floor(charge / 1000) : charge + (seen ?? 0);
      const expectedChargeNanos = seen === undefined ? undefined : nanos(Math.max(0, expected));
      return { serviceId: service.id, quantity, comments: texts(comments), expectedChargeNanos };
    });
  const all = fc.sample(sent, { numRuns: 1500, seed: 31 });
  const { judged, charged, outcomes } = await judgeAndCharge(all);
  expect(charged).toEqual(judged);
  const placed = outcomes.flatMap((outcome, nth) => (typeof outcome === 'string' ? [] : [{ outcome, sent: all[nth] }]));
  expect(placed.length).toBeGreaterThan(50);
  for (const { outcome, sent: input } of placed) {
    const [stored] = await db.select().from(orderComments).where(eq(orderComments.orderId, outcome.order.id));
    expect(stored?.comments ?? '').toBe(input?.comments?.join('\n'));
  }
  expect((await checkLedger(db)).problems).toEqual([]);
});

it('orders without comments leave no row for them', async () => {
  const [kept] = await db.execute<{ count: number }>(sql`
    select count(*)::int from order_comments join orders on id = order_id
    where service_id not in (select id from services where type like 'custom_comments%')`);
  expect(kept?.count).toBe(0);
});
