import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { freePort } from '#db/testing/free-port.ts';
import { testApp } from '../../testing/app.ts';

/** HAProxy answers for the panel while none responds; clients must not notice a difference. */
const CONFIGURATION = join(import.meta.dirname, '../../../deploy/haproxy/haproxy.cfg');
const configuration = readFileSync(CONFIGURATION, 'utf8');
const HAPROXY = '/usr/sbin/haproxy';

const clientDir = mkdtempSync(join(tmpdir(), 'panel-client-'));
writeFileSync(join(clientDir, 'index.html'), '<!doctype html><title>Panel</title>');
const app = await testApp({ app: { clientDir, eventLoopDelayMs: () => 1_000 } });
afterAll(() => rmSync(clientDir, { recursive: true }));

const calls: [string, string, RequestInit][] = [
  [
    'a procedure',
    '/trpc/orders.place',
    { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } },
  ],
  ['an export', '/exports/orders.csv', {}],
  ['the REST API', '/api/v1/service/getAll', {}],
  ['the API v2', '/api/v2', { method: 'POST', body: new URLSearchParams({ action: 'balance' }) }],
  ['an image', '/images/1', { headers: { accept: 'text/html' } }],
  ['a page', '/services', { headers: { accept: 'text/html,*/*' } }],
];

/** What a client sees, without the values that differ each time. */
async function answerOf(url: string, init: RequestInit) {
  const { status, headers, text } = await fetch(url, init).then(async (response) => ({
    status: response.status,
    headers: response.headers,
    text: await response.text(),
  }));
  return {
    status,
    type: headers.get('content-type'),
    cacheControl: headers.get('cache-control'),
    retries: Number(headers.get('retry-after')) > 0,
    hasTraceId: text.includes('traceId') ? text.includes(headers.get('x-request-id') ?? '-') : true,
    body: text
      .replaceAll('\n', '')
      .replace(/"traceId":"[0-9a-f-]{36}"/, '"traceId":"…"')
      .replace(/"retryAfterSeconds":\d/, '"retryAfterSeconds":1')
      .replace(/content="\d"/, 'content="1"'),
  };
}

test.each(calls)("HAProxy's file has the panel's busy answer for %s", async (_, path, init) => {
  const { body, ...rest } = await answerOf(app.url + path, init);
  expect(rest).toMatchObject({ status: 503, cacheControl: 'no-store', retries: true, hasTraceId: true });
  const inFile = configuration.replaceAll('\\"', '"').replace('%[unique-id]', '…');
  expect(inFile).toContain(body);
});

test('HAProxy without a panel answers as the panel does', async ({ skip }) => {
  const proxy = await startHaProxy();
  if (!proxy) return skip('this needs the package haproxy');
  try {
    for (const [name, path, init] of calls)
      expect(await answerOf(proxy.url + path, init), name).toEqual(await answerOf(app.url + path, init));
    expect((await fetch(`${proxy.url}/metrics`)).status).toBe(404);
  } finally {
    await proxy.stop();
  }
});

test('a client that closes its queued request gives up its place', async ({ skip, onTestFinished }) => {
  const arrived: string[] = [];
  const first = Promise.withResolvers<ServerResponse>();
  const panel = createServer(({ url = '' }, response) => {
    if (url === '/readyz' || url === '/livez') return response.end();
    arrived.push(url);
    if (url === '/first') first.resolve(response);
    else response.end();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void panel.close());
  await once(panel, 'listening');
  // One panel with one request at a time, and nothing leaves the queue by its age.
  const proxy = await startHaProxy({
    file: configuration
      .replaceAll(/^ {2}server panel2 .*\n/gm, '')
      .replaceAll('maxconn 3500', 'maxconn 1')
      .replace('timeout queue 5s', 'timeout queue 1h'),
    panel: (panel.address() as AddressInfo).port,
  });
  if (!proxy) return skip('this needs the package haproxy');
  onTestFinished(() => proxy.stop());
  const held = fetch(`${proxy.url}/first`);
  const response = await first.promise;
  const leaving = new AbortController();
  const left = fetch(`${proxy.url}/left`, { signal: leaving.signal });
  await expect.poll(() => proxy.queued()).toBe(1);
  leaving.abort();
  await expect(left).rejects.toThrow('aborted');
  await expect.poll(() => proxy.queued()).toBe(0);
  response.end();
  expect((await held).status).toBe(200);
  expect((await fetch(`${proxy.url}/last`)).status).toBe(200);
  expect(arrived).not.toContain('/left');
});

async function startHaProxy({ file: contents = configuration, panel = 0 } = {}) {
  if (!existsSync(HAPROXY)) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'panel-proxy-'));
  const port = await freePort();
  const file = join(folder, 'haproxy.cfg');
  const socket = join(folder, 'admin.sock');
  // Only root may change these.
  writeFileSync(file, contents.replaceAll(/^ {2}(user|group|chroot) .*\n/gm, ''));
  const env = {
    ...process.env,
    LOG_TO: 'stdout',
    CONNECTIONS: '50',
    ADMIN_SOCKET: socket,
    INNER: `abns@busy-proxy-${port}`,
    PANEL_BIND: `127.0.0.1:${port}`,
    PANEL_1: `127.0.0.1:${panel || (await freePort())}`,
    PANEL_2: `127.0.0.1:${await freePort()}`,
  };
  const child = spawn(HAPROXY, ['-db', '-f', file], { env, stdio: 'ignore' });
  await once(child, 'spawn');
  const url = `http://127.0.0.1:${port}`;
  await expect
    .poll(() =>
      fetch(url).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(panel ? 200 : 503);
  return {
    url,
    /** How many requests wait for a panel. */
    async queued() {
      const connection = connect(socket);
      connection.end('show stat\n');
      const line = (await textOf(connection)).split('\n').find((each) => each.startsWith('ready,BACKEND,'));
      return Number(line?.split(',')[2]);
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
