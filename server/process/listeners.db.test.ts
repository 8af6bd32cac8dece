import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { launchServer } from '../testing/panel.ts';

const PATIENCE_MS = 60_000;
/** Node's own backlog is 511. */
const CLIENTS = 700;
/** Linux's limit, even if a program requests more. */
const MOST = Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'));

it.skipIf(MOST < CLIENTS)(
  'a burst of clients is accepted while the event loop is late',
  { timeout: 2 * PATIENCE_MS },
  async () => {
    const panel = await launchServer({});
    onTestFinished(panel.kill, PATIENCE_MS);
    await panel.ready();
    const worker = panel.workerPid();
    // One handle accepts one connection per turn of the event loop.
    await vi.waitFor(() => expect(handlesOn(panel.url, worker)).toBe(64), PATIENCE_MS);
    process.kill(worker, 'SIGSTOP');
    const sockets = Array.from({ length: CLIENTS }, () => connect(Number(new URL(panel.url).port), '127.0.0.1'));
    onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
    // A client without a place in the backlog retries after a second; nothing is accepted meanwhile.
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    process.kill(worker, 'SIGCONT');
    const answers = sockets.map(async (socket) => {
      socket.write('GET /livez HTTP/1.1\r\nhost: panel\r\nconnection: close\r\n\r\n');
      const [answer] = (await once(socket, 'data')) as [Buffer];
      return answer.toString('latin1', 0, 'HTTP/1.1 200'.length);
    });
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['HTTP/1.1 200']));
  },
);

it('a connection under way to a killed worker is closed', { timeout: 2 * PATIENCE_MS }, async () => {
  const panel = await launchServer({});
  onTestFinished(panel.kill, PATIENCE_MS);
  await panel.ready();
  const worker = panel.workerPid();
  process.kill(worker, 'SIGSTOP');
  const sockets = await Promise.all(Array.from({ length: 8 }, () => ask(panel.url)));
  const ends = sockets.map((socket) => new Promise((resolve) => socket.on('close', resolve)));
  process.kill(worker, 'SIGKILL');
  await Promise.all(ends);
  await panel.ready();
});

/** Resolves when it is connected and has sent a request. */
async function ask(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  socket.resume().write('GET /livez HTTP/1.1\r\nhost: panel\r\nconnection: close\r\n\r\n');
  return socket;
}

/** How many file descriptors of a process are the socket listening on the port; see proc_net(5). */
function handlesOn(url: string, pid: number): number {
  const end = `:${Number(new URL(url).port).toString(16).toUpperCase().padStart(4, '0')}`;
  const rows = ['tcp', 'tcp6'].flatMap((name) => readFileSync(`/proc/net/${name}`, 'utf8').split('\n'));
  const listening = rows
    .map((row) => row.trim().split(/\s+/))
    .filter(([, local, , state]) => local?.endsWith(end) && state === '0A');
  const sockets = new Set(listening.map((row) => `socket:[${row[9]}]`));
  const counts = new Map<string, number>();
  for (const name of readdirSync(`/proc/${pid}/fd`)) {
    try {
      const file = readlinkSync(`/proc/${pid}/fd/${name}`);
      if (sockets.has(file)) counts.set(file, (counts.get(file) ?? 0) + 1);
    } catch {
      // It was closed in the meantime.
    }
  }
  return Math.max(0, ...counts.values());
}
