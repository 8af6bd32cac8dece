import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

async function startHaProxy() {
  if (!existsSync(HAPROXY)) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'panel-proxy-'));
  const port = await freePort();
  const file = join(folder, 'haproxy.cfg');
  // Only root may change these.
  writeFileSync(file, configuration.replaceAll(/^ {2}(user|group|chroot) .*\n/gm, ''));
  const env = {
    ...process.env,
    LOG_TO: 'stdout',
    CONNECTIONS: '50',
    ADMIN_SOCKET: join(folder, 'admin.sock'),
    INNER: `abns@busy-proxy-${port}`,
    PANEL_BIND: `127.0.0.1:${port}`,
    PANEL_1: `127.0.0.1:${await freePort()}`,
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
    .toBe(503);
  return {
    url,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
