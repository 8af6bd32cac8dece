import { and, ilike, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { users } from '#db/schema/users.ts';
import { hasPhone, readPhone } from '../identity/phone-number.ts';
import { beginningWith, containing, hasWithin, localPhoneIn, SHORTEST_WITHIN, withWord } from './search-text.ts';

/** The expression of the users' trigram index; a condition must repeat it exactly. */
const searchedText = sql`(${users.userName} || ' ' || ${users.name} || ' ' || ${users.email} || ' ' || ${users.phone})`;

/**
 * The users whose user name, name, email or phone contains the text. One or two letters match only the beginning of a word, because a
 * trigram index has no more for them. A phone number matches in any spelling, a part of it with and without the country code.
 */
export function hasUserText(search: string): SQL {
  if (!isShortWord(search)) {
    const ways = textsOf(search).map((text) => sql`${searchedText} ilike ${containing(text)}`);
    return sql`(${sql.join([...ways, ...hasPhoneOf(search)], sql` or `)})`;
  }
  return sql`(${searchedText} ilike ${beginningWith(search)} or ${searchedText} ilike ${withWord(search)})`;
}

const searchedColumns: PgColumn[] = [users.userName, users.name, users.email, users.phone];

/**
 * The ids of the users with the text in one column: the index finds candidates, the columns decide.
 * @param only the columns to search; all by default
 */
export function usersFound(search: string, only?: PgColumn[]): SQL {
  // A space separates the indexed columns, so a text without one lies within a single column. For one or two letters PostgreSQL would
  // still overestimate the matches, and count orders in four times the time.
  const isDecided = !only && !isShortWord(search) && !search.includes(' ');
  const found = isDecided
    ? undefined
    : or(
        ...textsOf(search).flatMap((text) => (only ?? searchedColumns).map((column) => hasText(column, text))),
        ...(only ? [] : hasPhoneOf(search)),
      );
  return sql`select ${users.id} from ${users} where ${and(hasUserText(search), found)}`;
}

function hasPhoneOf(search: string): SQL[] {
  const phone = readPhone(search);
  return phone === null ? [] : [hasPhone(phone)];
}

/** A phone number in its local form, and as typed if it has separators. */
function textsOf(search: string): string[] {
  const local = localPhoneIn(search);
  if (local === undefined) return [search];
  return search.endsWith(local) ? [local] : [search, local];
}

/** Signs do not begin a word. */
function isShortWord(search: string): boolean {
  return search.length < SHORTEST_WITHIN && /^[\p{L}\p{M}\p{N}]+$/u.test(search);
}

function hasText(column: PgColumn, search: string): SQL | undefined {
  if (!isShortWord(search)) return hasWithin(column, search);
  return or(ilike(column, beginningWith(search)), ilike(column, withWord(search)));
}
