import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The clock of the panel's processes; the database has its own. */
export interface Clock {
  /** What Node has to be started with (`NODE_OPTIONS`). */
  nodeOptions: string;
  /** Sets it so far ahead of the true time, or behind where it is negative; 0 for the true time. */
  set: (shiftMs: number) => void;
}

/** @param folder where the shift is written down */
export function createClock(folder: string): Clock {
  const file = join(folder, 'clock');
  const preloaded = new URL('./shifted-clock.ts', import.meta.url);
  preloaded.searchParams.set('file', pathToFileURL(file).href);
  return {
    nodeOptions: `--import=${preloaded.href}`,
    set(shiftMs) {
      // Whole, as it is read at any time.
      writeFileSync(`${file}.new`, String(shiftMs));
      renameSync(`${file}.new`, file);
    },
  };
}
