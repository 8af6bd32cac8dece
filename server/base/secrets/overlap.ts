import { sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** How long a secret goes on working after a roll. */
export const OVERLAP_HOURS = 24;

const overlap = sql`make_interval(hours => ${OVERLAP_HOURS})`;

/**
 * When the secret before the last roll ends; null if it does not work any more.
 * @param endsAt when all secrets of the row end
 */
export function previousSecretEnds(rolledAt: PgColumn, endsAt: PgColumn | null = null) {
  const end = sql`least(${rolledAt} + ${overlap}, ${endsAt})`;
  return sql<Date | null>`case when ${rolledAt} + ${overlap} > now() then ${end} end`.mapWith(
    (value): Date | null => rolledAt.mapFromDriverValue(value) as Date,
  );
}
