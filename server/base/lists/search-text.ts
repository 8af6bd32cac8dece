import { and, ilike, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { latinDigits } from '#shared/latin-digits.ts';

/** The `LIKE` pattern for a text anywhere; `%`, `_` and `\` are escaped. */
export function containing(text: string): string {
  return `%${asWritten(text)}%`;
}

/** The `LIKE` pattern for a text at the beginning; `%`, `_` and `\` are escaped. */
export function beginningWith(text: string): string {
  return `${asWritten(text)}%`;
}

/** The `LIKE` pattern for a text at the beginning of a word other than the first. */
export function withWord(text: string): string {
  return `% ${asWritten(text)}%`;
}

/**
 * Whether a column contains a text in any case, for rows found by another index. `ilike` means the same, but PostgreSQL would evaluate
 * it on up to two hundred values at each planning.
 */
export function hasWithin(column: PgColumn, text: string): SQL {
  return sql`strpos(lower(${column}), lower(${text}::text)) > 0`;
}

/** Shorter texts have few trigrams, and each of them counts. */
const FEWEST_PARTS = 3;

/**
 * Whether a column of links contains a text in any case, by its trigram index. The text itself would look up all its trigrams,
 * including those of `https://www.`; every third finds about the same rows.
 */
export function isFoundWithin(column: PgColumn, text: string): SQL | undefined {
  const parts = everyThreeLetters(text);
  if (parts.length < FEWEST_PARTS) return ilike(column, containing(text));
  return and(ilike(column, `%${parts.join('%')}%`), hasWithin(column, text));
}

/** Disjoint trigrams from the end of each run of letters and digits, in order; a link's beginning is not selective. */
function everyThreeLetters(text: string): string[] {
  const runs = text.replace(/^https?:\/\/(www\.)?/i, '').match(/[a-z0-9]{3,}/gi) ?? [];
  return runs.flatMap((run) => run.slice(run.length % 3).match(/.{3}/g) ?? []);
}

/** A trigram index can't find shorter texts within a word. */
export const SHORTEST_WITHIN = 3;

function asWritten(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}

/** The id in a search, as people write it ("1042" or "#1042"); undefined if it is not an id. */
export function idIn(search: string): number | undefined {
  const digits = /^#?(\d{1,15})$/.exec(search)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** The ids in a search that is a list of them, separated by commas or spaces ("92783, #92908"); none if it is anything else. */
export function idsIn(search: string): number[] {
  const parts = search.split(/[\s,;]+/).filter((part) => part !== '');
  const ids = parts.flatMap((part) => idIn(part) ?? []);
  return ids.length === parts.length && ids.length > 1 ? ids : [];
}

/** A phone number in a search, in its local form: `01712345678` for `+880 1712-345678`. */
export function localPhoneIn(search: string): string | undefined {
  const digits = latinDigits(search).replaceAll(/[\s().-]/g, '');
  return /^(?:\+?88)?(01\d{1,13})$/.exec(digits)?.[1];
}
