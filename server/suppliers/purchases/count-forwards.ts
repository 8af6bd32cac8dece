import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { isBehind } from '../status-schedule.ts';

export interface ForwardFigures {
  /** Purchases that have not ended, by state. */
  byState: Record<'queued' | 'sending' | 'waiting_funds' | 'unknown', number>;
  /** Purchases that need a person. */
  flagged: number;
  /** The age of the oldest unknown purchase; 0 without one. */
  oldestUnknownSeconds: number;
  /** Open orders that were not asked for, or not answered, for longer than twice their interval. */
  statusesBehind: number;
  /** Suppliers that nothing is bought from. */
  stoppedSuppliers: number;
}

/** How the purchases at suppliers go. Each figure is read from an index. */
export async function countForwards(db: Db): Promise<ForwardFigures> {
  const [row] = await db.execute<
    Omit<ForwardFigures, 'byState'> & ForwardFigures['byState'] & Record<string, unknown>
  >(sql`
    select (select count(*)::int from forwards where state = 'queued') as queued,
      (select count(*)::int from forwards where state = 'sending') as sending,
      (select count(*)::int from forwards where state = 'waiting_funds') as waiting_funds,
      (select count(*)::int from forwards where state = 'unknown') as unknown,
      (select count(*)::int from forwards where flag is not null) as flagged,
      (select coalesce(extract(epoch from now() - min(unknown_since)), 0)::float8 from forwards
        where state = 'unknown') as "oldestUnknownSeconds",
      (select coalesce(sum(late.count), 0)::int from suppliers s cross join lateral (
        select count(*) from forwards f where f.supplier_id = s.id and ${isBehind}
      ) late) as "statusesBehind",
      (select count(*)::int from suppliers where stopped_at is not null) as "stoppedSuppliers"`);
  if (!row) throw new Error('The server returned no figures');
  const { flagged, oldestUnknownSeconds, statusesBehind, stoppedSuppliers, ...byState } = row;
  return { byState, flagged, oldestUnknownSeconds, statusesBehind, stoppedSuppliers };
}
