import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The file that says that a folder was made by the demo, and may be emptied by it. */
const MARK = 'DEMO';
const MARK_TEXT = 'npm run demo made this folder, and empties it at its next start.\n';

/**
 * Makes the demo's folder, or empties the one that a demo made.
 * @throws Error with advice if it has something else in it
 */
export function emptyFolder(folder: string): void {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  if (names.length > 0 && !isMarked(join(folder, MARK)))
    throw new Error(
      `${folder} is not empty, and no demo made it: name another folder in DATA_DIR, which need not exist.`,
    );
  mkdirSync(folder, { recursive: true });
  // First, so that what a kill leaves behind is still the demo's.
  writeFileSync(join(folder, MARK), MARK_TEXT);
  for (const name of names)
    if (name !== MARK) rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 5 });
}

/** A file of this name that somebody else wrote is no mark. */
function isMarked(mark: string): boolean {
  return existsSync(mark) && statSync(mark).isFile() && readFileSync(mark, 'utf8') === MARK_TEXT;
}
