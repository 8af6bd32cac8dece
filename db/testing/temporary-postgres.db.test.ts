import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { isRunning, waitForEnd } from '../embedded/processes.ts';

const RUNNER = `
import { startTemporaryPostgres } from ${JSON.stringify(new URL('./temporary-postgres.ts', import.meta.url).href)};
const { adminUrl, serverPid, stop } = await startTemporaryPostgres();
console.log(JSON.stringify({ adminUrl, serverPid }));
process.once('SIGTERM', () => void stop().then(() => process.exit(0)));
setInterval(() => undefined, 1000);
`;

it.each(['SIGTERM', 'SIGKILL'] as const)(
  'leaves neither process nor directory when the test runner ends by %s',
  async (signalName) => {
    const runner = spawn(process.execPath, ['--input-type=module-typescript', '--eval', RUNNER], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const line = await new Promise<string>((resolve) =>
      createInterface({ input: runner.stdout }).once('line', resolve),
    );
    const { adminUrl, serverPid }: { adminUrl: string; serverPid: number } = JSON.parse(line);
    const directory = dirname(new URL(adminUrl).searchParams.get('host') ?? '');
    expect([isRunning(serverPid), existsSync(directory)]).toEqual([true, true]);

    runner.kill(signalName);

    expect(await waitForEnd(serverPid, 30_000)).toBe(true);
    for (let waits = 0; existsSync(directory) && waits < 200; waits++) await sleep(50);
    expect(existsSync(directory)).toBe(false);
  },
  30_000,
);
