import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { closeInOrder } from './closing.ts';
import { limitConnections } from './connections.ts';

const LIMITS = { maxConnections: 100, maxConnectionsPerAddress: 100, trustProxy: [] };

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** A server with one route whose response the test triggers; `/trpc/now` and `/now` respond at once. */
async function startServer({ drainMs = 0, limitMs = 30_000, host = '127.0.0.1' } = {}) {
  const connections = limitConnections(LIMITS, { headers: {} });
  const app = Fastify({ return503OnClosing: false, serverFactory: (handler) => connections.createServer(handler) });
  const closing = closeInOrder(app, { connections, drainMs, limitMs });
  let finish = () => {};
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const arrivals: (() => void)[] = [];
  const slow = async () => {
    arrivals.shift()?.();
    await finished;
    return { done: true };
  };
  for (const path of ['/slow', '/trpc/slow']) app.get(path, slow);
  app.get('/now', async () => ({ now: true }));
  app.post('/upload', async () => ({ uploaded: true }));
  await app.listen({ host, port: 0 });
  const arrival = () => new Promise<void>((resolve) => arrivals.push(resolve));
  return { app, closing, finish, arrival };
}

function addressesOf(app: FastifyInstance) {
  return app.addresses().filter((address) => typeof address !== 'string');
}

function open(app: FastifyInstance, host = '127.0.0.1') {
  const socket = connect({ host, port: addressesOf(app)[0]?.port ?? 0 });
  sockets.push(socket);
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
  socket.on('error', () => {});
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(received)));
  const get = (path: string) => socket.write(`GET ${path} HTTP/1.1\r\nHost: panel.test\r\n\r\n`);
  const answered = async () => {
    while (!received.includes('\r\n\r\n')) await once(socket, 'data');
    return received;
  };
  return { socket, get, closed, answered, connected: once(socket, 'connect') };
}

it('finishes requests in flight with `connection: close`, and stops', async () => {
  const { app, closing, finish, arrival } = await startServer();
  const arrived = arrival();
  const client = open(app);
  client.get('/slow');
  await arrived;
  const stopped = app.close();
  while (!closing.hasBegun()) await new Promise(setImmediate);
  finish();
  await stopped;
  const answer = await client.closed;
  expect(answer).toMatch(/^HTTP\/1.1 200/);
  expect(answer).toMatch(/connection: close/i);
  expect(answer).toContain('{"done":true}');
});

it('is not delayed by connections without a request, nor by idle ones', async () => {
  // A limit longer than any test: reaching it is a failure.
  const { app } = await startServer({ limitMs: 600_000, host: 'localhost' });
  const [spare, used] = [open(app, 'localhost'), open(app, 'localhost')];
  used.get('/now');
  await Promise.all([spare.connected, used.answered()]);
  await app.close();
  expect(await spare.closed).toBe('');
  expect(await used.closed).toMatch(/^HTTP\/1.1 200/);
});

it('waits for requests at the other address of localhost', async () => {
  const { app, finish, arrival } = await startServer({ host: 'localhost' });
  const clients = addressesOf(app).map(({ address }) => open(app, address));
  const arrived = clients.map(() => arrival());
  for (const client of clients) client.get('/slow');
  await Promise.all(arrived);
  const stopped = app.close();
  finish();
  await stopped;
  for (const client of clients) expect(await client.closed).toContain('{"done":true}');
});

it('accepts and answers requests while it drains', async () => {
  const { app, closing } = await startServer({ drainMs: 3_000 });
  const early = open(app);
  await early.connected;
  const stopped = app.close();
  while (!closing.hasBegun()) await new Promise(setImmediate);
  const late = open(app);
  for (const client of [early, late]) {
    client.get('/now');
    const answer = await client.closed;
    expect(answer).toMatch(/^HTTP\/1.1 200/);
    expect(answer).toMatch(/connection: close/i);
  }
  await stopped;
});

it.each([
  ['/slow', '"success":false'],
  ['/trpc/slow', '"domainCode":"busy"'],
])('answers %s as busy if it takes longer than the limit', async (path, shape) => {
  const { app, finish, arrival } = await startServer({ limitMs: 0 });
  const arrived = arrival();
  const client = open(app);
  client.get(path);
  await arrived;
  await app.close();
  finish();
  const answer = await client.closed;
  expect(answer).toMatch(/^HTTP\/1.1 503/);
  expect(answer).toMatch(/retry-after: 1/i);
  expect(answer).toContain(shape);
});

it('answers an endless body as busy, and closes invalid requests', async () => {
  const { app } = await startServer({ limitMs: 300 });
  const accepted: Socket[] = [];
  app.server.on('connection', (socket: Socket) => accepted.push(socket));
  const [slowBody, slowHead] = [open(app), open(app)];
  const head = 'POST /upload HTTP/1.1\r\nHost: panel.test\r\nContent-Type: application/json\r\n';
  slowBody.socket.write(`${head}Content-Length: 1000\r\n\r\n{"begun":`);
  slowHead.socket.write('GET /now HTTP/1.1\r\nHo');
  while (accepted.filter(({ bytesRead }) => bytesRead > 0).length < 2) await new Promise(setImmediate);
  await app.close();
  expect(await slowBody.closed).toMatch(/^HTTP\/1.1 503/);
  expect(await slowHead.closed).toBe('');
});
