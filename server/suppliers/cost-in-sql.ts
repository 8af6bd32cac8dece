import { type SQL, sql } from 'drizzle-orm';

/**
 * Costs are micro-units of up to 4 decimals: the columns `…_exact`. The arithmetic of `shared/supplier-money.ts` in SQL, for thousands of rows in one statement. `numeric` holds every product exactly, and
 * `div` truncates, so nothing is rounded but where the functions there round. A test compares both.
 */

/** A product of cost and rate has 18 decimals. */
const PRODUCT_PER_MICRO = sql.raw('1000000000000::numeric');
const PRODUCT_PER_NANO = sql.raw('1000000000::numeric');
const BASIS_POINTS = sql.raw('10000::numeric');

interface PriceTerms {
  costMicros: SQL;
  ratePicos: SQL;
  marginBasisPoints: SQL;
  floorMicros: SQL;
  stepMicros: SQL;
}

/** `priceOf`: the price in micro-dollars as `numeric`, which may exceed every column. The cost is at least 0. */
export function priceInSql({ costMicros, ratePicos, marginBasisPoints, floorMicros, stepMicros }: PriceTerms): SQL {
  const product = sql`${costMicros}::numeric * ${ratePicos} * (${BASIS_POINTS} + ${marginBasisPoints})`;
  const steps = dividedUp(product, sql`(${BASIS_POINTS} * ${PRODUCT_PER_MICRO} * ${stepMicros})`);
  const floorSteps = dividedUp(sql`${floorMicros}::numeric`, sql`${stepMicros}::numeric`);
  return sql`(greatest(${steps}, ${floorSteps}) * ${stepMicros})`;
}

/** `dollarsOf`: an amount of at least 0 in nano-dollars as `numeric`, rounded up. */
export function dollarsInSql(amountMicros: SQL, ratePicos: SQL): SQL {
  return dividedUp(sql`${amountMicros}::numeric * ${ratePicos}`, PRODUCT_PER_NANO);
}

/** `isBelowCost`: whether a price is below the cost plus the least margin. */
export function isBelowCostInSql(
  priceMicros: SQL,
  { costMicros, ratePicos, leastBasisPoints }: { costMicros: SQL; ratePicos: SQL; leastBasisPoints: SQL },
): SQL {
  return sql`(${priceMicros}::numeric * ${PRODUCT_PER_MICRO} * ${BASIS_POINTS}
    < ${costMicros}::numeric * ${ratePicos} * (${BASIS_POINTS} + ${leastBasisPoints}))`;
}

/** `costChangeOf`: -1, 0 or 1. */
export function costChangeInSql(costMicros: SQL, acceptedMicros: SQL, smallBasisPoints: SQL): SQL {
  const cost = sql`${costMicros}::numeric * ${BASIS_POINTS}`;
  const limit = (sign: '+' | '-') =>
    sql`${acceptedMicros}::numeric * (${BASIS_POINTS} ${sql.raw(sign)} ${smallBasisPoints})`;
  return sql`(case when ${cost} > ${limit('+')} then 1 when ${cost} < ${limit('-')} then -1 else 0 end)`;
}

/** Division of a `numeric` of at least 0 and up to 4 decimals by a positive whole one, rounded up. */
function dividedUp(dividend: SQL, divisor: SQL): SQL {
  return sql`div((${dividend} + ${divisor}) * 10000 - 1, ${divisor} * 10000)`;
}
