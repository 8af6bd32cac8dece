import { bigint, timestamp } from 'drizzle-orm/pg-core';

/** A point in time with its zone, exact to the millisecond a JavaScript Date holds. */
export const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** A 64-bit integer read as a number; constraints keep money within what a number holds exactly. */
export const int64 = (name: string) => bigint(name, { mode: 'number' });
