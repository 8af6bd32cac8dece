import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** The databases of a whole run take a tenth of it. */
const ENOUGH_BYTES = 4 * 1024 ** 3;

/** Makes an empty data folder. PostgreSQL, which may run as another account, can pass through it. */
export function newDataDir(prefix = 'panel-test-'): { dataDir: string; remove: () => void } {
  const dataDir = mkdtempSync(join(scratch(), prefix));
  chmodSync(dataDir, 0o755);
  return { dataDir, remove: () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }) };
}

/**
 * The parent of data folders: in memory if there is plenty, as a new database there takes a tenth of the time, else the usual temporary
 * folder. Nothing is executed from it.
 */
export function scratch(): string {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ENOUGH_BYTES ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}
