import type { LastBackup } from '#shared/backups.ts';
import type { Actor } from '#shared/users.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { type BackupTools, findLastBackup } from '../../base/last-backup.ts';

/** The last backup, and whether one is missing by the schedule of this server. Admins only. */
export async function getLastBackup(tools: BackupTools, actor: Actor): Promise<LastBackup> {
  assertAdmin(actor);
  return findLastBackup(tools);
}
