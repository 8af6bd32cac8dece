import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { noteBackup } from '../base/last-backup.ts';
import type { FinishedBackup } from './write-backup.ts';

/** A server that is silent for longer, because it was killed, makes its backup no longer. */
export const CLAIM_MS = 60_000;
/** A time this far in the future was written before the clock was set back. */
const CLOCK_TOLERANCE_MS = 60_000;

/** The right to make the backup that is due: of all servers of a database one has it at a time. */
export interface BackupClaim {
  id: string;
  /** By the clock of the database. */
  startedAt: string;
}

const ahead = (ms: number) => sql`now() + make_interval(secs => ${ms / 1000}::float8)`;

/** Begins the schedule of a database that never had one: from here on a missing backup has an age. */
export async function noteSchedule(db: Db): Promise<void> {
  await db.execute(sql`insert into backup_schedule (id) values (1) on conflict do nothing`);
}

/**
 * Claims the backup that is due. Only the clock of the database counts, and only its rows: a restart of the panel, another server or a
 * clock that was set back makes no backup too many and none too few.
 * @param everyMs the interval between the beginnings of two backups
 * @returns undefined if none is due, or another server makes it
 */
export async function claimBackup(db: Db, everyMs: number): Promise<BackupClaim | undefined> {
  const id = randomUUID();
  // All conditions are on the row itself: a server that waits for its lock checks them again.
  const [claimed] = await db.execute<{ startedAt: string }>(sql`
    update backup_schedule set claim = ${id}, claimed_until = ${ahead(CLAIM_MS)}
    where id = 1
      and (claimed_until is null or claimed_until < now() or claimed_until > ${ahead(CLAIM_MS + CLOCK_TOLERANCE_MS)})
      and (last_started_at is null or last_started_at <= ${ahead(-everyMs)} or last_started_at > ${ahead(CLOCK_TOLERANCE_MS)})
    returning now()::text as "startedAt"`);
  return claimed && { id, startedAt: claimed.startedAt };
}

/** Extends a claim. @returns false if another server has the claim now */
export async function renewClaim(db: Db, { id }: BackupClaim): Promise<boolean> {
  const renewed = await db.execute(sql`
    update backup_schedule set claimed_until = ${ahead(CLAIM_MS)} where claim = ${id} returning id`);
  return renewed.length === 1;
}

/** Gives a claim up without a backup: any server may claim it at once. */
export async function giveUpClaim(db: Db, { id }: BackupClaim): Promise<void> {
  await db.execute(sql`update backup_schedule set claim = null, claimed_until = null where claim = ${id}`);
}

/** Records the backup of a claim, which ends. The next one is due an interval after the beginning of this one. */
export async function finishClaim(db: Db, { id, startedAt }: BackupClaim, finished: FinishedBackup): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      update backup_schedule set last_started_at = ${startedAt}::timestamptz,
        claim = case when claim <> ${id} then claim end, claimed_until = case when claim <> ${id} then claimed_until end
      where id = 1`);
    await noteBackup(tx, finished);
  });
}
