import { z } from 'zod';
import { shopDayIn } from './moment.ts';
import { addSums, moneySum } from './money-sum.ts';
import { id, moneySumOut } from './numbers.ts';
import { daysBefore } from './shop-days.ts';

const TREND_MONTHS = 6;
export const RECENT_DAYS = 30;

/** A displayed number: the real count, and the offset that the shop adds to it. */
const figure = z.object({ count: z.int(), offset: z.int() });

/** The total number of orders at the end of a month (`2026-07`), or until now in the current month. */
const monthEnd = z.object({ month: z.string(), orders: z.int() });
export type MonthEnd = z.output<typeof monthEnd>;

/** Orders and earnings of a day (`2026-07-31`). Earnings are charges minus their refunds. */
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
  /** Requests about orders without an outcome yet. */
  openRequests: z.int(),
  /** Tickets that wait for an answer. */
  openTickets: z.int(),
  /** The oldest waiting rows; a ticket waits since its last message. */
  oldestRecharge: waiting.nullable(),
  oldestOrder: waiting.nullable(),
  oldestRequest: waiting.nullable(),
  oldestTicket: waiting.nullable(),
  /** Oldest first; the last one equals `orders.count`. */
  ordersByMonth: z.array(monthEnd).length(TREND_MONTHS),
  /** Oldest first; the last one is today. */
  days: z.array(dayFigures).length(RECENT_DAYS),
});
export type AdminStats = z.output<typeof adminStats>;

/** Orders and spending of a month (`2026-07`). */
const monthFigures = z.object({ month: z.string(), orders: z.int(), spent: moneySumOut });
export type MonthFigures = z.output<typeof monthFigures>;

/** A customer's own overview. Their own orders have no offset. */
export const ownStats = z.object({
  services: figure,
  orders: z.int(),
  /** Pending or processing. */
  ordersInProgress: z.int(),
  /** Charges of this calendar month's orders, minus refunds since. */
  spentThisMonth: moneySumOut,
  /** Whether the customer has neither requested a recharge nor had any movement in the wallet. */
  isNew: z.boolean(),
  ordersByMonth: z.array(monthEnd).length(TREND_MONTHS),
  /** The same six months, each by itself. */
  months: z.array(monthFigures).length(TREND_MONTHS),
  /** Spending of these months by the services' platform, the largest first; `feature` is any other. */
  spentByPlatform: z.array(z.object({ platform: z.string(), spent: moneySumOut })),
});
export type OwnStats = z.output<typeof ownStats>;

/** Measured figures of the shop for visitors; null while there are too few orders. */
export const shopStats = z.object({
  /** Services on offer. */
  services: z.int(),
  /** Orders completed, rounded down to two digits. */
  completedOrders: z.int().nullable(),
  /** Half of the recent orders were completed within this time. */
  medianMinutes: z.int().nullable(),
});
export type ShopStats = z.output<typeof shopStats>;

const MAX_DAYS = 366;

/** A range of days in the shop's time zone: the last so many, or from one day to another. A missing end leaves the range open. */
export const shopMoneyInput = z.strictObject({
  days: z.int().min(1).max(MAX_DAYS).optional(),
  from: shopDayIn('From').optional(),
  to: shopDayIn('To').optional(),
});
export type ShopMoneyInput = z.output<typeof shopMoneyInput>;

/** Money movements, each zero or more: into wallets and out of them. */
const moneyMoved = z.object({
  /** Recharges approved. */
  received: moneySumOut,
  /** Added by admins, outside any payment. */
  given: moneySumOut,
  /** Refunds of orders, full or partial. */
  refunded: moneySumOut,
  /** Charges of orders, including those charged again after a rejection. */
  charged: moneySumOut,
  /** Taken back by admins, outside any payment. */
  takenBack: moneySumOut,
  /** Reversals of recharges that were approved by mistake. */
  reversed: moneySumOut,
});
export type MoneyMoved = z.output<typeof moneyMoved>;

/** `owedAfter` is `owedBefore` plus incoming minus outgoing sums of the range. All sums are from one snapshot. */
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

/** The figures of a period that the overview compares with the period before. */
const periodFigures = z.object({
  /** Recharges approved. */
  received: moneySumOut,
  /** Charges of orders, including those charged again after a rejection. */
  charged: moneySumOut,
  /** Orders placed. */
  orders: z.int(),
  /** Customers who registered. */
  customers: z.int(),
});
export type PeriodFigures = z.output<typeof periodFigures>;

/** A period until now, the equally long one before, and the period's course. */
export const periodComparison = z.object({
  now: periodFigures,
  /** The period before, up to the same time; null if the period has no beginning. */
  before: periodFigures.nullable(),
  /** Oldest first: hours of a single day, else days or several days each. Empty if the period has no beginning. */
  course: z.array(periodFigures),
});
export type PeriodComparison = z.output<typeof periodComparison>;

/** The first day of the oldest month in the trend, which is before all recent days. @param today from {@link shopDay} */
export function firstTrendDay(today: string): string {
  const [year = 0, month = 0] = today.split('-').map(Number);
  return new Date(Date.UTC(year, month - TREND_MONTHS)).toISOString().slice(0, 10);
}

/** Total counts at the end of each of the last six months, from daily figures. */
export function monthEnds(days: DayFigures[], today: string): MonthEnd[] {
  return trendMonths(today).map((month) => {
    const until = days.filter(({ day }) => day.slice(0, 7) <= month);
    return { month, orders: until.reduce((total, day) => total + day.orders, 0) };
  });
}

/** Orders and spending of each of the last six months, from daily figures. @param today from {@link shopDay} */
export function monthsOf(days: DayFigures[], today: string): MonthFigures[] {
  return trendMonths(today).map((month) => {
    const within = days.filter(({ day }) => day.startsWith(month));
    return {
      month,
      orders: within.reduce((total, day) => total + day.orders, 0),
      spent: addSums(within.map(({ revenue }) => revenue)),
    };
  });
}

/** The last six months, oldest first, as `2026-07`. */
function trendMonths(today: string): string[] {
  const [year = 0, month = 0] = today.split('-').map(Number);
  return Array.from({ length: TREND_MONTHS }, (_, index) =>
    new Date(Date.UTC(year, month - TREND_MONTHS + index)).toISOString().slice(0, 7),
  );
}

/** The last thirty days up to today. A day without orders has zeros. */
export function recentDays(days: DayFigures[], today: string): DayFigures[] {
  const known = new Map(days.map((figures) => [figures.day, figures]));
  return Array.from({ length: RECENT_DAYS }, (_, index) => {
    const day = daysBefore(today, RECENT_DAYS - 1 - index);
    return known.get(day) ?? { day, orders: 0, revenue: moneySum('0') };
  });
}
