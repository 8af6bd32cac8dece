import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../client.ts';

/** Why a standby may not answer a read: it is not a copy of the primary, or it is too old. */
export type Unfit = 'other_database' | 'lag';

interface Position extends Identity {
  /** When the server was started, which tells a server from its copies. */
  started: string;
  isStandby: boolean;
  /** Up to where it has the write-ahead log. */
  lsn: string;
}

interface Identity {
  /** The same for a primary and its physical standbys. */
  system: string;
  database: string;
}

/** A busy standby is some milliseconds behind. */
const LOOKS = 4;
const LOOK_EVERY_MS = 50;

/**
 * Compares a server for reads with the primary. A standby that has replayed all that the primary had written when the comparison began
 * is current, also while the primary is idle. Otherwise the age of its last replayed transaction is the limit of its lag.
 * @returns undefined if it may answer reads
 */
export async function compareWithPrimary(primary: Db, other: Db, maxLagMs: number): Promise<Unfit | undefined> {
  const [ours, theirs] = await Promise.all([readPosition(primary), readPosition(other)]);
  if (isOther(ours, theirs)) return 'other_database';
  if (!theirs.isStandby) return ours.started === theirs.started ? undefined : 'other_database';
  for (let look = 1; ; look++) {
    const { isCurrent, ageMs } = await readLag(other, ours.lsn);
    if (isCurrent || (ageMs !== null && ageMs <= maxLagMs)) return undefined;
    if (look === LOOKS) return 'lag';
    await sleep(LOOK_EVERY_MS);
  }
}

function isOther(one: Identity, other: Identity): boolean {
  return one.system !== other.system || one.database !== other.database;
}

async function readPosition(db: Db): Promise<Position> {
  const [row] = await db.$client<Position[]>`
    select (select system_identifier::text from pg_control_system()) as system,
      (select oid::text from pg_database where datname = current_database()) as database,
      pg_postmaster_start_time()::text as started, pg_is_in_recovery() as "isStandby",
      case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end::text as lsn`;
  if (!row) throw new Error('The server returned no position');
  return row;
}

/** Without a receiver the standby may have lost its primary, and its position says nothing. */
async function readLag(standby: Db, lsn: string): Promise<{ isCurrent: boolean; ageMs: number | null }> {
  const [row] = await standby.$client<{ isCurrent: boolean; ageMs: number | null }[]>`
    select pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn and exists (select from pg_stat_wal_receiver) as "isCurrent",
      extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 * 1000 as "ageMs"`;
  if (!row) throw new Error('The server returned no lag');
  return row;
}
