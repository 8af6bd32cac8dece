import { ilike, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { users } from '../../db/schema/users.ts';

/** The one expression that the users' trigram index is of; a condition on it must say it in these very words. */
export const searchedText = sql`(${users.userName} || ' ' || ${users.name} || ' ' || ${users.email} || ' ' || ${users.phone})`;

/** Three letters between two signs for anything. */
const SHORTEST_IN_INDEX = 5;

/** The ids of the users whose user name, name, email or phone has the pattern, each by itself. */
export function usersFound(pattern: string): SQL {
  const { userName, name, email, phone } = users;
  const columns = or(...[userName, name, email, phone].map((column) => ilike(column, pattern)));
  // Every user is looked at for one or two letters anyway, which the index does not know; then once, and not twice.
  const candidates = pattern.length < SHORTEST_IN_INDEX ? sql`true` : sql`${searchedText} ilike ${pattern}`;
  return sql`select ${users.id} from ${users} where ${candidates} and ${columns}`;
}

/** The ids of the users whose column has the pattern: the index finds candidates, the column itself decides. */
export function usersMatching(column: PgColumn, pattern: string): SQL {
  return sql`select ${users.id} from ${users} where ${searchedText} ilike ${pattern} and ${column} ilike ${pattern}`;
}
