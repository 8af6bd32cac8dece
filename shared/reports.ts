import { z } from 'zod';
import { forwardFlags, forwardStates } from './forward-states.ts';
import { shopDayIn } from './moment.ts';
import { id, moneySumOut } from './numbers.ts';
import { pageInput } from './paging.ts';
import { daysBefore, isDay } from './shop-days.ts';
import { servicePauses } from './supplier-fields.ts';

/** What profit is listed by. */
export const profitGroups = ['service', 'supplier', 'customer', 'day'] as const;
export type ProfitGroup = (typeof profitGroups)[number];

/** The most days of a report. */
const MAX_REPORT_DAYS = 366;

const orderMessage = 'To must not be before From';
const lengthMessage = `A report has at most ${MAX_REPORT_DAYS} days`;
const example = { from: '2026-11-01', to: '2026-11-24', by: 'service' };

const isInOrder = ({ from, to }: { from: string; to: string }) => from <= to;
/** An invalid day has an error of its own. */
const isShort = ({ from, to }: { from: string; to: string }) =>
  !isDay(to) || daysBefore(to, MAX_REPORT_DAYS - 1) <= from;

/** First and last day in the shop's time zone, both included; an order counts on the day of its placement. */
const profitFields = z.strictObject({ from: shopDayIn('From'), to: shopDayIn('To'), by: z.enum(profitGroups) });
/** Without paging, for a file. */
export const profitFilter = profitFields
  .refine(isInOrder, { path: ['to'], message: orderMessage })
  .refine(isShort, { path: ['to'], message: lengthMessage })
  .meta({ examples: [example] });
export const profitInput = pageInput
  .extend(profitFields.shape)
  .refine(isInOrder, { path: ['to'], message: orderMessage })
  .refine(isShort, { path: ['to'], message: lengthMessage })
  .meta({ examples: [example] });
export type ProfitInput = z.output<typeof profitInput>;

/** Sums are in nano-dollars. Orders without a known cost were done by hand, or are not bought yet: they have no profit here. */
const profitFigures = z.object({
  /** Orders that were bought. */
  orders: z.int(),
  /** Their charges less refunds. */
  earnedNanos: moneySumOut,
  /** What they cost, less what suppliers gave back. */
  costNanos: moneySumOut,
  profitNanos: moneySumOut,
  /** Orders without a known cost, and their charges less refunds. */
  unknownOrders: z.int(),
  unknownEarnedNanos: moneySumOut,
});
export type ProfitFigures = z.output<typeof profitFigures>;

const profitRow = profitFigures.extend({
  /** Of the service, supplier or customer; null for a day, and for orders without a supplier. */
  id: id.nullable(),
  /** Empty for orders without a supplier. */
  name: z.string(),
});

export const profitPage = z.object({
  /** Days newest first; others by what they earned. */
  items: z.array(profitRow),
  nextCursor: z.string().nullable(),
  totals: profitFigures,
});
export type ProfitPage = z.output<typeof profitPage>;

/** What needs a person, the most urgent first: customers who wait, then money that leaves, then the rest. */
export const attentionKinds = [
  'no_alarm_address',
  'background_down',
  'recharges',
  'device_silent',
  'money_unclaimed',
  'messages_held',
  'purchases_unknown',
  'purchases_refused',
  'supplier_unreachable',
  'supplier_stopped',
  'waiting_funds',
  'supplier_low',
  'losses',
  'lines_waiting',
  'services_paused',
  'purchases_flagged',
  'words_unknown',
  'stuck',
  'set_aside',
  'requests',
  'tickets',
  'lines_unreadable',
  'backup_late',
] as const;
export type AttentionKind = (typeof attentionKinds)[number];

/** How many rows of each kind the overview lists; the rest is only counted. */
export const ATTENTION_ROWS = 5;

const decimalText = z.string();

const attentionLines = z.array(
  z.object({
    kind: z.enum(attentionKinds),
    /** Up to 10,000 of a page; more are not counted. */
    count: z.int(),
    /** The page of the panel with these rows; empty if there is none. */
    href: z.string(),
  }),
);
export type AttentionLines = z.output<typeof attentionLines>;

/** What needs a person: everything by its kind, and the first rows of purchases at suppliers. */
export const attention = z.object({
  /** Only kinds with work, each once. One whose rows stand on several pages has the first of them. */
  kinds: attentionLines,
  /** The same with a line for each page: late orders, jobs and deliveries are all stuck. */
  lines: attentionLines,
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
  /** Bought orders that take longer than 95 % of their service's deliveries, the one that was bought first comes first. */
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
      /** Since when it does not answer; null after any answer. */
      unreachableSince: z.date().nullable(),
      /** Purchases that wait for its balance. */
      waitingFunds: z.int(),
    }),
  ),
});
export type Attention = z.output<typeof attention>;
