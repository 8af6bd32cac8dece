import { sql } from 'drizzle-orm';
import { check, numeric, pgTable, primaryKey, smallint, text, timestamp } from 'drizzle-orm/pg-core';
import { totalKinds } from '#shared/entry-kinds.ts';
import { int64 } from './columns.ts';

/**
 * What had moved of each kind up to the end of a quarter of an hour, since the shop began: what moved between two moments is
 * a difference of two rows, however much it was. A quarter is what every time zone's midnight is a multiple of. Kinds of which
 * nothing moved in a quarter have no row of it.
 */
export const moneyTotals = pgTable(
  'money_totals',
  {
    kind: text('kind', { enum: totalKinds }).notNull(),
    /** When the quarter begins. */
    quarter: timestamp('quarter', { withTimezone: true }).notNull(),
    /** More than a 64-bit integer's worth of a large shop's nano-dollars. */
    totalNanos: numeric('total_nanos', { precision: 30, scale: 0 }).notNull(),
    entries: int64('entries').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.quarter] }),
    check('money_totals_quarter_check', sql`${t.quarter} = date_bin('15 minutes', ${t.quarter}, timestamptz 'epoch')`),
    check('money_totals_entries_check', sql`${t.entries} > 0`),
  ],
);

/**
 * What the orders of a quarter of an hour came to, as all that was dated until now has left them: a refund changes the quarter of
 * its order. Quarters without an order have no row.
 */
export const orderTotals = pgTable(
  'order_totals',
  {
    /** When the quarter begins in which the orders were placed. */
    quarter: timestamp('quarter', { withTimezone: true }).primaryKey(),
    orders: int64('orders').notNull(),
    /** Their charges, without what was given back of them. */
    earnedNanos: numeric('earned_nanos', { precision: 30, scale: 0 }).notNull(),
  },
  (t) => [
    check('order_totals_quarter_check', sql`${t.quarter} = date_bin('15 minutes', ${t.quarter}, timestamptz 'epoch')`),
  ],
);

/**
 * Up to where the totals of both tables are kept, always exactly one row; what is dated later is read from the rows themselves.
 * Where it is null nothing is kept, whatever stands in the tables.
 */
export const moneyTotalsState = pgTable(
  'money_totals_state',
  {
    id: smallint('id').primaryKey().default(1),
    until: timestamp('until', { withTimezone: true }),
  },
  (t) => [check('money_totals_state_single_check', sql`${t.id} = 1`)],
);
