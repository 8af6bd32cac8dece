import { z } from 'zod';
import { historySorts } from './history-sorts.ts';
import { shopDayIn } from './moment.ts';
import { id } from './numbers.ts';
import { reviewers } from './reviewers.ts';
import { text } from './text.ts';

export const MAX_PAGE_SIZE = 100;

/** The cursor (a `nextCursor` from the previous page) and the page size. */
export const pageInput = z.strictObject({
  cursor: text({ max: [1500], keepsSpaces: true }).nullish(),
  limit: z.int().min(1).max(MAX_PAGE_SIZE).default(25),
  /** tRPC's infinite queries send it with every page; lists are read forward only. */
  direction: z.literal('forward').optional(),
});

/** The paging fields of a list's input; the rest are filters. */
export const pageByPage = { cursor: true, limit: true, direction: true } as const;

/** The longest search that is accepted. */
export const LONGEST_SEARCH = 100;
/** A search box's input: trimmed; empty means no search. */
export const searchText = text({
  max: [LONGEST_SEARCH, `Search must be at most ${LONGEST_SEARCH} characters`],
}).optional();

/** A filter by one of these values, or by any of several. */
export function oneOrMore<const Value extends string>(values: readonly Value[]) {
  const one = z.enum(values);
  return z.union([one, z.array(one).min(1).max(values.length)]);
}

/** The sort order of a history. */
export const historySort = z.enum(historySorts).optional();

/** A page of rows; `nextCursor` is null on the last one. */
export function pageOf<Row extends z.ZodType>(row: Row) {
  return z.object({ items: z.array(row), nextCursor: z.string().nullable() });
}

/** First and last day in the shop's time zone, both included. A missing one leaves the period open on that side. */
export const period = { from: shopDayIn('From').optional(), to: shopDayIn('To').optional() };

/** Filters of the admins' order and recharge lists, beside the search. The days are those of placement. */
export const reviewFilters = {
  userId: id.optional(),
  ...period,
  /** The id of an admin, or who decided without a person. */
  decidedBy: z.union([id, z.enum(reviewers)]).optional(),
  /** Only these rows. */
  ids: z.array(id).min(1).max(MAX_PAGE_SIZE).optional(),
};

/** Page size for reading a whole selection. */
const MATCHING_PAGE_SIZE = 500;
/** The `limit` for reading a whole selection: longer pages than on screen. */
export const matchingLimit = z.int().min(1).max(MATCHING_PAGE_SIZE).default(MATCHING_PAGE_SIZE);
