import { z } from 'zod';
import { type Nanos, nanos, sum } from './money.ts';
import { nanosOut } from './numbers.ts';
import { daysBefore } from './shop-days.ts';

const TREND_MONTHS = 6;
export const RECENT_DAYS = 30;

/** A card's number: what there really is, and what the shop adds to it for show. */
const figure = z.object({ count: z.int(), offset: z.int() });

/** How many orders there were, all in all, at the end of a month (`2026-07`), or up to now in the current one. */
const monthEnd = z.object({ month: z.string(), orders: z.int() });
export type MonthEnd = z.output<typeof monthEnd>;

/** A day's orders (`2026-07-31`) and what they earned: their charges without what was refunded of them since. */
const dayFigures = z.object({ day: z.string(), orders: z.int(), revenueNanos: nanosOut });
export type DayFigures = z.output<typeof dayFigures>;

export const adminStats = z.object({
  services: figure,
  orders: figure,
  users: figure,
  pendingRecharges: z.int(),
  /** Waiting for a decision: pending or processing. */
  pendingOrders: z.int(),
  /** Oldest first; the last one equals `orders.count`. */
  ordersByMonth: z.array(monthEnd).length(TREND_MONTHS),
  /** Oldest first; the last one is today. */
  days: z.array(dayFigures).length(RECENT_DAYS),
});
export type AdminStats = z.output<typeof adminStats>;

/** A customer's own overview. Their own orders have no offset. */
export const ownStats = z.object({
  services: figure,
  orders: z.int(),
  /** Pending or processing. */
  ordersInProgress: z.int(),
  /** What the orders of this calendar month cost, without what was refunded of them since. */
  spentThisMonthNanos: nanosOut,
  /** Whether they have yet to add their first balance: nothing was ever asked for, nor moved in their wallet. */
  isNew: z.boolean(),
  ordersByMonth: z.array(monthEnd).length(TREND_MONTHS),
});
export type OwnStats = z.output<typeof ownStats>;

/** Cumulative counts at the end of the last six months, from each day's own figures. */
export function monthEnds(days: DayFigures[], today: string): MonthEnd[] {
  const [year = 0, month = 0] = today.split('-').map(Number);
  return Array.from({ length: TREND_MONTHS }, (_, index) => {
    const name = new Date(Date.UTC(year, month - TREND_MONTHS + index)).toISOString().slice(0, 7);
    const until = days.filter(({ day }) => day.slice(0, 7) <= name);
    return { month: name, orders: until.reduce((total, day) => total + day.orders, 0) };
  });
}

/** What the orders of a day's calendar month brought. @param today as {@link shopDay} gives it */
export function revenueOfMonth(days: DayFigures[], today: string): Nanos {
  const month = today.slice(0, 7);
  return sum(days.filter(({ day }) => day.startsWith(month)).map(({ revenueNanos }) => revenueNanos));
}

/** The last thirty days up to today; a day without orders is there with zeros. */
export function recentDays(days: DayFigures[], today: string): DayFigures[] {
  const known = new Map(days.map((figures) => [figures.day, figures]));
  return Array.from({ length: RECENT_DAYS }, (_, index) => {
    const day = daysBefore(today, RECENT_DAYS - 1 - index);
    return known.get(day) ?? { day, orders: 0, revenueNanos: nanos(0) };
  });
}
