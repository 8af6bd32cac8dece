import { z } from 'zod';
import { isHttpUrl } from './http-url.ts';
import { moment } from './moment.ts';
import { id, nanosOut, requestId } from './numbers.ts';
import { isOneLine } from './one-line.ts';
import { pageInput, pageOf } from './paging.ts';
import {
  numberText,
  parseSupplierAmount,
  parseSupplierDecimal,
  type RatePicos,
  ratePicos,
  type SupplierMicros,
} from './supplier-money.ts';
import { reasonText, text } from './text.ts';

/** Why nothing is bought from a supplier. */
export const stopReasons = [
  /** An admin pressed the switch. */
  'person',
  /** Three unknown purchases in ten minutes. */
  'unknowns',
  /** The supplier refused the key or the account. */
  'account',
  /** A restored backup, or a promotion that lost acknowledged rows. */
  'restored',
  /** The key can't be read: it was encrypted by another SECRETS_KEY. */
  'key_unreadable',
] as const;
export type StopReason = (typeof stopReasons)[number];

/** The actions of API v2 that the panel calls. */
export const callActions = ['balance', 'services', 'add', 'status', 'refill', 'refill_status', 'cancel'] as const;
export type CallAction = (typeof callActions)[number];

/** Entries of a supplier's books. The first two are by admins. */
export const entryKindsOfSuppliers = ['payment', 'adjustment', 'purchase', 'correction', 'return'] as const;
export type SupplierEntryKind = (typeof entryKindsOfSuppliers)[number];

/** A customer's request at the supplier. */
export const supplierRequestStates = ['queued', 'sending', 'accepted', 'refused', 'unknown', 'ended'] as const;
export type SupplierRequestState = (typeof supplierRequestStates)[number];

/** Decimals of an amount in micro-units, and of the integer of a rate. */
export const AMOUNT_SCALE = 6;
export const RATE_SCALE = 12;

const urlMessage = 'The address must be an https URL, without user name, password and fragment';

const url = text({
  missing: 'Address is required',
  max: [2000, 'Address must be at most 2000 characters'],
  form: [isCallable, urlMessage],
});

/** The form only: the server decides which hosts may be called. */
function isCallable(value: string): boolean {
  if (!isHttpUrl(value)) return false;
  const { username, password } = new URL(value);
  return username === '' && password === '' && !value.includes('#');
}

/** Decimal text, or a JSON number, which is read as its shortest decimal text. */
const decimalText = (missing: string, tooLong: string) =>
  z.union([text({ missing, max: [40, tooLong] }), z.number().transform(numberText)], missing);

/** An amount of a supplier's currency, such as `12.5`, of up to 6 decimals; its books have 10. */
const amountOf = (decimals: 6 | 10) =>
  decimalText('Amount is required', 'Amount is too long').transform((value, context): SupplierMicros => {
    const parsed = hasDecimals(value, decimals) ? parseSupplierAmount(value) : null;
    if (parsed !== null) return parsed;
    const message = `Amount must be a number such as 12.5, with at most ${decimals} decimals`;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
const supplierAmount = amountOf(6);
/** An amount of the books. */
export const bookedAmount = amountOf(10);

/** Dollars of one unit of the currency, such as `0.0082`, of up to 12 decimals. */
const exchangeRate = decimalText('Exchange rate is required', 'Exchange rate is too long').transform(
  (value, context): RatePicos => {
    const parsed = hasDecimals(value, RATE_SCALE) ? parseSupplierDecimal(value, RATE_SCALE) : null;
    if (parsed !== null && parsed > 0) return ratePicos(parsed);
    context.addIssue({
      code: 'custom',
      message: 'Exchange rate must be the dollars of one unit, such as 0.0082, with at most 12 decimals',
    });
    return z.NEVER;
  },
);

function hasDecimals(value: string, atMost: number): boolean {
  return new RegExp(`^[+-]?[\\d,]*(\\.\\d{0,${atMost}})?$`).test(value.trim());
}

/**
 * Whether an address is at another origin (scheme, host and port) than the stored one. It is then another panel, or needs `samePanel`.
 * @param typed any text; true if it is no address
 */
export function isAnotherOrigin(stored: string, typed: string): boolean {
  return !URL.canParse(typed) || new URL(stored).origin !== new URL(typed).origin;
}

/** Where the answer of `add` has the number of the new order: one to three names. */
const orderPlace = text({
  max: [60, 'Place of the number must be at most 60 characters'],
  form: [
    /^[\w-]+(\.[\w-]+){0,2}$/,
    'Place of the number must be one to three names with points between, such as data.order',
  ],
});

const limit = supplierAmount.refine((value) => !value.startsWith('-'), 'Limits must be at least 0').nullish();

/** A percentage of up to 2 decimals, such as 12.5; in the result basis points. @param label the field's name in its message */
export const percentOf = (label: string, most: number) => {
  const message = `${label} must be a percentage from 0 to ${most}, with at most 2 decimals`;
  return z
    .number(message)
    .min(0, message)
    .max(most, message)
    .refine((value) => Number.isInteger(Math.round(value * 1e6) / 1e4), message)
    .transform((value) => Math.round(value * 100));
};
/** A margin over the cost. */
export const marginPercent = percentOf('Margin', 10_000);

/** A missing field of an existing supplier stays unchanged; null clears a limit. */
export const saveSupplierInput = z
  .strictObject({
    id: id.optional(),
    name: text({
      missing: 'Name is required',
      max: [60, 'Name must be at most 60 characters'],
      // It is in subjects of mails.
      form: [isOneLine, 'Name must be one line, without control characters'],
    }),
    url,
    /** Required for a new supplier, and if the host changes. It is stored encrypted and never displayed. */
    key: text({ max: [1000, 'Key must be at most 1000 characters'] }).optional(),
    currency: text({ missing: 'Currency is required', max: [3, 'Currency must be three letters, such as USD'] })
      .transform((value) => value.toUpperCase())
      .refine((value) => /^[A-Z]{3}$/.test(value), 'Currency must be three letters, such as USD'),
    rate: exchangeRate,
    idempotent: z.boolean().optional(),
    marginPercent: marginPercent.nullish(),
    lowBalance: supplierAmount.nullish(),
    orderLimit: limit,
    dayLimit: limit,
    /** Null for `order`. */
    orderPlace: orderPlace.nullish(),
    callsPerMinute: z.int().min(1, 'At least 1 call a minute').max(6_000, 'At most 6000 calls a minute').optional(),
    /** The same panel under another address: its order numbers are the same, and open orders are followed there. */
    samePanel: z.literal(true).optional(),
    requestId: requestId.optional(),
    /** The version that the admin opened. Without it the changes of other admins are overwritten. */
    expectedUpdatedAt: moment('The time of the last change').optional(),
  })
  .meta({
    examples: [
      { name: 'A supplier', url: 'https://panel.example.com/api/v2', key: 'its key', currency: 'USD', rate: '1' },
    ],
  });
export type SaveSupplierInput = z.output<typeof saveSupplierInput>;

export const supplierIdInput = z.strictObject({ id });
export const stopSupplierInput = z.strictObject({ id, reason: reasonText.optional() });
export const payInInput = z
  .strictObject({
    id,
    amount: bookedAmount.refine((value) => value !== '0', 'Amount must not be 0'),
    reason: reasonText.optional(),
    requestId: requestId.optional(),
  })
  .meta({ examples: [{ id: 1, amount: '12.5' }] });
export type PayInInput = z.output<typeof payInInput>;

const decimal = z.string();

/** A supplier as admins see it. Amounts are decimal text in its currency. */
export const supplier = z.object({
  id,
  name: z.string(),
  url: z.string(),
  currency: z.string(),
  rate: decimal,
  rateAt: z.date(),
  idempotent: z.boolean(),
  /** In percent; null for the shop's rule. */
  marginPercent: z.number().nullable(),
  lowBalance: decimal.nullable(),
  orderLimit: decimal.nullable(),
  dayLimit: decimal.nullable(),
  callsPerMinute: z.int(),
  /** Null for `order`. */
  orderPlace: z.string().nullable(),
  /** The last balance that the supplier named; null before the first. */
  balance: decimal.nullable(),
  balanceAt: z.date().nullable(),
  /** The balance of the books. */
  books: decimal,
  stopped: z.boolean(),
  stoppedAt: z.date().nullable(),
  stoppedReason: z.enum(stopReasons).nullable(),
  /** The admin who stopped it; null for the panel. */
  stoppedBy: z.string().nullable(),
  stoppedText: z.string().nullable(),
  /** Since when no call of it was answered; null after any answer. */
  unreachableSince: z.date().nullable(),
  /** When its list was last read completely. */
  listedAt: z.date().nullable(),
  createdAt: z.date(),
  /** Of the fields that an admin saves, and of a stop. */
  updatedAt: z.date(),
});
export type Supplier = z.output<typeof supplier>;
/** The fields that an admin saves, without the key. */
export const supplierFields = supplier.pick({
  ...{ name: true, url: true, currency: true, rate: true, idempotent: true, marginPercent: true, lowBalance: true },
  ...{ orderLimit: true, dayLimit: true, callsPerMinute: true, orderPlace: true },
});
export type SupplierFields = z.output<typeof supplierFields>;
export const savedSupplier = z.object({ supplier });

export const supplierCall = z.object({
  id,
  action: z.enum(callActions),
  forwardId: id.nullable(),
  /** The form that was sent, with the key masked. */
  request: z.string(),
  httpStatus: z.int().nullable(),
  failure: z.string().nullable(),
  mayHaveArrived: z.boolean(),
  /** The beginning of the response, as text; bytes that are no UTF-8 are replaced. */
  response: z.string().nullable(),
  responseBytes: z.int().nullable(),
  outcome: z.string(),
  startedAt: z.date(),
  durationMs: z.int(),
});
export type SupplierCall = z.output<typeof supplierCall>;
export const supplierCallsInput = pageInput.extend({ id });
export const supplierCallPage = pageOf(supplierCall);

/** A supplier with the figures of its page. */
export const supplierWithFigures = supplier.extend({
  /** Hours that the balance lasts at the rate of the last 24 hours; null without purchases or balance. */
  lastsHours: z.number().nullable(),
  /** The other currency in which the supplier names its balance now, so that `balance` is an earlier one; null if it does not. */
  balanceNamedIn: z.string().nullable(),
  /** Purchases by state. */
  queued: z.int(),
  sending: z.int(),
  unknown: z.int(),
  waitingFunds: z.int(),
  open: z.int(),
  /** Open orders that were not answered about for longer than twice their interval, and since when the first of them; null without one. */
  statusesBehind: z.object({ count: z.int(), oldestAt: z.date() }).nullable(),
  /** Nothing is sent to it until a person has said what words of its answers mean. */
  waitsForWords: z.boolean(),
  /** The books, without purchases since the balance was read, less the balance; null without one. A payment may be entered late. */
  unexplained: decimal.nullable(),
  /** What the unknown purchases may have cost, in nano-dollars. */
  unknownCostNanos: nanosOut,
});
export type SupplierWithFigures = z.output<typeof supplierWithFigures>;
export const supplierList = z.object({ items: z.array(supplierWithFigures) });

/** The response of `test`: whether the supplier answers with this key. */
export const testedSupplier = z.object({
  ok: z.boolean(),
  balance: decimal.nullable(),
  currency: z.string().nullable(),
  /** What is wrong, in words for the admin; null if nothing is. */
  problem: z.string().nullable(),
});

export const supplierEntry = z.object({
  seq: z.int(),
  kind: z.enum(entryKindsOfSuppliers),
  amount: decimal,
  balanceAfter: decimal,
  forwardId: id.nullable(),
  orderId: id.nullable(),
  reason: z.string().nullable(),
  by: z.string().nullable(),
  at: z.date(),
});
export const supplierEntryPage = pageOf(supplierEntry);
export const supplierEntriesInput = pageInput.extend({ id });
export const paidIn = z.object({ entry: supplierEntry, books: decimal });
