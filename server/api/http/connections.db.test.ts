import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { pino } from 'pino';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp, type TestAppOptions } from '../../testing/app.ts';
import { limitConnections } from './connections.ts';

/** Large enough, over several requests, to fill the kernel's buffers for a client. */
const LARGE = '/api/docs/swagger-ui-bundle.js';
const lines: string[] = [];
const clients: Socket[] = [];
let app: TestApp;

afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await app?.close();
});

async function start(env: Record<string, string>, options: TestAppOptions['app'] = {}) {
  lines.length = 0;
  const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  app = await startTestApp({ env, app: { logger, ...options } });
}

/** A client that sends nothing until the test does. */
function open({ localAddress = '127.0.0.1' } = {}) {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(app.url).port), localAddress });
  clients.push(socket);
  let received = '';
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(received)));
  socket.on('error', () => {});
  return {
    socket,
    closed,
    ask: (path: string, times = 1) => socket.write(`GET ${path} HTTP/1.1\r\nHost: panel.test\r\n\r\n`.repeat(times)),
    /** The received text, once it contains `text`. */
    async until(text: string) {
      for await (const part of socket.iterator({ destroyOnReturn: false })) {
        received += String(part);
        if (received.includes(text)) break;
      }
      return received;
    },
    /** From here on, data and the end are read. */
    readOn: () => socket.on('data', (part: Buffer) => (received += part.toString('latin1'))).resume(),
  };
}

/** Opens a connection that is served and stays open. */
async function openServed(options?: { localAddress?: string }) {
  const client = open(options);
  client.ask('/livez');
  expect(await client.until('"ok":true}')).toMatch(/^HTTP\/1.1 200/);
  return client;
}

async function answerTo(path: string, options?: { localAddress?: string }) {
  const client = open(options);
  client.readOn();
  client.ask(path);
  const [head = '', body = ''] = (await client.closed).split('\r\n\r\n');
  return { head, body: JSON.parse(body) as unknown };
}

/** A connection whose request is in flight as long as it is open: its body is incomplete. */
async function openBusy(options?: { localAddress?: string }) {
  const client = await openServed(options);
  client.socket.write(
    'POST /trpc/auth.login HTTP/1.1\r\nHost: panel.test\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n',
  );
  return client;
}

/** Tries new connections until one is served, which stays open. */
async function untilServed(options?: { localAddress?: string }) {
  for (;;) {
    const client = open(options);
    client.ask('/livez');
    if ((await client.until('}')).startsWith('HTTP/1.1 200')) return client;
    client.socket.destroy();
  }
}

const isOpen = async ({ closed }: ReturnType<typeof open>) =>
  Promise.race([closed.then(() => false), new Promise<boolean>((resolve) => setImmediate(() => resolve(true)))]);

describe('above the total limit', () => {
  test('a connection is refused while all others are in use, until one of them is closed', async () => {
    await start({ MAX_CONNECTIONS: '2' });
    const first = await openBusy();
    await openBusy();
    const { head, body } = await answerTo('/api/v1/service/getAll');
    expect(head).toMatch(/^HTTP\/1.1 503 /);
    expect(head).toMatch(/retry-after: \d+/i);
    expect(head).toMatch(/connection: close/i);
    expect(head).toMatch(/x-content-type-options: nosniff/i);
    expect(head).toMatch(/x-request-id: [0-9a-f-]{36}/i);
    const message = 'There are too many connections right now. Please try again in a moment.';
    expect(body).toEqual({ success: false, message, error: message });

    first.socket.destroy();
    await first.closed;
    await untilServed();
  });

  test('a procedure is refused in the format of procedures', async () => {
    await start({ MAX_CONNECTIONS: '1' });
    await openBusy();
    const { body } = await answerTo('/trpc/services.list');
    expect(body).toMatchObject({ error: { data: { httpStatus: 503, domainCode: 'busy' } } });
  });

  test('a silent client gets a response as well, and is closed', async () => {
    await start({ MAX_CONNECTIONS: '1' });
    await openBusy();
    const silent = open();
    silent.readOn();
    expect(await silent.closed).toMatch(/^HTTP\/1.1 503 /);
  });
});

test.each([
  ['never closes', ''],
  ['goes on writing', 'x'.repeat(100)],
])('a client that asks for a tunnel and %s is answered and let go', async (_, more) => {
  const connections = limitConnections(
    { maxConnections: 9, maxConnectionsPerAddress: 9, trustProxy: [] },
    { headers: {} },
  );
  const server = connections.createServer(() => {}).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect({ port: (server.address() as { port: number }).port, host: '127.0.0.1', allowHalfOpen: true });
  clients.push(client.on('error', () => {}));
  client.write('CONNECT other.example:443 HTTP/1.1\r\nHost: other.example:443\r\n\r\n');
  const [answer] = (await once(client, 'data')) as [Buffer];
  expect(String(answer)).toMatch(/^HTTP\/1.1 405 .*no proxy/s);
  client.write(more);
  await vi.waitFor(() => expect(connections.figures().open).toBe(0));
  connections.stop();
  server.close();
});

describe('few addresses that hold all connections with few requests', () => {
  test('lock nobody out: the longest idle connection of the address with most is closed', async () => {
    await start({ MAX_CONNECTIONS: '5' }, { connectionsCheckEveryMs: 20 });
    const other = await openServed({ localAddress: '127.0.0.3' });
    const busy = await openBusy();
    const longest = await openServed();
    const later = await openServed();
    const latest = await openServed();
    for (const client of [busy, longest, later, latest, other]) client.readOn();
    await untilServed({ localAddress: '127.0.0.2' });

    await longest.closed;
    expect(await Promise.all([busy, later, latest, other].map(isOpen))).toEqual([true, true, true, true]);
    later.ask('/livez');
    await untilServed({ localAddress: '127.0.0.4' });
    await latest.closed;
    expect(await Promise.all([busy, later, other].map(isOpen))).toEqual([true, true, true]);
    await vi.waitFor(() => expect(lines.join('')).toContain('closed idle connections to make room'), 20_000);
  });

  test('an event stream and a waiting request are never closed for another one', async () => {
    await start({ MAX_CONNECTIONS: '2' });
    const { accessToken } = await app.registerUser();
    const stream = await untilServed();
    stream.socket.write(
      `GET /trpc/live.changes HTTP/1.1\r\nHost: panel.test\r\nAuthorization: Bearer ${accessToken}\r\n\r\n`,
    );
    await stream.until('event: connected');
    await untilServed({ localAddress: '127.0.0.2' });
    // Each replaces the one before; the stream has been quiet for longer.
    await untilServed({ localAddress: '127.0.0.3' });
    await untilServed({ localAddress: '127.0.0.4' });
    expect(await isOpen(stream)).toBe(true);
  });

  test('one that has begun to send a request is closed after one that has not', async () => {
    await start({ MAX_CONNECTIONS: '2' });
    const begun = await openServed();
    begun.socket.write('GET /livez HTTP/1.1\r\nHost:');
    const quiet = await openServed();
    quiet.readOn();
    await untilServed({ localAddress: '127.0.0.2' });
    await quiet.closed;
    begun.socket.write(' panel.test\r\n\r\n');
    expect(await begun.until('"ok":true}HTTP/1.1 200')).toBeDefined();
  });
});

describe('above the limit of an address', () => {
  test('that address is refused, and others are served', async () => {
    await start({ MAX_CONNECTIONS_PER_ADDRESS: '2' });
    await openServed();
    await openServed();
    const { head, body } = await answerTo('/livez');
    expect(head).toMatch(/^HTTP\/1.1 503 /);
    expect(body).toMatchObject({ message: expect.stringContaining('from your network') });
    await openServed({ localAddress: '127.0.0.2' });
  });

  test('a proxy is still served, because all clients connect through it', async () => {
    await start({ MAX_CONNECTIONS_PER_ADDRESS: '1', TRUST_PROXY: '127.0.0.2/32' });
    for (let count = 0; count < 3; count++) await openServed({ localAddress: '127.0.0.2' });
    await openServed();
    expect((await answerTo('/livez')).head).toMatch(/^HTTP\/1.1 503 /);
  });
});

test('a client that never reads its response is closed, and a silent one is not', async () => {
  await start({}, { connectionsCheckEveryMs: 20 });
  const quiet = await openServed();
  const client = open();
  client.socket.pause();
  client.ask(LARGE, 30);
  // A socket that never reads does not see the end either.
  await vi.waitFor(() => expect(lines.join('')).toContain('closed connections that read nothing'), 20_000);
  quiet.ask('/livez');
  expect(await quiet.until('"ok":true}HTTP/1.1 200')).toBeDefined();
});

test('thousands of pipelined requests on one connection are not all handled', async () => {
  await start({});
  const client = open();
  client.readOn();
  client.ask('/api/v1/service/getAll', 1500);
  const answers = (await client.closed).match(/HTTP\/1.1 \d+/g) ?? [];
  expect(answers.filter((answer) => answer.endsWith('200')).length).toBeLessThanOrEqual(32);
  expect(answers.at(-1)).toBe('HTTP/1.1 503');
  expect(await fetch(`${app.url}/livez`).then(({ status }) => status)).toBe(200);
});
