import { connect, type Socket } from 'node:net';
import { pino } from 'pino';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp, type TestAppOptions } from '../testing/app.ts';

/** Large enough to fill what the kernel keeps for a client, asked for often enough. */
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

/** A client that says nothing until it is told to. */
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
    /** What came, once there is all of `text` in it. */
    async until(text: string) {
      for await (const part of socket.iterator({ destroyOnReturn: false })) {
        received += String(part);
        if (received.includes(text)) break;
      }
      return received;
    },
    readOn: () => socket.on('data', (part: Buffer) => (received += part.toString('latin1'))),
  };
}

/** Open and served; goes on being open. */
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

describe('beyond the limit in all', () => {
  test('a connection is refused with an answer that says when to come back, until another one is closed', async () => {
    await start({ MAX_CONNECTIONS: '2' });
    const first = await openServed();
    await openServed();
    const { head, body } = await answerTo('/api/v1/service/getAll');
    expect(head).toMatch(/^HTTP\/1.1 503 /);
    expect(head).toMatch(/retry-after: \d+/i);
    expect(head).toMatch(/connection: close/i);
    expect(head).toMatch(/x-request-id: [0-9a-f-]{36}/i);
    const message = 'There are too many connections right now. Please try again in a moment.';
    expect(body).toEqual({ success: false, message, error: message });

    first.socket.destroy();
    await first.closed;
    // The server hears of it a moment later.
    for (;;) {
      const client = open();
      client.ask('/livez');
      if ((await client.until('}')).startsWith('HTTP/1.1 200')) break;
    }
  });

  test('a procedure is refused in the shape of procedures', async () => {
    await start({ MAX_CONNECTIONS: '1' });
    await openServed();
    const { body } = await answerTo('/trpc/services.list');
    expect(body).toMatchObject({ error: { data: { httpStatus: 503, domainCode: 'busy' } } });
  });

  test('whoever asks nothing is told as well, and gone', async () => {
    await start({ MAX_CONNECTIONS: '1' });
    await openServed();
    const silent = open();
    silent.readOn();
    expect(await silent.closed).toMatch(/^HTTP\/1.1 503 /);
  });
});

describe('beyond the limit of an address', () => {
  test('that address is refused, and others are served', async () => {
    await start({ MAX_CONNECTIONS_PER_ADDRESS: '2' });
    await openServed();
    await openServed();
    const { head, body } = await answerTo('/livez');
    expect(head).toMatch(/^HTTP\/1.1 503 /);
    expect(body).toMatchObject({ message: expect.stringContaining('from your network') });
    await openServed({ localAddress: '127.0.0.2' });
  });

  test('a proxy is served on, as everybody comes through it', async () => {
    await start({ MAX_CONNECTIONS_PER_ADDRESS: '1', TRUST_PROXY: '127.0.0.2/32' });
    for (let count = 0; count < 3; count++) await openServed({ localAddress: '127.0.0.2' });
    await openServed();
    expect((await answerTo('/livez')).head).toMatch(/^HTTP\/1.1 503 /);
  });
});

test('a client that never reads what it asked for is closed, and one that asks nothing is not', async () => {
  await start({}, { connectionsLookEveryMs: 20 });
  const quiet = await openServed();
  const client = open();
  client.socket.pause();
  client.ask(LARGE, 30);
  // A socket that never reads does not hear of its end either.
  await vi.waitFor(() => expect(lines.join('')).toContain('closed connections that took nothing'), 20_000);
  quiet.ask('/livez');
  expect(await quiet.until('"ok":true}HTTP/1.1 200')).toBeDefined();
});

test('thousands of requests sent ahead on one connection are not all worked on', async () => {
  await start({});
  const client = open();
  client.readOn();
  client.ask('/api/v1/service/getAll', 1500);
  const answers = (await client.closed).match(/HTTP\/1.1 \d+/g) ?? [];
  expect(answers.filter((answer) => answer.endsWith('200')).length).toBeLessThanOrEqual(32);
  expect(answers.at(-1)).toBe('HTTP/1.1 503');
  expect(await fetch(`${app.url}/livez`).then(({ status }) => status)).toBe(200);
});
