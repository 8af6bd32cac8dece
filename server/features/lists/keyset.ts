import { DomainError } from '../../errors.ts';

/** For clients that ask for pages by number: rows to pass over before the first one read. */
export interface Skipping {
  skip?: number;
}

/**
 * Reads the cursor of a list that runs from the newest id to the oldest: the id of the last row shown.
 * @returns undefined for the first page.
 * @throws DomainError `bad_input` for a cursor that no such list gave out.
 */
export function idFromCursor(cursor: string | null | undefined): number | undefined {
  if (cursor === null || cursor === undefined) return undefined;
  if (/^[1-9]\d{0,14}$/.test(cursor)) return Number(cursor);
  throw new DomainError('bad_input', { message: 'This page is no longer there. Please start from the first one.' });
}

/**
 * Cuts a page out of `limit + 1` rows: the row too many only tells that there is a next page.
 * @param keyOf what the list is sorted by; the last row's is the next cursor.
 */
export function pageFrom<Row>(rows: Row[], limit: number, keyOf: (row: Row) => number) {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last ? String(keyOf(last)) : null };
}
