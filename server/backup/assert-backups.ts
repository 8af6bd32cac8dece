import { mkdir, mkdtemp, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../base/env.ts';
import { BackupError, isDiskFull } from './backup-error.ts';
import { readBackupKey } from './backup-key.ts';

/**
 * Makes sure that the schedule can write its entries and read its key. A full disk is accepted: the schedule tells of it, and space may
 * come back.
 * @throws BackupError that says what to do
 */
export async function assertBackupsPossible({ backup, backupKeyFile }: Pick<Config, 'backup' | 'backupKeyFile'>) {
  if (!backup) return;
  const { to } = backup;
  try {
    await mkdir(to, { recursive: true, mode: 0o700 });
    await rmdir(await mkdtemp(join(to, '.unfinished-test-')));
  } catch (error) {
    if (isDiskFull(error)) return;
    const code = error instanceof Error && 'code' in error ? error.code : error;
    throw new BackupError(
      `The panel can't write to ${to}, the folder of BACKUP_TO (${String(code)}). Make the folder and give it to the account of the panel (chown ${process.getuid?.()} ${to}). A unit of systemd also needs it in ReadWritePaths, a container as a mount. Or choose another folder.`,
    );
  }
  if (backupKeyFile !== undefined) await readBackupKey(backupKeyFile);
}
