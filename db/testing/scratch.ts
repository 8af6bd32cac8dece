import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const MEMORY = '/dev/shm';
/** A whole run's databases take a tenth of it; the small default of a container is left to what needs it. */
const ENOUGH_BYTES = 4 * 1024 ** 3;

/**
 * The folder in which tests make the folders of their databases: in memory where there is plenty, since making a database
 * there takes a tenth of the time, else the usual one for temporary files. Nothing is executed from it.
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
