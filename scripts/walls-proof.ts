import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readTree } from './walls.ts';

const FORBIDDEN = { path: 'shared/broken.ts', code: "import '../db/client.ts';\n" };
const EXPECTED = 'shared/broken.ts:1 [shared] may not import db/client.ts';

/**
 * Runs the real command on a copy of the tree below `root`, then once more with a forbidden import in it: a check that can't fail
 * proves nothing.
 * @returns the command's line about the forbidden import
 * @throws Error when the command found anything in the clean copy, did not report the import, or did not exit with 1
 */
export function provesThatWallsHold(root: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'walls-'));
  try {
    for (const [path, text] of readTree(root)) writeInto(copy, path, text);
    const clean = runWalls(copy);
    if (clean.status !== 0) throw new Error(`the clean copy was reported too:\n${clean.lines.join('\n')}`);
    writeInto(copy, FORBIDDEN.path, FORBIDDEN.code);
    const broken = runWalls(copy);
    const line = broken.lines.find((text) => text === EXPECTED);
    if (!line || broken.status !== 1)
      throw new Error(`a forbidden import was not reported:\n${broken.lines.join('\n')}`);
    return line;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function writeInto(folder: string, path: string, text: string): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function runWalls(folder: string) {
  const command = [join(import.meta.dirname, 'walls.ts'), folder];
  const { status, stdout } = spawnSync(process.execPath, command, { encoding: 'utf8' });
  return { status, lines: stdout.split('\n') };
}

/** `node scripts/walls-proof.ts`, a step of `npm run check`. */
if (import.meta.main) console.log(`refused as it should be: ${provesThatWallsHold(join(import.meta.dirname, '..'))}`);
