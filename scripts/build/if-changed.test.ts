import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildIfChanged } from './if-changed.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'build-'));
  mkdirSync(join(folder, 'src/deep'), { recursive: true });
  write('src/a.ts', 'a');
  write('src/a.test.ts', 'a test');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
const build = vi.fn<() => Promise<void>>(async () => write('product', 'built'));

/** How often it was built since the last call. */
async function builds(): Promise<number> {
  build.mockClear();
  const [file, stamp] = [join(folder, 'product'), join(folder, 'stamp')];
  await buildIfChanged({ folder, file, stamp, sources: ['src/**/*.ts'], apart: ['**/*.test.ts'], build });
  return build.mock.calls.length;
}

test('is built once, and again after any change of its sources', async () => {
  expect([await builds(), await builds()]).toEqual([1, 0]);
  write('src/a.ts', 'b');
  expect([await builds(), await builds()]).toEqual([1, 0]);
  write('src/deep/new.ts', '');
  expect([await builds(), await builds()]).toEqual([1, 0]);
  rmSync(join(folder, 'src/deep/new.ts'));
  expect([await builds(), await builds()]).toEqual([1, 0]);
  rmSync(join(folder, 'product'));
  expect([await builds(), await builds()]).toEqual([1, 0]);
});

test('nothing else causes a build', async () => {
  await builds();
  write('src/a.test.ts', 'another test');
  write('elsewhere.ts', '');
  expect(await builds()).toBe(0);
});

test('a failed build is retried', async () => {
  build.mockRejectedValueOnce(new Error('no'));
  await expect(builds()).rejects.toThrow('no');
  expect(await builds()).toBe(1);
});
