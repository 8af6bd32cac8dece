import { and, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** The shop's time zone within a statement, which reads it once. */
export const shopTimeZone: SQL<string> = sql`(select time_zone from settings)`;

/** Days of the shop, the first and the last one that count; without one of them, from the beginning or until now. */
export interface ShopPeriod {
  from?: string | undefined;
  to?: string | undefined;
}

/** For `where`: the rows that a column of points in time dates within a period of the shop's days. */
export function datedWithinDays(column: PgColumn, { from, to }: ShopPeriod): SQL | undefined {
  return and(from ? gte(column, beginOfDay(from)) : undefined, to ? lt(column, endOfDay(to)) : undefined);
}

/** The first moment of a day of the shop. */
export function beginOfDay(day: string): SQL {
  return sql`(${day}::date::timestamp at time zone ${shopTimeZone})`;
}

/** The first moment after a day of the shop. */
export function endOfDay(day: string): SQL {
  return sql`((${day}::date + 1)::timestamp at time zone ${shopTimeZone})`;
}
