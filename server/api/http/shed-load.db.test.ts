import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { createMetrics } from '../../base/metrics/metrics.ts';
import { checkLedger } from '../../money/check-ledger.ts';
import { testApp } from '../../testing/app.ts';
import { dollars, makeService } from '../../testing/factories.ts';
import { follow } from '../../testing/live.ts';
import { whileWalletIsLocked } from '../../testing/locked-wallet.ts';
import { makeCustomer } from '../../testing/people.ts';
import { codeOf } from '../../testing/refusal.ts';
import { callRest } from '../../testing/rest.ts';

const METRICS_TOKEN = 'a token for metrics';
const MOST = 3;
const ORIGIN = 'https://old.example.com';
const logged: string[] = [];
const cleanUps: (() => unknown)[] = [];
let delayMs = 0;

const clientDir = await mkdtemp(join(tmpdir(), 'panel-client-'));
await writeFile(join(clientDir, 'index.html'), '<!doctype html><title>Panel</title>');
const metrics = createMetrics(0);
const app = await testApp({
  env: { MAX_REQUESTS_IN_FLIGHT: String(MOST), METRICS_TOKEN, CORS_ORIGINS: ORIGIN },
  app: {
    clientDir,
    metrics,
    eventLoopDelayMs: () => delayMs,
    logger: pino({ level: 'info' }, { write: (line: string) => void logged.push(line) }),
  },
});
const serviceId = (await makeService(app.db)).id;
const customer = await makeCustomer(app, dollars(100));
afterEach(async () => {
  delayMs = 0;
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});
afterAll(async () => {
  expect((await checkLedger(app.db)).problems).toEqual([]);
  await rm(clientDir, { recursive: true });
});

const order = () => ({ serviceId, link: 'https://example.com/a', quantity: 1000, requestId: randomUUID() });
const client = () => app.client(customer.accessToken);
const place = () => client().orders.place.mutate(order());

async function figure(name: string, label?: Record<string, string>): Promise<number> {
  const family = (await metrics.families()).find((each) => each.name === name);
  const values = (family?.values ?? []) as { value: number; labels: Record<string, string> }[];
  return values.find(({ labels }) => labels.reason === label?.reason)?.value ?? 0;
}

/** The maximum number of requests in flight waits for a lock until `meanwhile` ends; then all of them succeed. */
async function whileFull(meanwhile: () => Promise<void>): Promise<void> {
  const placed = await whileWalletIsLocked(app.databaseUrl, customer.id, async (countWaiting) => {
    const calls = Array.from({ length: MOST }, place);
    await vi.waitFor(async () => {
      expect(await figure('http_requests_in_flight')).toBe(MOST);
      expect(await countWaiting()).toBe(1);
    }, 20_000);
    await meanwhile();
    return calls;
  });
  expect(placed).toHaveLength(MOST);
}

/** Sends the lines unchanged over a new connection, and nothing more. */
function sendHead(...lines: string[]) {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(app.url).port) });
  cleanUps.push(() => socket.destroy());
  let received = '';
  socket.on('data', (part: Buffer) => (received += part.toString('latin1')));
  socket.write(`${lines.join('\r\n')}\r\nHost: panel.test\r\n\r\n`);
  return { socket, received: () => received };
}

const POST_WITH_BODY = ['POST /trpc/auth.login HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 60000'];

test('with the maximum in flight, each API returns busy with a time to retry, and health is answered', async () => {
  await whileFull(async () => {
    const before = await figure('http_requests_shed_total', { reason: 'in_flight' });
    // The invalid token would be refused with 401: nothing was checked.
    const forged = { authorization: 'Bearer nonsense' };
    const typed = await app.post('orders.place', order(), { headers: { ...forged, origin: ORIGIN } });
    expect(typed).toMatchObject({ status: 503, error: { domainCode: 'busy', fieldErrors: null } });
    const seconds = Number(typed.headers.get('retry-after'));
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(typed.error?.details).toEqual({ retryAfterSeconds: seconds });
    expect(typed.error?.traceId).toBe(typed.headers.get('x-request-id'));
    expect(typed.headers.get('access-control-allow-origin')).toBe(ORIGIN);
    expect(await codeOf(place())).toBe('busy');
    expect(await codeOf(client().balance.get.query())).toBe('busy');

    const rest = await callRest(app, 'GET /api/v1/user/profile', { accessToken: 'nonsense' });
    expect(rest).toMatchObject({ status: 503, success: false, error: rest.message });
    expect(Number(rest.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);

    const file = await fetch(`${app.url}/exports/all-orders.csv`);
    expect(await file.json()).toMatchObject({ error: { data: { httpStatus: 503, domainCode: 'busy' } } });
    expect((await fetch(`${app.url}/images/none.png`)).status).toBe(503);

    for (const path of ['/livez', '/readyz']) {
      const answer = await fetch(app.url + path);
      expect([path, answer.status, await answer.json()]).toEqual([path, 200, { ok: true }]);
    }
    const exposition = await fetch(`${app.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
    const text = await exposition.text();
    expect(text).toMatch(/http_requests_shed_total\{.*reason="in_flight".*\} 6/);
    expect(await figure('http_requests_shed_total', { reason: 'in_flight' })).toBe(before + 6);
    // The page and its files are cheap.
    expect((await fetch(app.url)).status).toBe(200);
  });
  await place();
  expect(await figure('http_requests_in_flight')).toBe(0);
  expect(logged.filter((line) => line.includes('"status":503'))).toEqual([]);
});

test('the body of a shed request is not awaited', async () => {
  await whileFull(async () => {
    const { socket, received } = sendHead(...POST_WITH_BODY);
    await once(socket, 'data');
    expect(received()).toMatch(/^HTTP\/1\.1 503 [\s\S]*retry-after: \d/i);
  });
});

test('slow uploads hold no place, and find it taken when they are complete', async () => {
  const slow = Array.from({ length: MOST * 2 }, () => sendHead(...POST_WITH_BODY));
  await Promise.all(slow.map(({ socket }) => once(socket, 'connect')));
  await place();
  await whileFull(async () => {
    for (const { socket, received } of slow) {
      socket.write(JSON.stringify({ userName: 'nobody', password: 'x' }).padEnd(60_000));
      await vi.waitFor(() => expect(received()).toMatch(/^HTTP\/1\.1 503 [\s\S]*busy/), 20_000);
    }
  });
});

test('event streams hold no place', async () => {
  for (let nth = 0; nth < MOST * 2; nth++) {
    const following = await follow(app.url, customer.accessToken);
    cleanUps.push(following.leave);
  }
  await place();
  expect(await figure('http_requests_in_flight')).toBe(0);
});

test('failed, refused and unknown requests release their place', async () => {
  await app.post('auth.login', { userName: 'nobody', password: 'wrong password' });
  await app.post('no.such');
  await fetch(`${app.url}/images/none.png`);
  await fetch(`${app.url}/trpc/balance.get,balance.get?batch=1&input=%7B%7D`);
  await fetch(`${app.url}/trpc/services.list?input=%7B%7D`, { headers: { accept: 'application/jsonl' } }).then(
    (answer) => answer.text(),
  );
  expect(await figure('http_requests_in_flight')).toBe(0);
});

describe('while the event loop is late', () => {
  test('everything except health is shed, and works again afterwards', async () => {
    await place();
    delayMs = 5_000;
    expect(await codeOf(place())).toBe('busy');
    expect(await callRest(app, 'GET /api/v1/service/getAll')).toMatchObject({ status: 503, success: false });
    for (const path of ['/livez', '/readyz']) expect((await fetch(app.url + path)).status).toBe(200);
    expect(await figure('http_requests_shed_total', { reason: 'event_loop' })).toBe(2);
    delayMs = 0;
    await place();
  });

  test('a browser shows a message and reloads by itself', async () => {
    delayMs = 5_000;
    const answer = await fetch(`${app.url}/service`, { headers: { accept: 'text/html,*/*' } });
    const seconds = answer.headers.get('retry-after');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
    expect(await answer.text()).toContain(`<meta http-equiv="refresh" content="${seconds}">`);
  });
});
