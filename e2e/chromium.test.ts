import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packagedChromium } from './chromium.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'no-browser-yet-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the browser of the package, also on a machine that has its own. */
const RUN = `
  const { ${packagedChromium.name}: unpack } = await import('./chromium.ts');
  const executablePath = await unpack();
  const { execFileSync } = await import('node:child_process');
  console.log(execFileSync(executablePath, ['--version'], { encoding: 'utf8' }));`;

test('a process that needs the browser while another one unpacks it gets a complete one', async () => {
  const run = () =>
    promisify(execFile)(process.execPath, ['--input-type=module', '--eval', RUN], {
      cwd: import.meta.dirname,
      env: { ...process.env, TMPDIR: folder },
    });
  const first = run();
  await expect.poll(() => readdirSync(folder)).not.toEqual([]);
  const printed = await Promise.all([first, run()]);
  for (const { stdout } of printed) expect(stdout).toMatch(/\d+\.\d+\.\d+/);
  expect(readdirSync(folder).filter((name) => name.startsWith('chromium-'))).toEqual([]);
});
