import { and, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from '#db/client.ts';

/** The shop's time zone from the settings, as a subquery. */
export const shopTimeZone: SQL<string> = sql`(select time_zone from settings)`;

/** The time of the statement's transaction as text, such as `2026-01-31 23:59 Asia/Dhaka`. */
export const nowInShop: SQL<string> = sql`to_char(now() at time zone ${shopTimeZone}, 'YYYY-MM-DD HH24:MI') || ' ' || ${shopTimeZone}`;

/** First and last day in the shop's time zone, both included. A missing one leaves the period open on that side. */
export interface ShopPeriod {
  from?: string | undefined;
  to?: string | undefined;
}

/** Whether a column of timestamps is within a period of days in the shop's time zone. */
export function datedWithinDays(column: PgColumn, { from, to }: ShopPeriod): SQL | undefined {
  return and(from ? gte(column, beginOfDay(from)) : undefined, to ? lt(column, endOfDay(to)) : undefined);
}

/** The first moment of a day in the shop's time zone. */
export function beginOfDay(day: string | null): SQL {
  return sql`(${day}::date::timestamp at time zone ${shopTimeZone})`;
}

/** The first moment after a day in the shop's time zone. */
export function endOfDay(day: string | null): SQL {
  return sql`((${day}::date + 1)::timestamp at time zone ${shopTimeZone})`;
}

/** The first moment of a period and the one after its last. As values, PostgreSQL estimates by them how many rows a period has. */
export async function momentsOf(db: Db, { from, to }: ShopPeriod): Promise<Record<'begin' | 'end', SQL | undefined>> {
  if (!from && !to) return { begin: undefined, end: undefined };
  const [row] = await db.execute<{ begin: string | null; end: string | null }>(sql`
    select ${beginOfDay(from ?? null)}::text as begin, ${endOfDay(to ?? null)}::text as end`);
  const valueOf = (moment: string | null | undefined) => (moment ? sql`${moment}::timestamptz` : undefined);
  return { begin: valueOf(row?.begin), end: valueOf(row?.end) };
}
