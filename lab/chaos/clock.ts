import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The clock of the panel's processes, not of the database. */
export interface Clock {
  /** For `NODE_OPTIONS`. */
  nodeOptions: string;
  /** Sets it ahead of the true time, or behind if negative. */
  set: (shiftMs: number) => void;
}

/** @param folder for the file with the shift */
export function createClock(folder: string): Clock {
  const file = join(folder, 'clock');
  const preloaded = new URL('./shifted-clock.ts', import.meta.url);
  preloaded.searchParams.set('file', pathToFileURL(file).href);
  return {
    nodeOptions: `--import=${preloaded.href}`,
    set(shiftMs) {
      // A reader never sees an incomplete file.
      writeFileSync(`${file}.new`, String(shiftMs));
      renameSync(`${file}.new`, file);
    },
  };
}
