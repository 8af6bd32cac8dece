import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { markerOf } from '../embedded/data-folder.ts';

const MEMORY = '/dev/shm';
/** The databases of a whole run take a tenth of it. */
const ENOUGH_BYTES = 4 * 1024 ** 3;

/** Creates an empty data directory. PostgreSQL, which may run as another account, can pass through it. */
export function newDataDir(prefix = 'panel-test-'): { dataDir: string; remove: () => void } {
  const dataDir = mkdtempSync(join(scratch(), prefix));
  chmodSync(dataDir, 0o755);
  const remove = () => {
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    rmSync(markerOf(dataDir), { force: true });
  };
  return { dataDir, remove };
}

/**
 * The parent of data directories: in memory if there is plenty, which creates a database ten times as fast, else the usual temporary
 * directory. Nothing is executed from it.
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
