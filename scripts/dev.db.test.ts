import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { isRunning } from '../db/embedded/processes.ts';
import { freePort } from '../db/testing/free-port.ts';

const root = join(import.meta.dirname, '..');
const PATIENCE = { timeout: 60_000, interval: 50 };

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

test('npm run dev serves the client before a panel that starts anew with a change, and leaves nothing behind', {
  timeout: 180_000,
}, async () => {
  const { port, folder, dev } = await startAnywhere();

  const client = await seen(dev, /Local:\s+(http:\S+)\//);
  const first = await seen(dev, /worker 0 started \(process (\d+)\)/);
  const isUp = async () => (await fetch(`http://localhost:${port}/readyz`).catch(() => null))?.ok === true;
  await vi.waitUntil(isUp, PATIENCE);
  const answer = await fetch(`${client}/trpc/settings.public`);
  expect([answer.status, await answer.json()]).toEqual([200, { result: { data: expect.any(Object) } }]);
  expect(await (await fetch(client)).text()).toContain('id="root"');

  const changed = join(root, 'server/router.ts');
  utimesSync(changed, new Date(), new Date());
  const second = await seen(dev, new RegExp(`worker 0 started \\(process (?!${first}\\))(\\d+)\\)`));
  await vi.waitUntil(isUp, PATIENCE);
  expect(isRunning(Number(first))).toBe(false);
  expect((await fetch(`${client}/trpc/settings.public`)).status).toBe(200);

  const ended = once(dev.child, 'exit');
  const processes = [Number(second), postgresIn(folder)];
  // As Ctrl-C does, to every process in the terminal.
  process.kill(-(dev.child.pid ?? 0), 'SIGINT');
  expect(await ended).toEqual([0, null]);
  expect(processes.map(isRunning)).toEqual([false, false]);
  await expect(fetch(client)).rejects.toThrow();
  expect(await isUp()).toBe(false);
});

test('npm run dev ends all that it has started where it alone is told to stop', { timeout: 180_000 }, async () => {
  const { folder, dev } = await startAnywhere();
  const client = await seen(dev, /Local:\s+(http:\S+)\//);
  const worker = await seen(dev, /worker 0 started \(process (\d+)\)/);
  await seen(dev, /PostgreSQL started \(process (\d+)\)/);
  const processes = [Number(worker), postgresIn(folder)];
  const ended = once(dev.child, 'exit');
  dev.child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(processes.map(isRunning)).toEqual([false, false]);
  await expect(fetch(client)).rejects.toThrow();
});

/** In a folder with nothing but a file `.env`. */
async function startAnywhere() {
  const folder = mkdtempSync(join(tmpdir(), 'panel-dev-'));
  // Started by root, PostgreSQL runs as another user, who has to get in.
  chmodSync(folder, 0o755);
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
  const port = await freePort();
  writeFileSync(join(folder, '.env'), `PORT=${port}\nDATA_DIR=data\nLOG_LEVEL=info\n`);
  return { folder, port, dev: startDev(folder) };
}

/** The number of the running database's first process. */
function postgresIn(folder: string): number {
  const pid = Number(readFileSync(join(folder, 'data/postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]);
  expect(isRunning(pid)).toBe(true);
  return pid;
}

function startDev(folder: string): { child: ChildProcess; output: () => string } {
  const { PORT: _, DATA_DIR: __, DATABASE_URL: ___, ...rest } = process.env;
  const child = spawn(process.execPath, [join(root, 'scripts/dev.ts')], {
    cwd: folder,
    env: { ...rest, NODE_ENV: 'development', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  cleanUps.push(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  });
  return { child, output: () => printed };
}

/** What the pattern's group matches, once it is printed. */
function seen({ child, output }: ReturnType<typeof startDev>, pattern: RegExp): Promise<string> {
  return vi.waitFor(() => {
    const [, found] = pattern.exec(output()) ?? [];
    if (found) return found;
    throw new Error(`${pattern} is not in (exit code ${child.exitCode}):\n${output()}`);
  }, PATIENCE);
}
