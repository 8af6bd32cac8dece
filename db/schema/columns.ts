import { type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, bigint, customType, integer, timestamp } from 'drizzle-orm/pg-core';
import type { Micros, Nanos, PaisaPerDollar, Taka } from '#shared/money.ts';
import { type SupplierMicros, supplierMicros } from '#shared/supplier-money.ts';

/** A point in time with time zone, in milliseconds, the precision of a JavaScript Date. */
export const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** A point in time that the database compares with its own clock. Not rounded: a value rounded up would be due / slightly too late. */
export const dueAt = (name: string) => timestamp(name, { withTimezone: true });

/** A 64-bit integer as a number: the connection refuses one that can't be held exactly, and constraints limit amounts. */
export const int64 = (name: string) => bigint(name, { mode: 'number' });

export const nanosColumn = (name: string) => int64(name).$type<Nanos>();
/** An amount of a supplier with all its digits: micro-units with 4 decimals, as `databaseTypes` reads them. */
export const supplierMicrosColumn = customType<{ data: SupplierMicros }>({ dataType: () => 'numeric(24, 4)' });
/** An amount of a supplier in whole micro-units; the database refuses others. */
export const wholeMicrosColumn = customType<{ data: SupplierMicros; driverData: string | number }>({
  dataType: () => 'bigint',
  fromDriver: (value) => supplierMicros(Number(value)),
});
export const microsColumn = (name: string) => int64(name).$type<Micros>();
export const takaColumn = (name: string) => int64(name).$type<Taka>();
export const ratePaisaColumn = (name: string) => integer(name).$type<PaisaPerDollar>();

/** The condition of a check constraint: the column has one of the values that `shared` defines. */
export function isOneOf(column: AnyPgColumn, values: readonly string[]): SQL {
  return sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`;
}
