import { asc, type Column, desc, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { id } from '#shared/numbers.ts';
import { cutPage, lostPage } from './keyset.ts';

/** The last moment of a JavaScript Date, which PostgreSQL can represent as well. */
const LAST_MOMENT_MS = 8.64e15;

/** A sort order of a list. */
export interface SortOrder<Row> {
  /** The sort keys; the id is last, so that no two rows are equal. */
  keys: SortKey<Row>[];
  descending: boolean;
}

interface SortKey<Row> {
  column: SQL;
  valueOf: (row: Row) => KeyValue;
  /** The type of its value in a cursor. */
  shape: z.ZodType<KeyValue>;
  /** A cursor's value as an SQL operand for the column. */
  bind: (value: KeyValue) => SQL;
}

type KeyValue = string | number;

/** Sorts by a column of whole numbers. */
export function numberKey<Row>(column: Column | SQL<number>, valueOf: (row: Row) => number): SortKey<Row> {
  return { column: sql`${column}`, valueOf, shape: z.int(), bind: bindNumber };
}

/** Sorts by a column of timestamps with milliseconds. */
export function momentKey<Row>(column: Column, valueOf: (row: Row) => Date): SortKey<Row> {
  return {
    column: sql`${column}`,
    valueOf: (row) => valueOf(row).getTime(),
    shape: z.int().min(0).max(LAST_MOMENT_MS),
    bind: (ms) => sql`to_timestamp(${ms}::float8 / 1000)`,
  };
}

/** Sorts by a column of some words; no other word is in a cursor. */
export function wordKey<Row>(column: Column, words: readonly string[], valueOf: (row: Row) => string): SortKey<Row> {
  return { column: sql`${column}`, valueOf, shape: z.enum(words), bind: (word) => sql`${word}` };
}

/** Sorts by id, alone or as the last key. */
export function idKey(column: Column): SortKey<{ id: number }> {
  return { column: sql`${column}`, valueOf: (row) => row.id, shape: id, bind: bindNumber };
}

/** For `orderBy`. */
export function sortedBy<Row>({ keys, descending }: SortOrder<Row>): SQL[] {
  return keys.map(({ column }) => (descending ? desc(column) : asc(column)));
}

/**
 * The condition for the rows after a cursor: one row comparison of all keys, which matches an index.
 * @param sort the order's name; a cursor is valid only for the order that issued it
 * @throws DomainError `bad_input` for a cursor of another order, or an invalid one
 */
export function afterCursor<Row>(
  sort: string,
  { keys, descending }: SortOrder<Row>,
  cursor: string | null | undefined,
): SQL | undefined {
  if (!cursor) return undefined;
  const columns = commaSeparated(keys.map(({ column }) => column));
  const values = commaSeparated(readCursor(cursor, sort, keys));
  return descending ? sql`(${columns}) < (${values})` : sql`(${columns}) > (${values})`;
}

/**
 * Cuts a page out of `limit + 1` rows: the last one only shows that there is a next page. The next cursor contains `sort` and the last
 * row's keys.
 */
export function sortedPageFrom<Row>(rows: Row[], limit: number, sort: string, { keys }: SortOrder<NoInfer<Row>>) {
  return cutPage(rows, limit, (row) => {
    const values = keys.map(({ valueOf }) => valueOf(row));
    return Buffer.from(JSON.stringify([sort, ...values])).toString('base64url');
  });
}

/** The values in a cursor, as SQL operands. */
function readCursor<Row>(cursor: string, sort: string, keys: SortKey<Row>[]): SQL[] {
  const [cursorSort, ...values] = parseJsonArray(Buffer.from(cursor, 'base64url').toString());
  if (cursorSort !== sort || values.length !== keys.length) throw lostPage();
  return keys.map(({ shape, bind }, index) => {
    const { success, data } = shape.safeParse(values[index]);
    if (!success) throw lostPage();
    return bind(data);
  });
}

function parseJsonArray(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

function bindNumber(value: KeyValue): SQL {
  return sql`${value}::bigint`;
}

function commaSeparated(parts: SQL[]): SQL {
  return sql.join(parts, sql`, `);
}
