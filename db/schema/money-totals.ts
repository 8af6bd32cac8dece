import { sql } from 'drizzle-orm';
import { check, numeric, pgTable, primaryKey, smallint, text, timestamp } from 'drizzle-orm/pg-core';
import { totalKinds } from '#shared/entry-kinds.ts';
import { int64 } from './columns.ts';

/**
 * Running totals of each kind at the end of each quarter of an hour, since the shop began. The movement between two moments is a
 * difference of two rows. Midnight of every time zone is a multiple of a quarter of an hour. A kind without movement in a quarter has
 * no row for it.
 */
export const moneyTotals = pgTable(
  'money_totals',
  {
    kind: text('kind', { enum: totalKinds }).notNull(),
    /** When the quarter begins. */
    quarter: timestamp('quarter', { withTimezone: true }).notNull(),
    /** A large shop's total in nano-dollars exceeds a 64-bit integer. */
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
 * Totals of the orders placed in a quarter of an hour, including later changes: a refund changes the quarter of its order. Quarters
 * without orders have no row.
 */
export const orderTotals = pgTable(
  'order_totals',
  {
    /** When the quarter begins in which the orders were placed. */
    quarter: timestamp('quarter', { withTimezone: true }).primaryKey(),
    orders: int64('orders').notNull(),
    /** Their charges minus refunds. */
    earnedNanos: numeric('earned_nanos', { precision: 30, scale: 0 }).notNull(),
  },
  (t) => [
    check('order_totals_quarter_check', sql`${t.quarter} = date_bin('15 minutes', ${t.quarter}, timestamptz 'epoch')`),
  ],
);

/**
 * Up to when both tables have totals: always exactly one row. Later movements are summed from the rows themselves. While it is null,
 * the contents of both tables are ignored.
 */
export const moneyTotalsState = pgTable(
  'money_totals_state',
  {
    id: smallint('id').primaryKey().default(1),
    until: timestamp('until', { withTimezone: true }),
  },
  (t) => [check('money_totals_state_single_check', sql`${t.id} = 1`)],
);
