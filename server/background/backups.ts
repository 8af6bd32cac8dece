import { mkdir, statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#db/client.ts';
import { BackupError } from '../backup/backup-error.ts';
import { readBackupKey } from '../backup/backup-key.ts';
import {
  type BackupClaim,
  CLAIM_MS,
  claimBackup,
  finishClaim,
  giveUpClaim,
  noteSchedule,
  renewClaim,
} from '../backup/claim-backup.ts';
import { pruneBackups } from '../backup/prune-backups.ts';
import { type FinishedBackup, writeBackup } from '../backup/write-backup.ts';
import type { Config } from '../base/env.ts';
import type { EventBus } from '../base/events/event-bus.ts';
import { reasonOf } from '../base/log-error.ts';
import { isPaused } from '../base/queue/pause-outgoing.ts';

/** How often a server looks whether a backup is due. */
const LOOK_EVERY_MS = 30_000;
const RENEW_EVERY_MS = CLAIM_MS / 4;
/** After a failure, doubled with each further one. */
const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 60 * 60_000;
/** Stays free on the disk: the database may be on it, too, and must never be without space. */
const LEAST_FREE_BYTES = 256 * 1024 * 1024;
const SPACE_EVERY_MS = 500;

type Schedule = NonNullable<Config['backup']>;

interface ScheduleOptions {
  db: Db;
  config: Pick<Config, 'backup' | 'backupKeyFile' | 'databaseDirectUrl' | 'publicUrl'>;
  /** The database of `db`. */
  url: string;
  events: Pick<EventBus, 'publish'>;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  lookEveryMs?: number;
  firstPauseMs?: number;
  renewEveryMs?: number;
  leastFreeBytes?: number;
}

/**
 * Makes backups at the configured interval, as long as the process runs. Each server with BACKUP_TO looks whether one is due, and the
 * database lets one of them make it: a server whose disk is full leaves it to the others. A failure is logged, and retried after growing
 * pauses. Entries above BACKUP_KEEP are removed, except while a restored panel holds everything outgoing: it may share the folder with the
 * panel that it was copied from.
 */
export function startBackupSchedule({ config: { backup, ...config }, ...options }: ScheduleOptions): {
  /** Ends a backup that is being made; nothing of it is left. */
  stop: () => Promise<void>;
} {
  if (!backup) return { stop: async () => {} };
  const { db, url, events, log, lookEveryMs = LOOK_EVERY_MS, firstPauseMs = FIRST_PAUSE_MS } = options;
  const { renewEveryMs = RENEW_EVERY_MS, leastFreeBytes = LEAST_FREE_BYTES } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  let failures = 0;
  let isAway = false;
  log.info({ to: backup.to, everyMinutes: backup.everyMs / 60_000, keep: backup.keep }, 'backups are scheduled');
  const running = run(backup);
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };

  async function run(schedule: Schedule): Promise<void> {
    while (!signal.aborted) {
      const restMs = await look(schedule);
      await sleep(restMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** @returns how long to rest, in milliseconds */
  async function look(schedule: Schedule): Promise<number> {
    const claim = await claimDue(schedule);
    if (!claim) return lookEveryMs;
    try {
      const finished = await make(schedule, claim);
      failures = 0;
      await prune(schedule, finished);
      return lookEveryMs;
    } catch (error) {
      await giveUpClaim(db, claim).catch(() => undefined);
      if (signal.aborted) {
        log.info('the server stops: the backup that it was making is not finished, and its files are removed');
        return 0;
      }
      const pauseMs = Math.min(LONGEST_PAUSE_MS, schedule.everyMs, firstPauseMs * 2 ** Math.min(failures++, 20));
      log.error({ err: error, retryInSeconds: pauseMs / 1000 }, `a scheduled backup failed: ${reasonOf(error)}`);
      return pauseMs;
    }
  }

  async function claimDue({ everyMs }: Schedule): Promise<BackupClaim | undefined> {
    try {
      await noteSchedule(db);
      const claim = await claimBackup(db, everyMs);
      isAway = false;
      return claim;
    } catch (error) {
      // One line per outage of the database.
      if (!isAway && !signal.aborted) log.warn({ err: error }, 'the schedule of backups could not be read');
      isAway = true;
      return undefined;
    }
  }

  async function make({ to }: Schedule, claim: BackupClaim): Promise<FinishedBackup> {
    const giving = new AbortController();
    const guards = [
      setInterval(() => void assertClaimed(claim).catch((error: unknown) => giving.abort(error)), renewEveryMs),
      setInterval(() => void assertSpace(to).catch((error: unknown) => giving.abort(error)), SPACE_EVERY_MS),
    ];
    try {
      await mkdir(to, { recursive: true, mode: 0o700 });
      await assertSpace(to);
      const key = config.backupKeyFile === undefined ? undefined : await readBackupKey(config.backupKeyFile);
      const within = AbortSignal.any([signal, giving.signal]);
      const { databaseDirectUrl, publicUrl } = config;
      const finished = await writeBackup({ url: databaseDirectUrl ?? url, publicUrl, to, key, signal: within });
      await finishClaim(db, claim, finished);
      events.publish('backups');
      report(finished);
      return finished;
    } catch (error) {
      throw giving.signal.aborted ? giving.signal.reason : error;
    } finally {
      for (const guard of guards) clearInterval(guard);
    }
  }

  /** While the database does not answer, the backup itself fails. */
  async function assertClaimed(claim: BackupClaim): Promise<void> {
    const isOwn = await renewClaim(db, claim).catch(() => true);
    if (!isOwn) throw new BackupError('This server was silent for a minute, and another one makes the backup.');
  }

  async function assertSpace(to: string): Promise<void> {
    const { bavail, bsize } = await statfs(to);
    if (bavail * bsize >= leastFreeBytes) return;
    const leastMegabytes = Math.ceil(leastFreeBytes / 1024 ** 2);
    throw new BackupError(
      `Less than ${leastMegabytes} MB are free in ${to}, which the schedule never uses up, because the database may need them. Free some space, or choose another folder.`,
    );
  }

  function report({ entry, bytes, rows, startedAt, finishedAt, ledger }: FinishedBackup): void {
    const seconds = (finishedAt.getTime() - startedAt.getTime()) / 1000;
    log.info({ entry, bytes, rows, seconds }, 'a scheduled backup is finished');
    if (!ledger.isProved)
      log.error(
        { entry, problems: ledger.problems },
        'the ledger does not add up in the backup; run npm run ledger:check',
      );
  }

  /** The backup is finished, also if older ones can't be removed. */
  async function prune({ to, keep }: Schedule, { databaseId, shop }: FinishedBackup): Promise<void> {
    try {
      if (!shop || (await isPaused(db))) return;
      const removed = await pruneBackups({ dir: to, keep, shopId: shop.id, databaseId });
      if (removed.length > 0) log.info({ entries: removed }, 'older backups were removed');
    } catch (error) {
      log.warn({ err: error }, `older backups could not be removed: ${reasonOf(error)}`);
    }
  }
}
