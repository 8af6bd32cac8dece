import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { watchStalled } from './stalled-connections.ts';

/** More checks than any limit. */
const MANY_LOOKS = 10;
/** More than the kernel buffers for a client that does not read. */
const LARGE = Buffer.alloc(64 * 1024 * 1024, 'x');

let server: Server;
let client: Socket;

afterEach(async () => {
  client?.destroy();
  await new Promise((resolve) => server.close(resolve));
});

/** The server's end of a connection whose other end reads only on demand. */
async function openPair(): Promise<Socket> {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => {});
  const [socket] = await accepted;
  socket.on('error', () => {});
  return socket;
}

const tick = () => new Promise(setImmediate);

test('a connection that reads nothing of pending data is closed', async () => {
  const socket = await openPair();
  const look = watchStalled();
  socket.write(LARGE);
  let closed = 0;
  while (closed === 0) {
    await tick();
    closed = look([socket]);
  }
  expect(socket.destroyed).toBe(true);
});

test('so is one to which more is written all the time, in any script', async () => {
  const socket = await openPair();
  const look = watchStalled();
  socket.write(LARGE);
  let closed = 0;
  while (closed === 0) {
    await tick();
    socket.write('আপনার ব্যালেন্স');
    closed = look([socket]);
  }
  expect(socket.destroyed).toBe(true);
});

test('a slow reader is not, although one large write is always pending', async () => {
  const socket = await openPair();
  const look = watchStalled();
  socket.write(LARGE);
  for (let count = 0; count < MANY_LOOKS; count++) {
    await readUntilSomethingGoes(socket);
    expect(look([socket])).toBe(0);
    expect(socket.writableLength).toBeGreaterThan(0);
  }
});

test('a quiet stream is not, because nothing is pending', async () => {
  const socket = await openPair();
  const look = watchStalled();
  socket.write('event: balance\n\n');
  while (socket.writableLength > 0) await tick();
  for (let count = 0; count < MANY_LOOKS; count++) expect(look([socket])).toBe(0);
  expect(socket.destroyed).toBe(false);
});

/** The client reads until the server's kernel could accept more. */
async function readUntilSomethingGoes(socket: Socket): Promise<void> {
  const left = waitingOf(socket);
  while (waitingOf(socket) === left) {
    client.read();
    await tick();
  }
}

function waitingOf(socket: Socket): number {
  const { _handle: handle } = socket as Socket & { _handle?: { writeQueueSize: number } };
  return handle?.writeQueueSize ?? 0;
}
