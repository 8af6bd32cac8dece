import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testDatabase } from '#db/testing/database.ts';
import { type Micros, micros } from '#shared/money.ts';
import {
  costChangeOf,
  dollarsOf,
  isBelowCost,
  priceOf,
  type RatePicos,
  ratePicos,
  type SupplierMicros,
  supplierMicros,
} from '#shared/supplier-money.ts';
import { costChangeInSql, dollarsInSql, isBelowCostInSql, priceInSql } from './cost-in-sql.ts';

const { db } = await testDatabase();
const CASES = 4_000;
const MAX = Number.MAX_SAFE_INTEGER;

interface Case {
  cost: SupplierMicros;
  accepted: SupplierMicros;
  rate: RatePicos;
  margin: number;
  least: number;
  small: number;
  floor: Micros;
  step: Micros;
  price: Micros;
}

/** Small, usual and largest numbers, and those on both sides of a rounding. */
const upTo = (max: number, min = 0) =>
  fc.oneof(
    fc.integer({ min, max: Math.min(max, 100) }),
    fc.integer({ min, max: Math.min(max, 10_000_000) }),
    fc.maxSafeNat().map((n) => Math.max(min, n % (max + 1))),
    fc.constant(max),
  );
/** Some with digits below a micro-unit. */
const amount = fc
  .tuple(upTo(MAX), fc.constantFrom('', '.0001', '.5', '.9999'))
  .map(([whole, fraction]) => `${whole}${whole === MAX ? '' : fraction}` as SupplierMicros);
const anyCase: fc.Arbitrary<Case> = fc
  .record({
    cost: amount,
    near: fc.integer({ min: -12, max: 12 }),
    accepted: amount,
    rate: fc.oneof(upTo(MAX, 1), fc.constantFrom(1_000_000_000_000, 8_200_000_000)).map(ratePicos),
    margin: upTo(1_000_000),
    least: upTo(1_000_000),
    small: upTo(10_000),
    floor: upTo(MAX).map(micros),
    step: upTo(1_000_000_000, 1).map(micros),
    price: upTo(1_000_000_000_000).map(micros),
  })
  .map(({ near, ...each }) => {
    // On the edge of a small change.
    const edge = Math.round((Number(each.cost) / (10_000 + each.small)) * 10_000) + near;
    return near % 2 === 0 && edge >= 0 && edge <= MAX ? { ...each, accepted: supplierMicros(edge) } : each;
  });

interface Result extends Record<string, unknown> {
  price: string;
  nanos: string;
  below: boolean;
  change: number;
}

/** Null where TypeScript can't hold the result. */
function exact(compute: () => number): string | null {
  try {
    return String(compute());
  } catch {
    return null;
  }
}

test('prices, dollars and comparisons are the same in SQL and in TypeScript', async () => {
  const cases = fc.sample(anyCase, { numRuns: CASES, seed: 33 });
  const column = (name: keyof Case) => sql.param(cases.map((each) => each[name]));
  const ratePicosOf = sql`c.rate`;
  const rows = await db.execute<Result>(sql`
    select ${priceInSql({
      costMicros: sql`c.cost`,
      ratePicos: ratePicosOf,
      marginBasisPoints: sql`c.margin`,
      floorMicros: sql`c.floor`,
      stepMicros: sql`c.step`,
    })}::text as price,
      ${dollarsInSql(sql`c.cost`, ratePicosOf)}::text as nanos,
      ${isBelowCostInSql(sql`c.price`, { costMicros: sql`c.cost`, ratePicos: ratePicosOf, leastBasisPoints: sql`c.least` })} as below,
      ${costChangeInSql(sql`c.cost`, sql`c.accepted`, sql`c.small`)} as change
    from unnest(${column('cost')}::text[]::numeric[], ${column('accepted')}::text[]::numeric[], ${column('rate')}::bigint[], ${column('margin')}::int[],
      ${column('least')}::int[], ${column('small')}::int[], ${column('floor')}::bigint[], ${column('step')}::bigint[],
      ${column('price')}::bigint[]) with ordinality as c (cost, accepted, rate, margin, least, small, floor, step, price, nth)
    order by nth`);
  let held = 0;
  for (const [nth, each] of cases.entries()) {
    const { cost, rate, margin, floor, step, price, least, accepted, small } = each;
    const inSql = rows[nth];
    const rule = { marginBasisPoints: margin, floorMicros: floor, stepMicros: step };
    const [priceHere, nanosHere] = [exact(() => priceOf(cost, rate, rule)), exact(() => dollarsOf(cost, rate))];
    if (priceHere !== null) expect([each, inSql?.price]).toEqual([each, priceHere]);
    else expect(BigInt(inSql?.price ?? 0)).toBeGreaterThan(MAX);
    if (nanosHere !== null) expect([each, inSql?.nanos]).toEqual([each, nanosHere]);
    else expect(BigInt(inSql?.nanos ?? 0)).toBeGreaterThan(MAX);
    expect([each, inSql?.below, inSql?.change]).toEqual([
      each,
      isBelowCost(price, cost, rate, least),
      costChangeOf(cost, accepted, small),
    ]);
    if (priceHere !== null) held++;
  }
  // Many of each kind, or the comparison would prove nothing.
  expect(held).toBeGreaterThan(CASES / 4);
  const kinds = new Set(rows.map(({ change, below }) => `${change} ${below}`));
  expect(kinds.size).toBe(6);
});
