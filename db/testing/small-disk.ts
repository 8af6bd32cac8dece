import { execFileSync } from 'node:child_process';
import { chmodSync, statfsSync } from 'node:fs';

/** A disk in memory with limited space. */
export interface SmallDisk {
  /** Leaves no free space, however much is in use. */
  fill: () => void;
  /** Frees the space again. */
  free: () => void;
  unmount: () => void;
}

const ROOMY = 'size=2g';

/**
 * Mounts a small file system over a folder.
 * @returns undefined if this account or container may not mount anything
 */
export function mountSmallDisk(folder: string): SmallDisk | undefined {
  try {
    run('mount', '-t', 'tmpfs', '-o', ROOMY, 'tmpfs', folder);
  } catch {
    return undefined;
  }
  // PostgreSQL may run as another account.
  chmodSync(folder, 0o755);
  return {
    fill() {
      // Shrinking fails if something was written in the meantime.
      for (let triesLeft = 100; ; triesLeft--) {
        const { blocks, bfree, bsize } = statfsSync(folder);
        try {
          return run('mount', '-o', `remount,size=${(blocks - bfree) * bsize}`, folder);
        } catch (error) {
          if (triesLeft === 0) throw error;
        }
      }
    },
    free: () => run('mount', '-o', `remount,${ROOMY}`, folder),
    // A killed process may still have a file open.
    unmount: () => run('umount', '--lazy', folder),
  };
}

function run(command: string, ...args: string[]): void {
  execFileSync(command, args, { stdio: 'ignore' });
}
