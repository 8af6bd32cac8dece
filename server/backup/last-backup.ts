import { hostname } from 'node:os';
import { desc, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { backups } from '#db/schema/backups.ts';

export interface FinishedBackup {
  /** The name of its folder or file. */
  entry: string;
  bytes: number;
  /** By this machine's clock. */
  startedAt: Date;
  finishedAt: Date;
}

/**
 * Records a finished backup. Its times are stored by the clock of the database, which all servers share. Panels that use the database
 * notice within two seconds; a caller with an event bus publishes `backups`.
 * @param options.isScheduled whether the schedule made it, which then counts its interval from here
 */
export async function noteBackup(
  db: Db,
  { entry, bytes, startedAt, finishedAt }: FinishedBackup,
  { isScheduled }: { isScheduled: boolean },
): Promise<void> {
  const seconds = Math.max(0, finishedAt.getTime() - startedAt.getTime()) / 1000;
  await db.insert(backups).values({
    ...{ host: hostname(), entry, bytes, isScheduled },
    startedAt: sql`now() - make_interval(secs => ${seconds}::float8)`,
    finishedAt: sql`now()`,
  });
}

/** In seconds, by the clock of the database. Not negative if that was set back since. */
const ageSeconds = sql<number>`greatest(0, extract(epoch from now() - finished_at))::float8`;

/** The backup that finished last; undefined if there never was one. The highest id, because a clock can be set back. */
export async function readLastBackup(db: Db) {
  const [last] = await db
    .select({ finishedAt: backups.finishedAt, ageSeconds, host: backups.host, bytes: backups.bytes })
    .from(backups)
    .orderBy(desc(backups.id))
    .limit(1);
  return last;
}

export interface BackupState {
  /** Since the last backup, or since the schedule was first seen; undefined without both. */
  ageSeconds: number | undefined;
  isOutgoingHeld: boolean;
  /** When this was read, by `performance.now()`. */
  readAtMs: number;
}

/** For the metrics. @param hasSchedule whether a backup that was never made has an age */
export async function readBackupState(db: Db, { hasSchedule }: { hasSchedule: boolean }): Promise<BackupState> {
  const readAtMs = performance.now();
  const [row] = await db.$client<{ ageSeconds: number | null; isOutgoingHeld: boolean }[]>`
    select greatest(0, extract(epoch from now() - coalesce(
             (select finished_at from backups order by id desc limit 1),
             (select first_seen_at from backup_schedule where ${hasSchedule}))))::float8 as "ageSeconds",
           exists (select from outgoing_hold where released_at is null) as "isOutgoingHeld"`;
  return { ageSeconds: row?.ageSeconds ?? undefined, isOutgoingHeld: row?.isOutgoingHeld ?? false, readAtMs };
}
