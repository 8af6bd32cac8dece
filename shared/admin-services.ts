import { z } from 'zod';
import { id, microsOut } from './numbers.ts';
import { pageOf, searchText } from './paging.ts';
import { serviceListInput, serviceOut } from './services.ts';
import { categorySlug, noSuchCategory } from './shop-categories.ts';
import { text } from './text.ts';

/**
 * Service filter for admins: all that are not deleted, visible, hidden, paused by the panel, those whose texts promise a refill that they
 * do not have, or deleted ones.
 */
export const serviceShelves = ['all', 'offered', 'hidden', 'paused', 'promises_refill', 'deleted'] as const;
export type ServiceShelf = (typeof serviceShelves)[number];

export const adminServiceListInput = serviceListInput
  .omit({ favourites: true })
  .extend({ shelf: z.enum(serviceShelves).default('all') });
export type AdminServiceListInput = z.output<typeof adminServiceListInput>;

/** A service as admins see it. */
export const adminServiceOut = serviceOut.extend({
  /** The shop's own identifier for it. */
  externalId: z.string().nullable(),
  hidden: z.boolean(),
  /** Whether its category is hidden: it is not for sale then. */
  categoryHidden: z.boolean(),
  deletedAt: z.date().nullable(),
});
export type AdminServiceOut = z.output<typeof adminServiceOut>;

export const adminServicePage = pageOf(adminServiceOut).extend({ total: z.int() });
export type AdminServicePage = z.output<typeof adminServicePage>;

export const setHiddenInput = z.strictObject({ id, hidden: z.boolean() });
export type SetHiddenInput = z.output<typeof setHiddenInput>;

/** Puts a service right before or right after another one of its category. */
export const reorderInput = z
  .strictObject({ id, before: id.optional(), after: id.optional() })
  .refine(({ before, after }) => (before === undefined) !== (after === undefined), 'Name either before or after')
  .refine((input) => input.id !== input.before && input.id !== input.after, 'A service can not stand beside itself')
  .meta({ examples: [{ id: 1, before: 2 }] });
export type ReorderInput = z.output<typeof reorderInput>;

export const resetOrderInput = z.strictObject({ category: categorySlug(noSuchCategory) });
export type ResetOrderInput = z.output<typeof resetOrderInput>;

/** More services than this are selected by a filter. */
export const MAX_NAMED_SERVICES = 200;
/** Services by their ids; without ids, all that match the list's filter. */
export const serviceSelection = z.strictObject({
  ids: z.array(id).min(1).max(MAX_NAMED_SERVICES, `At most ${MAX_NAMED_SERVICES} services can be chosen`).optional(),
  category: categorySlug(noSuchCategory).optional(),
  search: searchText,
  shelf: z.enum(['all', 'offered', 'hidden', 'paused', 'promises_refill']).default('all'),
});
export type ServiceSelection = z.output<typeof serviceSelection>;

/** How many prices can be changed at once. */
export const MAX_PRICES = 5000;
/** Rounding steps for prices, in micro-dollars. Halves round up. */
export const priceSteps = [1, 100, 1_000, 10_000] as const;
const LEAST_HUNDREDTHS = -9_999;
const MOST_HUNDREDTHS = 100_000;

const priceChange = serviceSelection.extend({
  /** Hundredths of a percent: 1050 raises by 10.5 %. */
  percentHundredths: z
    .int()
    .min(LEAST_HUNDREDTHS, 'Prices can be lowered by at most 99.99 %')
    .max(MOST_HUNDREDTHS, 'Prices can be raised by at most 1000 %')
    .refine((hundredths) => hundredths !== 0, 'Enter a percentage other than 0'),
  stepMicros: z.literal(priceSteps),
});
export const previewPricesInput = priceChange;
export type PreviewPricesInput = z.output<typeof previewPricesInput>;

export const changePricesInput = priceChange.extend({
  /** Hash of the preview that the admin saw. The change is refused if its result has become a different one. */
  previewHash: text({ max: [200], form: [/^[0-9a-f]{64}\.[0-9a-f]{64}$/, 'Ask for a preview first'] }),
});
export type ChangePricesInput = z.output<typeof changePricesInput>;

const changedPrice = z.object({
  id,
  name: z.string(),
  category: z.string(),
  fromMicros: microsOut,
  toMicros: microsOut,
});
export type ChangedPrice = z.output<typeof changedPrice>;

export const pricesPreview = z.object({
  /** How many services match, and how many of their prices would change. */
  found: z.int(),
  changed: z.int(),
  /** How many prices move against the percentage because of rounding: raised ones that fall, lowered ones that rise. */
  against: z.int(),
  /** How many new prices would be zero or too large. If there is one, no price is changed. */
  impossible: z.int(),
  /** The first few of each kind: impossible changes, changes against the percentage, then the others. */
  items: z.array(changedPrice),
  previewHash: z.string(),
});
export type PricesPreview = z.output<typeof pricesPreview>;
