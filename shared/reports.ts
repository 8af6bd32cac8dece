import { z } from 'zod';
import { forwardFlags, forwardStates } from './forward-states.ts';
import { shopDayIn } from './moment.ts';
import { id, moneySumOut } from './numbers.ts';
import { pageInput, pageOf } from './paging.ts';
import { daysBefore } from './shop-days.ts';
import { servicePauses } from './supplier-fields.ts';

/** The rows of the profit report. */
export const profitGroups = ['service', 'supplier', 'customer', 'day'] as const;
export type ProfitGroup = (typeof profitGroups)[number];

/** A longer period would read too many orders at once. */
const MAX_DAYS = 366;

/** First and last day of the orders in the shop's time zone, both included. */
const profitFilter = { from: shopDayIn('From'), to: shopDayIn('To'), by: z.enum(profitGroups) };

/** Adds the rules that compare two days. */
function ofOnePeriod<Schema extends z.ZodType<{ from: string; to: string }>>(schema: Schema): Schema {
  return schema
    .refine(({ from, to }) => from <= to, { path: ['to'], message: 'To must not be before From' })
    .refine(({ from, to }) => from > daysBefore(to, MAX_DAYS), {
      path: ['from'],
      message: `The period must be at most ${MAX_DAYS} days`,
    });
}

export const profitInput = ofOnePeriod(pageInput.extend(profitFilter));
export type ProfitInput = z.output<typeof profitInput>;
/** The same report as a file. */
export const profitExportInput = ofOnePeriod(z.strictObject(profitFilter));

const profitFigures = z.object({
  /** Orders with a known cost: they were bought at a supplier. */
  orders: z.int(),
  /** Their charges less refunds, in nano-dollars. */
  revenue: moneySumOut,
  /** What they cost, less returns, in nano-dollars. */
  cost: moneySumOut,
  /** Revenue less cost. */
  profit: moneySumOut,
  /** Orders without a known cost that were not rejected, and their charges less refunds. They have no profit. */
  ordersWithoutCost: z.int(),
  revenueWithoutCost: moneySumOut,
});
export type ProfitFigures = z.output<typeof profitFigures>;

export const profitRow = profitFigures.extend({
  /** The service's, supplier's or customer's; null for a day, and for orders without a supplier. */
  id: id.nullable(),
  /** Its present name, or the day. Null for orders without a supplier. */
  name: z.string().nullable(),
});
export type ProfitRow = z.output<typeof profitRow>;

/** Days are sorted from first to last, all others from the largest profit. */
export const profitPage = pageOf(profitRow).extend({ total: profitFigures });
export type ProfitPage = z.output<typeof profitPage>;

/** How many rows of each kind the overview lists; the rest is only counted. */
export const ATTENTION_ROWS = 5;

const decimalText = z.string();

/** What of the purchases at suppliers needs a person. */
export const attention = z.object({
  /** Purchases that only a person settles: unknown ones, and those with a flag. Oldest first. */
  undecided: z.object({
    count: z.int(),
    items: z.array(
      z.object({
        id,
        orderId: id,
        state: z.enum(forwardStates),
        flag: z.enum(forwardFlags).nullable(),
        supplierName: z.string().nullable(),
        since: z.date(),
      }),
    ),
  }),
  /** Services that the panel paused, oldest first. */
  pausedServices: z.object({
    count: z.int(),
    items: z.array(z.object({ id, name: z.string(), reason: z.enum(servicePauses), since: z.date() })),
  }),
  /** Bought orders that take longer than 95 % of their service's deliveries, the latest first. */
  stuck: z.object({
    count: z.int(),
    items: z.array(
      z.object({
        orderId: id,
        serviceName: z.string(),
        supplierName: z.string(),
        boughtAt: z.date(),
        /** 95 % of the service's orders are delivered within this time. */
        p95Minutes: z.int(),
      }),
    ),
  }),
  /** Every supplier; those that need a person come first. */
  suppliers: z.array(
    z.object({
      id,
      name: z.string(),
      currency: z.string(),
      /** The last balance that it named, as decimal text. */
      balance: decimalText.nullable(),
      isLow: z.boolean(),
      stopped: z.boolean(),
      /** Purchases that wait for its balance. */
      waitingFunds: z.int(),
    }),
  ),
});
export type Attention = z.output<typeof attention>;
