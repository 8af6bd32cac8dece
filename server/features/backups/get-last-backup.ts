import type { Db } from '#db/client.ts';
import type { LastBackup } from '#shared/backups.ts';
import type { Actor } from '#shared/users.ts';
import { readLastBackup } from '../../backup/last-backup.ts';
import type { Config } from '../../env.ts';
import { assertAdmin } from '../../identity/assert-admin.ts';

/** One missed backup is no alarm: it may be running, or be tried again. */
const LATE_AFTER_INTERVALS = 2;

interface Tools {
  db: Db;
  config: Pick<Config, 'backup'>;
}

/** The last backup, and whether one is missing by the schedule of this server. Admins only. */
export async function getLastBackup(tools: Tools, actor: Actor): Promise<LastBackup> {
  assertAdmin(actor);
  return findLastBackup(tools);
}

export async function isBackupLate(tools: Tools): Promise<boolean> {
  return (await findLastBackup(tools)).isLate;
}

async function findLastBackup({ db, config }: Tools): Promise<LastBackup> {
  const found = await readLastBackup(db);
  const last = found ? { ...found, ageSeconds: Math.floor(found.ageSeconds) } : null;
  const everySeconds = config.backup ? config.backup.everyMs / 1000 : null;
  const isLate = everySeconds !== null && !(last && last.ageSeconds <= everySeconds * LATE_AFTER_INTERVALS);
  return { last, everySeconds, isLate };
}
