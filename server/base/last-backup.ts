import { basename } from 'node:path';
import { desc, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { backups } from '#db/schema/backups.ts';
import type { LastBackup } from '#shared/backups.ts';
import type { Config } from './env.ts';

/** Of a backup, as `writeBackup` returns it. */
interface Finished {
  /** The path of the entry. */
  entry: string;
  host: string;
  bytes: number;
  /** By this machine's clock. */
  startedAt: Date;
  finishedAt: Date;
}

/**
 * Records a finished backup. Its times are stored by the clock of the database, which all servers share. Panels that use the database
 * notice within two seconds; a caller with an event bus publishes `backups`.
 */
export async function noteBackup(db: Db | Tx, { entry, host, bytes, startedAt, finishedAt }: Finished): Promise<void> {
  const seconds = Math.max(0, finishedAt.getTime() - startedAt.getTime()) / 1000;
  await db.insert(backups).values({
    ...{ host, entry: basename(entry), bytes },
    startedAt: sql`now() - make_interval(secs => ${seconds}::float8)`,
    finishedAt: sql`now()`,
  });
}

/** In seconds, by the clock of the database. Not negative if that was set back since. */
const ageSeconds = sql<number>`greatest(0, extract(epoch from now() - finished_at))::float8`;

/** The backup that finished last; undefined if there never was one. The highest id, because a clock can be set back. */
async function readLastBackup(db: Db) {
  const [last] = await db
    .select({ finishedAt: backups.finishedAt, ageSeconds, host: backups.host, bytes: backups.bytes })
    .from(backups)
    .orderBy(desc(backups.id))
    .limit(1);
  return last;
}

/** One missed backup is no alarm: it may be running, or be tried again. */
const LATE_AFTER_INTERVALS = 2;

export interface BackupTools {
  db: Db;
  config: Pick<Config, 'backup'>;
}

/** Whether one is missing by the schedule of this server. */
export async function isBackupLate(tools: BackupTools): Promise<boolean> {
  return (await findLastBackup(tools)).isLate;
}

/** The last backup, and whether one is missing by the schedule of this server. */
export async function findLastBackup({ db, config }: BackupTools): Promise<LastBackup> {
  const found = await readLastBackup(db);
  const last = found ? { ...found, ageSeconds: Math.floor(found.ageSeconds) } : null;
  const everySeconds = config.backup ? config.backup.everyMs / 1000 : null;
  const isLate = everySeconds !== null && !(last && last.ageSeconds <= everySeconds * LATE_AFTER_INTERVALS);
  return { last, everySeconds, isLate };
}

export interface BackupState {
  /** Since the last backup, or since the schedule was first seen; undefined without both. */
  ageSeconds: number | undefined;
  isOutgoingPaused: boolean;
  /** When this was read, by `performance.now()`. */
  readAtMs: number;
}

/** For the metrics. @param hasSchedule whether a backup that was never made has an age */
export async function readBackupState(db: Db, { hasSchedule }: { hasSchedule: boolean }): Promise<BackupState> {
  const readAtMs = performance.now();
  const [row] = await db.$client<{ ageSeconds: number | null; isOutgoingPaused: boolean }[]>`
    select greatest(0, extract(epoch from now() - coalesce(
             (select finished_at from backups order by id desc limit 1),
             (select first_seen_at from backup_schedule where ${hasSchedule}))))::float8 as "ageSeconds",
           exists (select from outgoing_hold where released_at is null) as "isOutgoingPaused"`;
  return { ageSeconds: row?.ageSeconds ?? undefined, isOutgoingPaused: row?.isOutgoingPaused ?? false, readAtMs };
}
