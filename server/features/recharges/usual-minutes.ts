import { sql } from 'drizzle-orm';
import { cachedRead } from '../../base/cache/cached-read.ts';

const FRESH_FOR_MS = 60_000;
const MOST_METHODS = 50;
/** Fewer approvals tell nothing. */
const FEWEST = 5;

/**
 * The median minutes from a request to its approval at this hour of the day, by the id of the method: of the last 30 days, two hours
 * before and after. Null for fewer than five.
 */
export const usualMinutes = cachedRead(
  async (db, methodId) => {
    const [row] = await db.execute<{ count: number; median: number | null }>(sql`
      select count(*)::int as count,
        percentile_cont(0.5) within group (order by extract(epoch from decided_at - created_at)::float8 / 60) as median
      from recharges, lateral (select abs(extract(epoch from created_at at time zone 'UTC' - date_trunc('day', created_at at time zone 'UTC'))
        - extract(epoch from now() at time zone 'UTC' - date_trunc('day', now() at time zone 'UTC'))) as seconds) as apart
      where method_id = ${Number(methodId)} and status = 'approved' and created_at > now() - interval '30 days'
        and least(apart.seconds, 86400 - apart.seconds) <= 7200`);
    if (!row || row.median === null || row.count < FEWEST) return null;
    return Math.max(1, Math.round(row.median));
  },
  { freshForMs: FRESH_FOR_MS, maxKeys: MOST_METHODS },
);
