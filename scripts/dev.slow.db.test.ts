import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isRunning } from '#db/embedded/processes.ts';
import { newDataDir } from '#db/testing/data-dir.ts';
import { freePort } from '#db/testing/free-port.ts';
import { runPanel } from '#server/testing/panel.ts';

const root = join(import.meta.dirname, '..');

test('npm run dev serves the client in front of a panel that restarts after a change, and leaves nothing behind', {
  timeout: 180_000,
}, async () => {
  const { folder, dev } = await startAnywhere();

  const client = await dev.hasPrinted(CLIENT);
  const first = await dev.hasPrinted(/worker 0 started \(process (\d+)\)/);
  await dev.ready();
  // A busy panel is asked again, as its answer says.
  await vi.waitFor(
    async () => {
      const answer = await fetch(`${client}/trpc/settings.public`);
      expect([answer.status, await answer.json()]).toEqual([200, { result: { data: expect.any(Object) } }]);
    },
    { timeout: 60_000, interval: 200 },
  );
  expect(await (await fetch(client)).text()).toContain('id="root"');

  const changed = join(root, 'server/api/router.ts');
  utimesSync(changed, new Date(), new Date());
  const second = await dev.hasPrinted(new RegExp(`worker 0 started \\(process (?!${first}\\))(\\d+)\\)`));
  await dev.ready();
  expect(isRunning(Number(first))).toBe(false);
  expect((await fetch(`${client}/trpc/settings.public`)).status).toBe(200);

  const processes = [Number(second), postgresIn(folder)];
  // Like Ctrl-C, to every process in the terminal.
  process.kill(-dev.pid, 'SIGINT');
  expect(await dev.ended).toBe(0);
  expect(processes.map(isRunning)).toEqual([false, false]);
  await expect(fetch(client)).rejects.toThrow();
  await expect(fetch(`${dev.url}/readyz`)).rejects.toThrow();
});

test('npm run dev ends all its processes when only it gets a signal', { timeout: 180_000 }, async () => {
  const { folder, dev } = await startAnywhere();
  const client = await dev.hasPrinted(CLIENT);
  const worker = await dev.hasPrinted(/worker 0 started \(process (\d+)\)/);
  await dev.ready();
  const processes = [Number(worker), postgresIn(folder)];
  expect(await dev.stop()).toBe(0);
  expect(processes.map(isRunning)).toEqual([false, false]);
  await expect(fetch(client)).rejects.toThrow();
});

const CLIENT = /Local:\s+(http:\S+)\//;

/** In a folder with only a file `.env`. */
async function startAnywhere() {
  const { dataDir: folder, remove } = newDataDir();
  onTestFinished(remove);
  const port = await freePort();
  writeFileSync(join(folder, '.env'), `PORT=${port}\nDATA_DIR=data\nLOG_LEVEL=info\n`);
  const dev = runPanel({
    program: join(root, 'scripts/dev.ts'),
    cwd: folder,
    env: { NODE_ENV: 'development', NO_COLOR: '1', PORT: undefined, DATA_DIR: undefined, DATABASE_URL: undefined },
    url: `http://localhost:${port}`,
    detached: true,
  });
  onTestFinished(async () => void (await dev.stop()), 60_000);
  return { folder, dev };
}

/** The process id of the running database's postmaster. */
function postgresIn(folder: string): number {
  const pid = Number(readFileSync(join(folder, 'data/postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]);
  expect(isRunning(pid)).toBe(true);
  return pid;
}
