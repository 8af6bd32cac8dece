import { z } from 'zod';
import { readFactsOut } from './facts.ts';
import { MAX_SOURCES } from './forward-states.ts';
import { moment } from './moment.ts';
import { id, microsOut, nanosOut, requestId } from './numbers.ts';
import { pageByPage, pageInput, pageOf, searchText } from './paging.ts';
import { priceUnits, serviceTypes } from './service-types.ts';
import { categorySlug } from './shop-categories.ts';
import { listProblems, servicePauses, sourcePauses, supplierFields, unreadableReasons } from './supplier-fields.ts';
import { marginPercent } from './suppliers.ts';
import { text } from './text.ts';

/** How a line of a supplier's list differs from the shop. A line may differ in several ways. */
export const proposalChanges = [
  /** No service of the shop is bought there. */
  'new',
  /** Two lists an hour apart lack it, and a service is bought there. */
  'gone',
  /** The cost is above the accepted cost, or below it by more than a small fall. */
  'dearer',
  'cheaper',
  /** Minimum or maximum, where the service follows the supplier. */
  'limits',
  /** Name, description, refill or cancel, where the service follows the supplier. */
  'fields',
  'type',
  /** The panel does not sell its type. */
  'not_sold',
  /** The panel has paused it as a source. A line has no such change: it is a filter, beside the others. */
  'paused',
  /** It can't be read, and has a `reason`. Only this filter lists such lines. */
  'unreadable',
] as const;
export type ProposalChange = (typeof proposalChanges)[number];

/** Why a line is not accepted. */
export const leftOutReasons = [
  'not_sold',
  /** The last list lacks it. */
  'not_listed',
  /** It is as accepted. */
  'unchanged',
  /** The rule makes a price of 0, or one above the largest. */
  'price_zero',
  'price_too_large',
  /** No quantity that the panel can sell is within the supplier's limits. */
  'no_quantity',
  /** Its rate is 0, or has fallen by more than half: it is accepted alone, or with `confirm`. */
  'doubted',
  /** The type of a service changes only if it has one source, and a price by the rule. */
  'type_changed',
] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

const externalId = text({ missing: 'Service id is required', max: [64, 'Service id must be at most 64 characters'] });

export const proposalCounts = z.object({
  ...(Object.fromEntries(proposalChanges.map((change) => [change, z.int()])) as Record<ProposalChange, z.ZodInt>),
  /** Lines with any change. */
  all: z.int(),
  /** The last list, without lines that it lacks. */
  listed: z.int(),
  /** Lines of the filter that an acceptance of all accepts, by the rules that apply. The others are left out. */
  acceptable: z.int(),
});
export type ProposalCounts = z.output<typeof proposalCounts>;

/** Why the supplier's last list was not taken. */
const listProblem = z.object({
  reason: z.enum(listProblems),
  /** In words for the admin. */
  text: z.string(),
});

export const fetchListInput = z.strictObject({
  id,
  /** Takes a list that has shrunken by more than 20 %. An empty one is never taken. */
  evenIfShrunken: z.boolean().optional(),
});
export type FetchListInput = z.output<typeof fetchListInput>;
export const fetchedList = z.object({ counts: proposalCounts, problem: listProblem.nullable() });
export type FetchedList = z.output<typeof fetchedList>;

const proposalFilter = z.strictObject({ change: z.enum(proposalChanges).optional(), search: searchText });
export type ProposalFilter = z.output<typeof proposalFilter>;

export const proposalInput = pageInput.extend({ id, filter: proposalFilter.optional() });
export type ProposalInput = z.output<typeof proposalInput>;

/** Cost and limits of one line of a list. */
const listedLine = z.object({
  externalId: z.string(),
  name: z.string(),
  /** The supplier's own. */
  category: z.string(),
  tradeType: z.string(),
  /** Null for a type that the panel doesn't sell. */
  type: z.enum(serviceTypes).nullable(),
  /** Decimal text in the supplier's currency, for `per` units. */
  cost: z.string(),
  /** Null if it is too large to be held exactly. */
  costNanos: nanosOut.nullable(),
  per: z.literal(priceUnits),
  min: z.int(),
  max: z.int(),
  refill: z.boolean(),
  cancel: z.boolean(),
});

/** A line that can't be read has only its number, name, place and reason; the other fields are empty. */
export const proposalLine = listedLine.omit({ category: true }).extend({
  /** The supplier's own. */
  theirCategory: z.string(),
  /** Null where a line has none that can be read. */
  externalId: z.string().nullable(),
  /** Why it can't be read. */
  reason: z.enum(unreadableReasons).nullable(),
  /** Of a line that can't be read: its place in the list, from 1. */
  place: z.int().nullable(),
  changes: z.array(z.enum(proposalChanges)),
  /** Its rate is 0, or has fallen by more than half: it is accepted alone, or with `confirm`. */
  isDoubted: z.boolean(),
  /** Why the panel skips it as a source of a service; null if it does not. */
  pausedReason: z.enum(sourcePauses).nullable(),
  /** The supplier's words behind the pause. */
  pausedText: z.string().nullable(),
  description: z.string(),
  /** Of a new line: the category that its service gets. A new one is made when the line is accepted. */
  category: z
    .object({ slug: z.string(), isNew: z.boolean(), name: z.string(), nameBn: z.string().nullable() })
    .nullable(),
  /** What a new service gets from its texts, each with the words that it comes from. */
  facts: readFactsOut,
  /** The price by the rule that applies; null if it would be 0 or too large, or the type is not sold. */
  priceByRuleMicros: microsOut.nullable(),
  /** The service of the shop that is bought there, the first of several (of paused ones, if there are), and how many there are. */
  service: z
    .object({
      id,
      name: z.string(),
      priceMicros: microsOut,
      pricedByRule: z.boolean(),
      hidden: z.boolean(),
      pausedReason: z.enum(servicePauses).nullable(),
      acceptedCost: z.string(),
      min: z.int(),
      max: z.int(),
    })
    .nullable(),
  services: z.int(),
});
export type ProposalLine = z.output<typeof proposalLine>;
export const proposalPage = pageOf(proposalLine).extend({
  counts: proposalCounts,
  /** Lines that were left out, because the list is too long. */
  leftOut: z.int(),
  /** When the list was last read completely; null for never. */
  listedAt: z.date().nullable(),
  problem: listProblem.nullable(),
});
export type ProposalPage = z.output<typeof proposalPage>;

/** How many chosen lines are accepted at once. More are accepted by a filter. */
export const MAX_ACCEPTED_LINES = 500;
const chosenLine = z.union([
  externalId,
  z.strictObject({ externalId, category: categorySlug('Category is required').optional() }),
]);

export const acceptInput = z
  .strictObject({
    id,
    lines: z
      .array(chosenLine)
      .min(1)
      .max(MAX_ACCEPTED_LINES, `At most ${MAX_ACCEPTED_LINES} lines can be chosen`)
      .optional(),
    all: z.literal(true).optional(),
    /** Only with `all`. */
    filter: proposalFilter.optional(),
    /** The `listedAt` of the proposal that the admin saw. Without it a list that was read since is accepted unseen. */
    readAt: moment('The time of the list').optional(),
    /** Of the lines, those whose rate is 0 or has fallen by more than half: the admin has seen the old and the new price of each. */
    confirm: z.array(externalId).max(MAX_ACCEPTED_LINES).optional(),
    /** The services' own rule; without it the rule of the supplier or the shop applies. */
    marginPercent: marginPercent.optional(),
    requestId: requestId.optional(),
  })
  .refine(({ lines, all }) => (lines === undefined) !== (all === undefined), 'Choose lines, or all')
  .refine(({ lines, filter }) => !(lines && filter), 'A filter is for all lines')
  .refine(({ lines, confirm }) => lines || !confirm, 'Only chosen lines can be confirmed')
  .meta({ examples: [{ id: 1, lines: ['101'] }] });
export type AcceptInput = z.output<typeof acceptInput>;

/** How many lines that were left out are listed. */
export const MAX_LISTED_LEFT_OUT = 100;
export const accepted = z.object({
  /** Services. */
  created: z.int(),
  updated: z.int(),
  paused: z.int(),
  /** The first of the lines that were left out. */
  leftOut: z.array(z.object({ externalId: z.string(), reason: z.enum(leftOutReasons) })),
  leftOutCount: z.int(),
});
export type Accepted = z.output<typeof accepted>;

/** A source of a service, by its id at the supplier. */
const sourceKey = z.strictObject({ supplierId: id, externalId });

export const setSourcesInput = z.strictObject({
  id,
  sources: z
    .array(sourceKey)
    .max(MAX_SOURCES, `A service has at most ${MAX_SOURCES} sources`)
    .refine(
      (sources) =>
        new Set(sources.map((each) => JSON.stringify([each.supplierId, each.externalId]))).size === sources.length,
      'Each source can be chosen only once',
    ),
});
export type SetSourcesInput = z.output<typeof setSourcesInput>;

export const sourceInput = sourceKey.extend({ id });
export type SourceInput = z.output<typeof sourceInput>;

/** The price follows the cost at the first source, or is the shop's own. */
export const setPriceRuleInput = z.strictObject({
  id,
  byRule: z.boolean(),
  /** The service's own margin; null for the supplier's or the shop's. Missing stays unchanged. */
  marginPercent: marginPercent.nullish(),
});
export type SetPriceRuleInput = z.output<typeof setPriceRuleInput>;

export const serviceSource = listedLine.extend({
  /** From 1. */
  position: z.int(),
  supplierId: id,
  supplierName: z.string(),
  supplierStopped: z.boolean(),
  currency: z.string(),
  /** The cost that a person last accepted. */
  acceptedCost: z.string(),
  acceptedAt: z.date(),
  pausedReason: z.enum(sourcePauses).nullable(),
  pausedAt: z.date().nullable(),
  /** The supplier's words behind a pause. */
  pausedText: z.string().nullable(),
  /** Since when the supplier's list lacks it. */
  goneAt: z.date().nullable(),
});
export type ServiceSource = z.output<typeof serviceSource>;

/** Where a service is bought, and how it follows its first source. */
export const serviceSourcing = z.object({
  sources: z.array(serviceSource),
  pricedByRule: z.boolean(),
  /** The service's own margin in percent; null for the supplier's or the shop's. */
  marginPercent: z.number().nullable(),
  /** The margin that applies, in percent. */
  appliedMarginPercent: z.number(),
  /** The price by the rule at the first source's cost; null without a source, or for 0 and too large prices. */
  priceByRuleMicros: microsOut.nullable(),
  fieldsOfSupplier: z.array(z.enum(supplierFields)),
  pausedReason: z.enum(servicePauses).nullable(),
  pausedAt: z.date().nullable(),
});
export type ServiceSourcing = z.output<typeof serviceSourcing>;

export const servicePricesInput = z.strictObject({ ...pageInput.pick(pageByPage).shape, id });
export type ServicePricesInput = z.output<typeof servicePricesInput>;
export const servicePricePage = pageOf(
  z.object({
    priceMicros: microsOut,
    /** Whether the price followed the cost by a rule. */
    byRule: z.boolean(),
    at: z.date(),
  }),
);
export type ServicePricePage = z.output<typeof servicePricePage>;
