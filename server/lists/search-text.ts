import { and, ilike, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { latinDigits } from '#shared/latin-digits.ts';

/** The `LIKE` pattern that finds a text anywhere; `%`, `_` and `\` in it mean themselves. */
export function containing(text: string): string {
  return `%${asWritten(text)}%`;
}

/** The `LIKE` pattern that finds a text at the beginning; `%`, `_` and `\` in it mean themselves. */
export function beginningWith(text: string): string {
  return `${asWritten(text)}%`;
}

/** The `LIKE` pattern that finds a text at the beginning of a word that is not the first one. */
export function withWord(text: string): string {
  return `% ${asWritten(text)}%`;
}

/**
 * For `where`: whether a column has a text in any case, for rows that an index found otherwise. `ilike` says the same, but
 * PostgreSQL would try it on up to two hundred values at each planning.
 */
export function hasWithin(column: PgColumn, text: string): SQL {
  return sql`strpos(lower(${column}), lower(${text}::text)) > 0`;
}

/** Shorter texts have few three letters, and each of them counts. */
const FEWEST_PARTS = 3;

/**
 * For `where`: whether a column of links has a text in any case, by its trigram index. The text itself would look up all its
 * trigrams, also those of `https://www.`; every third finds about the same rows.
 */
export function isFoundWithin(column: PgColumn, text: string): SQL | undefined {
  const parts = everyThreeLetters(text);
  if (parts.length < FEWEST_PARTS) return ilike(column, containing(text));
  return and(ilike(column, `%${parts.join('%')}%`), hasWithin(column, text));
}

/** Three by three from the end of each run of letters and digits, in their order; a link's beginning says nothing. */
function everyThreeLetters(text: string): string[] {
  const runs = text.replace(/^https?:\/\/(www\.)?/i, '').match(/[a-z0-9]{3,}/gi) ?? [];
  return runs.flatMap((run) => run.slice(run.length % 3).match(/.{3}/g) ?? []);
}

/** Shorter texts no index of three letters finds within a word. */
export const SHORTEST_WITHIN = 3;

function asWritten(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}

/** The id that a search names, as people say it on the phone ("1042" or "#1042"); undefined where it names none. */
export function idIn(search: string): number | undefined {
  const digits = /^#?(\d{1,15})$/.exec(search)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** The ids of a search that is a list of them, parted by commas or spaces ("92783, #92908"); none where it is anything else. */
export function idsIn(search: string): number[] {
  const parts = search.split(/[\s,;]+/).filter((part) => part !== '');
  const ids = parts.flatMap((part) => idIn(part) ?? []);
  return ids.length === parts.length && ids.length > 1 ? ids : [];
}

/** The local form of a phone number that a search names in any other: `01712345678` of `+880 1712-345678`. */
export function localPhoneIn(search: string): string | undefined {
  const digits = latinDigits(search).replaceAll(/[\s().-]/g, '');
  return /^(?:\+?88)?(01\d{1,13})$/.exec(digits)?.[1];
}
