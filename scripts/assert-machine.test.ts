import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const WINDOWS =
  'The panel does not run on Windows itself: use WSL2 (wsl --install) or Docker (docker compose up --build).';

/**
 * Whether commands find the Node among the packages. npm 10 removes its link together with the package for the other processor type,
 * which has a program with the same name, so the link is created again.
 */
function runOn(changes: { platform?: string; node?: string }, folder = root) {
  const facts = {
    platform: changes.platform ?? 'linux',
    versions: { ...process.versions, node: changes.node ?? '24.0.0' },
  };
  const disguise = `for (const [name, value] of Object.entries(${JSON.stringify(facts)})) Object.defineProperty(process, name, { value });`;
  const args = ['--import', `data:text/javascript,${encodeURIComponent(disguise)}`, 'patches/assert-machine.js'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  return { status, said: (stdout + stderr).trim() };
}

test.each([{}, { platform: 'darwin' }, { node: '26.1.0' }])('a suitable machine causes no message: %o', (machine) => {
  expect(runOn(machine)).toEqual({ status: 0, said: '' });
});

test.each(['22.19.0', '20.20.2'])('Windows is refused in one sentence, with any Node version: %s', (node) => {
  expect(runOn({ platform: 'win32', node })).toEqual({ status: 1, said: WINDOWS });
});

test('the README has the same sentence for Windows', () => {
  expect(read('README.md').replaceAll(/\s+/g, ' ').replaceAll('`', '')).toContain(WINDOWS);
});

test('an older Node is refused, with the required version', () => {
  const { status, said } = runOn({ platform: 'darwin', node: '20.20.2' });
  expect({ status, said }).toEqual({
    status: 1,
    said: 'The panel runs on Node 24 or later, and this is Node 20.20.2: install a newer one from https://nodejs.org.',
  });
});

test('an older Node is sufficient if a newer one is among the packages, also if npm 10 has lost the link to it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'machine-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const part of ['patches', 'node_modules/.bin', `node_modules/node-linux-${process.arch}/bin`])
    mkdirSync(join(folder, part), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  copyFileSync(join(root, 'patches/assert-machine.js'), join(folder, 'patches/assert-machine.js'));
  const old = () => runOn({ node: '20.20.2' }, folder);
  expect(old().status).toBe(1);

  const brought = join(folder, `node_modules/node-linux-${process.arch}/bin/node`);
  writeFileSync(brought, '');
  for (const nth of ['first', 'second']) expect(old(), nth).toEqual({ status: 0, said: '' });
  expect(realpathSync(join(folder, 'node_modules/.bin/node'))).toBe(realpathSync(brought));
});

test('it runs after the installation and before a start, also in a Windows shell', () => {
  const asked = 'node patches/assert-machine.js';
  expect(scripts.postinstall?.startsWith(`${asked} && `)).toBe(true);
  expect([scripts.prestart, scripts.predev]).toEqual([asked, asked]);
});
