import { bigint, timestamp } from 'drizzle-orm/pg-core';

/** A point in time with its zone, exact to the millisecond a JavaScript Date holds. */
export const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/**
 * A point in time that the database compares with its own clock: not rounded, for half of all roundings go up, and what
 * is due now would not be due yet.
 */
export const dueAt = (name: string) => timestamp(name, { withTimezone: true });

/** A 64-bit integer read as a number; constraints keep money within what a number holds exactly. */
export const int64 = (name: string) => bigint(name, { mode: 'number' });
