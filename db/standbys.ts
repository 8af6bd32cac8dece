import type { Db } from './client.ts';

/** The standbys that keep an acknowledged commit if the primary loses its disk. */
export interface Standbys {
  /** How many standbys a commit waits for. */
  waitedFor: number;
  /** How many synchronous standbys are connected; undefined if the role may not see it. Members of pg_monitor may. */
  connected: number | undefined;
}

/** Levels of `synchronous_commit` at which a commit does not wait for a standby. */
const ALONE = new Set(['off', 'local']);
/** `FIRST 2 (…)`, `ANY 2 (…)` and `2 (…)`. A list without a number waits for the first standby. */
const NUMBERED = /^\s*(?:(?:first|any)\s+)?(\d+)\s*\(/i;

/** @returns the number of standbys that a commit waits for with these two PostgreSQL settings */
export function countWaitedFor(synchronousCommit: string, standbyNames: string): number {
  if (ALONE.has(synchronousCommit) || standbyNames.trim() === '') return 0;
  return Number(NUMBERED.exec(standbyNames)?.[1] ?? 1);
}

/** Reads how many standbys commits of this pool wait for, with the current settings. */
export async function readStandbys(db: Db): Promise<Standbys> {
  const [row] = await db.$client<{ level: string; names: string; connected: number | null }[]>`
    select current_setting('synchronous_commit') as level, current_setting('synchronous_standby_names') as names,
           case when pg_has_role('pg_read_all_stats', 'usage')
             then (select count(*) from pg_stat_replication where sync_state <> 'async') end as connected`;
  if (!row) throw new Error('The server returned no settings');
  return { waitedFor: countWaitedFor(row.level, row.names), connected: row.connected ?? undefined };
}

/** @throws Error that says what to set if a commit waits for no standby */
export function assertWaitsForStandby({ waitedFor }: Standbys): void {
  if (waitedFor > 0) return;
  throw new Error(
    'No commit waits for a standby, but REQUIRE_SYNC_STANDBY=1 requires one: set synchronous_standby_names on the server, and do not set synchronous_commit to off or local.',
  );
}
