import { execFileSync } from 'node:child_process';
import { chmodSync, statfsSync } from 'node:fs';

/** A disk of its own in memory, which can be full. */
export interface SmallDisk {
  /** From now on it has no room left, however much is in use. */
  fill: () => void;
  /** It has room again. */
  free: () => void;
  unmount: () => void;
}

const ROOMY = 'size=2g';

/**
 * Mounts a small file system over a folder.
 * @returns undefined where this account, or this container, may not mount anything
 */
export function mountSmallDisk(folder: string): SmallDisk | undefined {
  try {
    run('mount', '-t', 'tmpfs', '-o', ROOMY, 'tmpfs', folder);
  } catch {
    return undefined;
  }
  // PostgreSQL, which may run as another account, has to pass through.
  chmodSync(folder, 0o755);
  return {
    fill() {
      // What is written between looking and shrinking makes that fail.
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
    // A process that was killed a moment ago may still have a file open.
    unmount: () => run('umount', '--lazy', folder),
  };
}

function run(command: string, ...args: string[]): void {
  execFileSync(command, args, { stdio: 'ignore' });
}
