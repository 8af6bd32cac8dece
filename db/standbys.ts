import type { Db } from './client.ts';

/** What stands between an acknowledged commit and the loss of the server's disk. */
export interface Standbys {
  /** How many standbys a commit waits for. */
  waitedFor: number;
  /** How many of those that may be waited for are connected; undefined where the role may not see it, which it may as a member of pg_monitor. */
  connected: number | undefined;
}

/** Levels of `synchronous_commit` at which a commit waits for nobody else. */
const ALONE = new Set(['off', 'local']);
/** `FIRST 2 (…)`, `ANY 2 (…)` and `2 (…)`; a list without a number is one of which the first is waited for. */
const NUMBERED = /^\s*(?:(?:first|any)\s+)?(\d+)\s*\(/i;

/** @returns the number of standbys that a commit waits for under these two settings of PostgreSQL */
export function countWaitedFor(synchronousCommit: string, standbyNames: string): number {
  if (ALONE.has(synchronousCommit) || standbyNames.trim() === '') return 0;
  return Number(NUMBERED.exec(standbyNames)?.[1] ?? 1);
}

/** Reads what commits of this pool wait for, as it is set now. */
export async function readStandbys(db: Db): Promise<Standbys> {
  const [row] = await db.$client<{ level: string; names: string; connected: number | null }[]>`
    select current_setting('synchronous_commit') as level, current_setting('synchronous_standby_names') as names,
           case when pg_has_role('pg_read_all_stats', 'usage')
             then (select count(*) from pg_stat_replication where sync_state <> 'async') end as connected`;
  if (!row) throw new Error('The server has answered no settings');
  return { waitedFor: countWaitedFor(row.level, row.names), connected: row.connected ?? undefined };
}

/** @throws Error whose message says what to set, where a commit waits for no standby */
export function assertWaitsForStandby({ waitedFor }: Standbys): void {
  if (waitedFor > 0) return;
  throw new Error(
    'No commit waits for a standby, and REQUIRE_SYNC_STANDBY=1 demands one: set synchronous_standby_names at the server, and no synchronous_commit of off or local.',
  );
}
