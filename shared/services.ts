import { z } from 'zod';
import { country, factFields, factsOut, soldKind } from './facts.ts';
import { isHttpUrl } from './http-url.ts';
import { readImagePath } from './images.ts';
import { moment } from './moment.ts';
import { MICROS_PER_DOLLAR } from './money.ts';
import { id, microsOut, requestId, wholeNumber } from './numbers.ts';
import { pageInput, pageOf, searchText } from './paging.ts';
import { targetKinds } from './paste/target.ts';
import { always, checkLimits, checkLimitsWithSource, storedLimits } from './service-limits.ts';
import { priceUnits, serviceTypes } from './service-types.ts';
import { categorySlug, noSuchCategory } from './shop-categories.ts';
import { supplierFields } from './supplier-fields.ts';
import { text } from './text.ts';

/** The largest quantity PostgreSQL's integer holds, and the spec's upper hint. */
export const MAX_QUANTITY = 2_147_483_647;
/** $1,000,000 per 1000 units: beyond any real price, and far below the largest charge. */
export const MAX_PRICE_MICROS = 1_000_000 * MICROS_PER_DOLLAR;

const imageUrl = text({
  max: [2048, 'Image URL must be at most 2048 characters'],
  form: [
    (url) => url === '' || isHttpUrl(url) || readImagePath(url) !== null,
    'Image must be an http or https address',
  ],
})
  .nullish()
  .transform((url) => url || null);

/** The longest name. */
export const MAX_NAME_LENGTH = 200;
/** How many units a price is for. */
export const per = z.literal(priceUnits);
/** The longest refill period. */
export const MAX_REFILL_DAYS = 3650;

/** The shop's own identifier for a service, by which a file matches it; customers never see it. */
export const externalIdText = text({
  min: [1, 'The external id is empty'],
  max: [64, 'The external id must be at most 64 characters'],
  form: [(name) => !/\p{C}/u.test(name), 'The external id has a character that can not be seen'],
});

const noSuchType = 'There is no such type of service';
const refillPeriod = `The refill period must be from 1 to ${MAX_REFILL_DAYS} days`;

/** What links it takes. A new service without them has those that its name says. */
const target = {
  platform: text({ max: [32], form: [/^[a-z0-9-]+$/, 'There is no such platform'] })
    .nullable()
    .optional(),
  kinds: z
    .array(z.enum(targetKinds, 'There is no such kind of link'))
    .min(1)
    .max(targetKinds.length)
    .nullable()
    .optional(),
};

/** The requests that customers may make about an order. */
const permissions = {
  refillDays: wholeNumber('The refill period').min(1, refillPeriod).max(MAX_REFILL_DAYS, refillPeriod).nullable(),
  cancel: z.boolean('Cancel must be yes or no'),
  speedUp: z.boolean('Speed up must be yes or no'),
};

/**
 * The fields of the service forms. The type sets the least limits.
 * @param noCategory the message for a missing category, which differs between the forms
 */
const serviceFields = (noCategory: string) =>
  z.strictObject({
    name: text({
      missing: 'Service name is required',
      max: [MAX_NAME_LENGTH, `Service name must be at most ${MAX_NAME_LENGTH} characters`],
    }),
    image: imageUrl,
    description: text({
      missing: 'Description is required',
      max: [5000, 'Description must be at most 5000 characters'],
    }),
    category: categorySlug(noCategory),
    priceMicros: wholeNumber('Price')
      .min(0, 'Price must be a positive number')
      .max(MAX_PRICE_MICROS, 'Price is too large')
      .brand<'Micros', 'inout'>(),
    min: wholeNumber('Minimum value').max(MAX_QUANTITY, 'Minimum is too large'),
    max: wholeNumber('Maximum value').max(MAX_QUANTITY, 'Maximum is too large'),
    avgTimeHours: wholeNumber('Average time')
      .min(1, 'Time must be at least 1 hour')
      .max(8760, 'Time must be at most 8760 hours'),
    type: z.enum(serviceTypes, noSuchType),
    ...permissions,
    ...target,
    /** The Bengali name; empty for none. Without it the stored one stays. */
    nameBn: text({ max: [MAX_NAME_LENGTH, `Bengali name must be at most ${MAX_NAME_LENGTH} characters`] })
      .nullable()
      .optional(),
    /** Without them the stored ones stay. */
    facts: factFields.optional(),
  });

/** Without it the stored one stays. */
const externalId = externalIdText.nullable().optional();

/** The fields of a new service, without the rules between them. */
export const newServiceFields = serviceFields('category name is required').extend({
  externalId,
  requestId: requestId.optional(),
});
/** The fields of a changed service, without the rules between them. */
export const changedServiceFields = serviceFields('Category is required').extend({
  id,
  externalId,
  /**
   * The fields that follow the first source of the service; the others are the shop's own. Without it a changed field becomes the
   * shop's own.
   */
  fieldsOfSupplier: z.array(z.enum(supplierFields)).max(supplierFields.length).optional(),
  /** The version that the admin opened. Without it the changes of other admins are overwritten. */
  expectedUpdatedAt: moment('The time of the last change').optional(),
});

/** A package needs no limits. */
const enteredLimits = { min: newServiceFields.shape.min.optional(), max: newServiceFields.shape.max.optional() };

const example = {
  name: 'Likes',
  description: 'From real accounts.',
  category: 'instagram',
  priceMicros: 950_000,
  min: 100,
  max: 10_000,
  avgTimeHours: 24,
};

export const createServiceInput = newServiceFields
  .extend({
    ...enteredLimits,
    type: newServiceFields.shape.type.default('default'),
    refillDays: permissions.refillDays.default(null),
    cancel: permissions.cancel.default(false),
    speedUp: permissions.speedUp.default(false),
  })
  .superRefine(checkLimits, always)
  .transform((fields) => ({ ...fields, ...storedLimits(fields.type, fields) }))
  .meta({ examples: [example] });
/** A missing type or permission stays. The server checks the limits by the stored type, and by whether the service has a source. */
export const updateServiceInput = changedService()
  .superRefine(checkLimitsWithSource, always)
  .meta({ examples: [{ id: 1, ...example }] });
/** The same for a service without a source. */
export const updateOwnServiceInput = changedService().superRefine(checkLimits, always);

function changedService() {
  return changedServiceFields
    .extend(enteredLimits)
    .partial({ type: true, refillDays: true, cancel: true, speedUp: true });
}

export const serviceIdInput = z.strictObject({ id });
/** The fields of the admin's form. */
export type ServiceFields = z.output<ReturnType<typeof serviceFields>>;
/** The same with the external id, if given. */
export type NamedServiceFields = ServiceFields & { externalId?: string | null | undefined };
export type CreateServiceInput = z.output<typeof createServiceInput>;
export type UpdateServiceInput = z.output<typeof updateServiceInput>;

export const serviceSorts = ['newest', 'recommended', 'popular', 'name', 'priceLow', 'priceHigh', 'fastest'] as const;
export type ServiceSort = (typeof serviceSorts)[number];

/** Facts that a list is filtered by. */
export const factFilter = {
  /** Only services that refill for so many days or more. */
  refillDaysMin: wholeNumber('The refill period').min(1, refillPeriod).max(MAX_REFILL_DAYS, refillPeriod).optional(),
  startsWithinHours: wholeNumber('The start').min(0).max(720, 'The start must be within 30 days').optional(),
  country: country.optional(),
  platform: text({ max: [32], form: [/^[a-z0-9-]+$/, 'There is no such platform'] }).optional(),
  /** What is sold, such as `followers`. */
  kind: soldKind.optional(),
};

/** The same, as conditions. */
export type FactFilter = { [Name in keyof typeof factFilter]?: z.output<(typeof factFilter)[Name]> };

export const serviceListInput = pageInput.extend({
  /** A top, with the services of its kinds, or a kind. */
  category: categorySlug(noSuchCategory).optional(),
  search: searchText,
  sort: z.enum(serviceSorts).default('newest'),
  ...factFilter,
  /** Only the caller's own favourites, for signed-in callers. */
  favourites: z.boolean().optional(),
});
export type ServiceListInput = z.output<typeof serviceListInput>;

/** A service as customers see it. */
export const serviceOut = z.object({
  id,
  name: z.string(),
  image: z.string().nullable(),
  description: z.string(),
  /** The Bengali name; null where it has none. */
  nameBn: z.string().nullable(),
  /** The slug of its category, and of that category's top. */
  category: z.string(),
  top: z.string(),
  /** Micro-dollars per `per` units. */
  priceMicros: microsOut,
  per,
  type: z.enum(serviceTypes),
  /** How many days after its delivery an order can be refilled; null for never. */
  refillDays: z.int().nullable(),
  /** Whether customers can ask to cancel an open order, and to speed it up. */
  cancel: z.boolean(),
  speedUp: z.boolean(),
  min: z.int(),
  max: z.int(),
  avgTimeHours: z.int(),
  /** The platform and the kinds of link that it takes; null if they are not set. */
  platform: z.string().nullable(),
  kinds: z.array(z.enum(targetKinds)).nullable(),
  facts: factsOut,
  /** How many orders were placed for it. */
  totalSell: z.int(),
  /** The median time from placing an order to its completion; null if there are too few recent ones. */
  measuredMinutes: z.int().nullable(),
  /** How many orders it was measured on; null where it is null. */
  measuredOn: z.int().nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
});
export type ServiceOut = z.output<typeof serviceOut>;

/** The median time from placing an order to its completion. */
export const deliveryTime = z.object({ deliveries: z.int(), medianMinutes: z.int(), p90Minutes: z.int() });
export type DeliveryTime = z.output<typeof deliveryTime>;

/** A service with its promised and its measured delivery time. */
export const slowService = serviceOut
  .pick({ id: true, name: true, avgTimeHours: true })
  .extend({ delivery: deliveryTime });
export type SlowService = z.output<typeof slowService>;

export const servicePage = pageOf(serviceOut).extend({
  total: z.int(),
  /** Nothing has the search's exact text, so these are services with similar words. */
  isSimilar: z.boolean().optional(),
});
export type ServicePage = z.output<typeof servicePage>;

/** How many services a user may have as favourites. */
export const MAX_FAVOURITES = 500;
export const setFavouriteInput = z.strictObject({ id, favourite: z.boolean() });
export type SetFavouriteInput = z.output<typeof setFavouriteInput>;
