import { parseId } from '#shared/parse-id.ts';
import { DomainError } from '../errors.ts';

/** For clients with page numbers: rows to skip before the first one. */
export interface Skipping {
  skip?: number;
}

/**
 * Parses the cursor of a list by id, newest first: the id of the last row. Undefined for the first page.
 * @throws DomainError `bad_input` for an invalid cursor
 */
export function idFromCursor(cursor: string | null | undefined): number | undefined {
  if (cursor === null || cursor === undefined) return undefined;
  const id = parseId(cursor);
  if (id === null) throw lostPage();
  return id;
}

/** Cuts a page like {@link cutPage}; the last row's key is the next cursor. */
export function pageFrom<Row>(rows: Row[], limit: number, keyOf: (row: Row) => number) {
  return cutPage(rows, limit, (row) => String(keyOf(row)));
}

/** Cuts a page out of `limit + 1` rows: the last one only shows that there is a next page. */
export function cutPage<Row>(rows: Row[], limit: number, cursorAfter: (row: Row) => string) {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last ? cursorAfter(last) : null };
}

/** The error for an invalid cursor. */
export function lostPage(): DomainError {
  return new DomainError('bad_input', { message: 'This page is no longer there. Please start from the first one.' });
}
