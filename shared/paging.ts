import { z } from 'zod';
import { historySorts } from './history-sorts.ts';
import { text } from './text.ts';

const MAX_PAGE_SIZE = 100;

/** Where to go on (a `nextCursor` as it was given out) and how many rows to read. */
export const pageInput = z.strictObject({
  cursor: text({ max: [1500], keepsSpaces: true }).nullish(),
  limit: z.int().min(1).max(MAX_PAGE_SIZE).default(25),
  /** tRPC's infinite queries send it with every page; lists are read in one direction only. */
  direction: z.literal('forward').optional(),
});

/** What a search box may send: trimmed, at most 100 characters; empty means no search. */
export const searchText = text({ max: [100, 'Search must be at most 100 characters'] }).optional();

/** In which order a history is wanted. */
export const historySort = z.enum(historySorts).optional();

/** A page of rows; `nextCursor` is null on the last one. */
export function pageOf<Row extends z.ZodType>(row: Row) {
  return z.object({ items: z.array(row), nextCursor: z.string().nullable() });
}
