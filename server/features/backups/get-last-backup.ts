import type { LastBackup } from '#shared/backups.ts';
import type { Actor } from '#shared/users.ts';
import { type BackupTools, findLastBackup } from '../../backup/last-backup.ts';
import { assertAdmin } from '../../identity/assert-admin.ts';

/** The last backup, and whether one is missing by the schedule of this server. Admins only. */
export async function getLastBackup(tools: BackupTools, actor: Actor): Promise<LastBackup> {
  assertAdmin(actor);
  return findLastBackup(tools);
}
