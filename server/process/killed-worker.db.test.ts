import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { it, onTestFinished } from 'vitest';
import { launchServer } from '../testing/panel.ts';

const PATIENCE_MS = 60_000;

it('nobody whose connection was on its way to a worker that was killed waits for ever', {
  timeout: 2 * PATIENCE_MS,
}, async () => {
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
