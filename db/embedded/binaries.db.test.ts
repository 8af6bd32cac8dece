import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findPackage, provideBinaries } from './binaries.ts';
import { chooseAccount } from './run-as.ts';

const account = chooseAccount('/nonexistent');

let root: string;
let home: string;
let checkout: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'binaries-test-'));
  chmodSync(root, 0o755);
  home = join(root, 'home');
  mkdirSync(home);
  checkout = join(root, 'checkout');
  cpSync(join(findPackage(), '..'), checkout, { recursive: true, verbatimSymlinks: true });
  removeAliases(join(checkout, 'native', 'lib'));
});
afterEach(() => {
  chmodSync(checkout, 0o755);
  chmodSync(join(checkout, 'native', 'lib'), 0o755);
  rmSync(root, { recursive: true, force: true });
});

describe('the PostgreSQL from npm', { timeout: 30_000 }, () => {
  it('restores the library names that npm could not pack', async () => {
    const binaries = await provideBinaries(home, account, join(checkout, 'native'));

    expect(binaries.postgres.startsWith(checkout)).toBe(true);
    expect(versionOf(binaries.postgres)).toContain(`PostgreSQL) ${binaries.majorVersion}.`);
    expect(readdirSync(home)).toEqual([]);
  });

  it('is copied once if PostgreSQL may not enter the checkout, or it is read-only', async () => {
    // Root may write anywhere but uses another account for PostgreSQL; any other user may enter but not write.
    if (account) chmodSync(checkout, 0o700);
    else chmodSync(join(checkout, 'native', 'lib'), 0o555);

    const binaries = await provideBinaries(home, account, join(checkout, 'native'));

    expect(binaries.postgres.startsWith(home)).toBe(true);
    expect(versionOf(binaries.postgres)).toContain('PostgreSQL) 18.');
    const madeAt = lstatSync(binaries.postgres).ctimeMs;
    await provideBinaries(home, account, join(checkout, 'native'));
    expect(lstatSync(binaries.postgres).ctimeMs).toBe(madeAt);
    expect(readdirSync(home)).toHaveLength(1);
  });
});

function versionOf(program: string): string {
  return execFileSync(program, ['--version'], { encoding: 'utf8', cwd: '/', uid: account?.uid, gid: account?.gid });
}

function removeAliases(directory: string): void {
  for (const name of readdirSync(directory)) {
    const path = join(directory, name);
    if (lstatSync(path).isSymbolicLink()) rmSync(path);
  }
}
