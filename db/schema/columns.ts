import { type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, bigint, integer, timestamp } from 'drizzle-orm/pg-core';
import type { Micros, Nanos, PaisaPerDollar, Taka } from '#shared/money.ts';

/** A point in time with its zone, exact to the millisecond a JavaScript Date holds. */
export const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/**
 * A point in time that the database compares with its own clock: not rounded, for half of all roundings go up, and what
 * is due now would not be due yet.
 */
export const dueAt = (name: string) => timestamp(name, { withTimezone: true });

/** A 64-bit integer as a number: the connection refuses what one can't hold exactly, and constraints keep money within it. */
export const int64 = (name: string) => bigint(name, { mode: 'number' });

export const nanosColumn = (name: string) => int64(name).$type<Nanos>();
export const microsColumn = (name: string) => int64(name).$type<Micros>();
export const takaColumn = (name: string) => int64(name).$type<Taka>();
export const ratePaisaColumn = (name: string) => integer(name).$type<PaisaPerDollar>();

/** The condition of a check that a column has one of the values that `shared` names. */
export function isOneOf(column: AnyPgColumn, values: readonly string[]): SQL {
  return sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`;
}
