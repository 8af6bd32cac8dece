import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { readMoment, secondsOfTree } from './processor-time.ts';

const WORK = 'const until = process.cpuUsage().user + 300_000; while (process.cpuUsage().user < until);';

test('what a child worked counts for its parent, while it runs and when it has ended', async () => {
  const before = secondsOfTree(readMoment(), process.pid);
  const child = spawn(process.execPath, ['-e', `${WORK} console.log('worked'); setInterval(() => {}, 1000)`]);
  await once(child.stdout, 'data');
  const running = secondsOfTree(readMoment(), process.pid);
  expect(running - before).toBeGreaterThanOrEqual(0.25);
  expect(secondsOfTree(readMoment(), child.pid ?? 0)).toBeGreaterThanOrEqual(0.25);

  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  expect(secondsOfTree(readMoment(), process.pid)).toBeGreaterThanOrEqual(running);
});

test('all cores together were busy for at least as long as any process', () => {
  const before = readMoment();
  spawnSync(process.execPath, ['-e', WORK]);
  expect(readMoment().busySeconds - before.busySeconds).toBeGreaterThanOrEqual(0.25);
});
