import { bigint, timestamp } from 'drizzle-orm/pg-core';

/** A point in time with its zone, exact to the millisecond a JavaScript Date holds. */
export const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/**
 * A point in time that the database compares with its own clock: not rounded, for half of all roundings go up, and what
 * is due now would not be due yet.
 */
export const dueAt = (name: string) => timestamp(name, { withTimezone: true });

/** A 64-bit integer as a number: the connection refuses what one can't hold exactly, and constraints keep money within it. */
export const int64 = (name: string) => bigint(name, { mode: 'number' });
