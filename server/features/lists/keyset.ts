import type { z } from 'zod';
import { parseId } from '../../../shared/parse-id.ts';
import { DomainError } from '../../errors.ts';

/** What a row is sorted by; the last one is its id, so that no two rows are equal. */
export type Key = string | number;

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
  const id = parseId(cursor);
  if (id === null) throw lostPage();
  return id;
}

/** The cursor of a list that can be sorted in several ways: how it was sorted, and the last row's keys. */
export function writeSortedCursor(sort: string, keys: Key[]): string {
  return Buffer.from(JSON.stringify([sort, ...keys])).toString('base64url');
}

/**
 * Reads what {@link writeSortedCursor} wrote.
 * @param shape what this sort's keys are
 * @throws DomainError `bad_input` for a cursor of another sort, or that no such list gave out.
 */
export function readSortedCursor(cursor: string, sort: string, shape: z.ZodType<Key[]>): Key[] {
  const [cursorSort, ...keys] = parseJsonArray(Buffer.from(cursor, 'base64url').toString());
  const parsed = shape.safeParse(keys);
  if (cursorSort === sort && parsed.success) return parsed.data;
  throw lostPage();
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

function lostPage(): DomainError {
  return new DomainError('bad_input', { message: 'This page is no longer there. Please start from the first one.' });
}

function parseJsonArray(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
