import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { childrenOf, commandOf, listenersOn, pidsBelow, readMoment, secondsOfTree } from './processes.ts';

const WORK = 'const used = () => process.cpuUsage().user + process.cpuUsage().system; while (used() < 400_000);';

test("a child's processor time counts for its parent, while it runs and when it has ended", async () => {
  const before = secondsOfTree(readMoment(), process.pid);
  const child = spawn(process.execPath, ['-e', `${WORK} console.log('worked'); setInterval(() => {}, 1000)`]);
  const pid = child.pid ?? 0;
  await once(child.stdout, 'data');
  const running = secondsOfTree(readMoment(), process.pid);
  expect(running - before).toBeGreaterThanOrEqual(0.25);
  expect(secondsOfTree(readMoment(), pid)).toBeGreaterThanOrEqual(0.25);
  expect(pidsBelow(process.pid)).toContain(pid);
  expect(childrenOf(process.pid)).toContain(pid);
  expect(commandOf(pid)).toContain(process.execPath);

  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  expect(secondsOfTree(readMoment(), process.pid)).toBeGreaterThanOrEqual(running);
  expect(childrenOf(process.pid)).not.toContain(pid);
  expect(commandOf(pid)).toBe('');
});

test('all cores together were busy for at least as long as any process', () => {
  const before = readMoment();
  spawnSync(process.execPath, ['-e', WORK]);
  expect(readMoment().busySeconds - before.busySeconds).toBeGreaterThanOrEqual(0.25);
});

test('a process is found by the port it listens on, until it closes it', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  expect(listenersOn(port, [process.pid, process.ppid])).toEqual([process.pid]);
  server.close();
  await once(server, 'close');
  expect(listenersOn(port, [process.pid])).toEqual([]);
});
