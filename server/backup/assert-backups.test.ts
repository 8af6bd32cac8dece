import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { assertBackupsPossible } from './assert-backups.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reseller-panel-assert-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

const check = (to: string, backupKeyFile?: string) =>
  assertBackupsPossible({ backup: { to, everyMs: 1, keep: 48 }, backupKeyFile });

test('a folder that can be written to is made, and left as it was', async () => {
  const to = join(folder, 'new', 'entries');
  await check(to);
  expect(readdirSync(to)).toEqual([]);
  await assertBackupsPossible({ backup: undefined, backupKeyFile: '/nowhere' });
});

test('a folder that can not be written to is refused with what to do', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  await expect(check(file)).rejects.toThrow(
    /can't write to .*file, the folder of BACKUP_TO \(EEXIST\)\. .*chown .* ReadWritePaths, a container as a mount/,
  );
  // The kernel's own file system has no folders of ours, also for root.
  await expect(check('/sys/entries')).rejects.toThrow(/can't write to \/sys\/entries/);
  expect(existsSync('/sys/entries')).toBe(false);
});

test('a key that can not be read is refused', async () => {
  await expect(check(folder, join(folder, 'no-key'))).rejects.toThrow(/BACKUP_KEY_FILE can't be read \(ENOENT\)/);
  const key = join(folder, 'key');
  writeFileSync(key, 'a key of more than sixteen bytes');
  await check(folder, key);
  if (process.getuid?.() === 0) return;
  chmodSync(key, 0);
  await expect(check(folder, key)).rejects.toThrow(/BACKUP_KEY_FILE can't be read \(EACCES\)/);
});
