import { z } from 'zod';
import { shopDayIn } from './moment.ts';
import { addSums, type MoneySum, moneySum } from './money-sum.ts';
import { id, moneySumOut } from './numbers.ts';
import { daysBefore } from './shop-days.ts';

const TREND_MONTHS = 6;
export const RECENT_DAYS = 30;

/** A card's number: the real count, and the offset that the shop adds for show. */
const figure = z.object({ count: z.int(), offset: z.int() });

/** How many orders there were, all in all, at the end of a month (`2026-07`), or up to now in the current one. */
const monthEnd = z.object({ month: z.string(), orders: z.int() });
export type MonthEnd = z.output<typeof monthEnd>;

/** A day's orders (`2026-07-31`) and earnings: charges minus refunds since. */
const dayFigures = z.object({ day: z.string(), orders: z.int(), revenue: moneySumOut });
export type DayFigures = z.output<typeof dayFigures>;

const waiting = z.object({ id, createdAt: z.date() });

export const adminStats = z.object({
  services: figure,
  orders: figure,
  users: figure,
  pendingRecharges: z.int(),
  /** Waiting for a decision: pending or processing. */
  pendingOrders: z.int(),
  /** The oldest waiting rows. */
  oldestRecharge: waiting.nullable(),
  oldestOrder: waiting.nullable(),
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
  /** Charges of this calendar month's orders, minus refunds since. */
  spentThisMonth: moneySumOut,
  /** Whether they have yet to add their first balance: nothing was ever asked for, nor moved in their wallet. */
  isNew: z.boolean(),
  ordersByMonth: z.array(monthEnd).length(TREND_MONTHS),
});
export type OwnStats = z.output<typeof ownStats>;

const MAX_DAYS = 366;

/** A range of the shop's days: the last so many up to today, or from one to another; from the beginning, or until now, without one. */
export const shopMoneyInput = z.strictObject({
  days: z.int().min(1).max(MAX_DAYS).optional(),
  from: shopDayIn('From').optional(),
  to: shopDayIn('To').optional(),
});
export type ShopMoneyInput = z.output<typeof shopMoneyInput>;

/** All movements of money, each zero or more: into wallets and out of them. */
const moneyMoved = z.object({
  /** Recharges approved. */
  received: moneySumOut,
  /** By admins, outside any payment. */
  given: moneySumOut,
  /** Charges of orders, given back whole or in part. */
  refunded: moneySumOut,
  /** For orders, also where one that was rejected is charged again. */
  charged: moneySumOut,
  /** By admins, outside any payment. */
  takenBack: moneySumOut,
  /** Of recharges that were approved by mistake. */
  reversed: moneySumOut,
});
export type MoneyMoved = z.output<typeof moneyMoved>;

/** `owedAfter` is `owedBefore` plus incoming minus outgoing sums of the range. All sums are of the same moment. */
export const shopMoney = z.object({
  today: moneyMoved,
  range: moneyMoved,
  ever: moneyMoved,
  /** The sum of all wallets before the range. */
  owedBefore: moneySumOut,
  /** The sum of all wallets after the range. */
  owedAfter: moneySumOut,
  /** The sum of all wallets now. */
  owed: moneySumOut,
});
export type ShopMoney = z.output<typeof shopMoney>;

/** The first day of the oldest month that the trend shows, which lies before all recent days. @param today as {@link shopDay} gives it */
export function firstTrendDay(today: string): string {
  const [year = 0, month = 0] = today.split('-').map(Number);
  return new Date(Date.UTC(year, month - TREND_MONTHS)).toISOString().slice(0, 10);
}

/** Cumulative counts at the end of the last six months, from each day's own figures. */
export function monthEnds(days: DayFigures[], today: string): MonthEnd[] {
  const [year = 0, month = 0] = today.split('-').map(Number);
  return Array.from({ length: TREND_MONTHS }, (_, index) => {
    const name = new Date(Date.UTC(year, month - TREND_MONTHS + index)).toISOString().slice(0, 7);
    const until = days.filter(({ day }) => day.slice(0, 7) <= name);
    return { month: name, orders: until.reduce((total, day) => total + day.orders, 0) };
  });
}

/** Earnings of the orders of a day's calendar month. @param today as {@link shopDay} gives it */
export function revenueOfMonth(days: DayFigures[], today: string): MoneySum {
  const month = today.slice(0, 7);
  return addSums(days.filter(({ day }) => day.startsWith(month)).map(({ revenue }) => revenue));
}

/** The last thirty days up to today; a day without orders is there with zeros. */
export function recentDays(days: DayFigures[], today: string): DayFigures[] {
  const known = new Map(days.map((figures) => [figures.day, figures]));
  return Array.from({ length: RECENT_DAYS }, (_, index) => {
    const day = daysBefore(today, RECENT_DAYS - 1 - index);
    return known.get(day) ?? { day, orders: 0, revenue: moneySum('0') };
  });
}
