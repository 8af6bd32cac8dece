import { describe, expect, test, vi } from 'vitest';
import { readPoolState } from '#db/pool/pool.ts';
import { observeBatches, readQueues } from '../../money/batch-queue.ts';
import { createLedgerCheck } from '../../money/check-changed-accounts.ts';
import { startTestApp, testApp } from '../../testing/app.ts';
import { DOLLAR, giveMoney, makeService } from '../../testing/factories.ts';
import { countWaitingMails } from '../mail/count-waiting-mails.ts';
import { cachedReading, createMetrics } from './metrics.ts';

const TOKEN = 'a token of this test';

const metrics = createMetrics(3);
const app = await testApp({ env: { METRICS_TOKEN: TOKEN, MAX_CONNECTIONS: '50' }, app: { metrics } });
const check = createLedgerCheck(app.deps.reads);
await check.checkNext();
metrics.read({
  database: () => readPoolState(app.db.$client),
  chargeQueues: () => readQueues(app.db),
  restarts: () => ({ workers: 2, database: 1 }),
  mailsWaiting: cachedReading(() => countWaitingMails(app.db), 0),
  readFallbacks: () => ({ lag: 3 }),
  forwards: () => ({ byState: {}, flagged: 0, oldestUnknownSeconds: 0, statusesBehind: 3, stoppedSuppliers: 0 }),
  fullProof: () => ({ atSeconds: 1_795_000_000, problems: 0 }),
  ledger: () => check.figures(),
});
observeBatches(app.db, metrics.batchCharged);
const customer = await app.registerUser();
await giveMoney(app.db, customer.user.id, DOLLAR);

async function scrape(): Promise<string> {
  const answer = await fetch(`${app.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  return answer.text();
}

/** The value of one series; 0 if there is none. */
function valueOf(text: string, name: string, labels: Record<string, string> = {}): number {
  const wanted = Object.entries({ ...labels, process: '3' }).map(([label, value]) => `${label}="${value}"`);
  const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`));
  const found = lines.filter((line) => wanted.every((label) => line.includes(label)));
  expect(found.length, `${name} ${wanted.join()}`).toBeLessThanOrEqual(1);
  return Number(found[0]?.split(' ').at(-1) ?? 0);
}

/** A request is counted after its response was sent, so the client may see that first. */
async function whenCounted(name: string, labels: Record<string, string>, least: number): Promise<string> {
  return vi.waitFor(async () => {
    const text = await scrape();
    expect(valueOf(text, name, labels)).toBeGreaterThanOrEqual(least);
    return text;
  }, 20_000);
}

const HTTP = 'http_request_duration_seconds_count';
const CALLS = 'procedure_duration_seconds_count';
const bearer = () => ({ authorization: `Bearer ${customer.accessToken}` });

test('requests are counted by route pattern and status', async () => {
  for (const id of [1, 2, 3]) {
    await fetch(`${app.url}/api/v1/service/buy/${id}`, { method: 'POST', headers: bearer() });
  }
  const text = await whenCounted(HTTP, { method: 'POST', route: '/api/v1/service/buy/:id', status: '400' }, 3);
  expect(text).not.toContain('/service/buy/1');
});

test('unknown paths are one route, and invented methods are one method', async () => {
  for (const path of ['/api/v1/canary1', '/api/v1/canary2', '/trpc-canary']) await fetch(app.url + path);
  await fetch(`${app.url}/trpc/canary.procedure`);
  const text = await whenCounted(HTTP, { method: 'GET', route: 'unknown', status: '404' }, 3);
  await whenCounted(HTTP, { method: 'GET', route: '/trpc/:path', status: '404' }, 1);
  expect(text).not.toContain('canary');
});

test('each procedure of a batch is counted separately, by outcome', async () => {
  await fetch(`${app.url}/trpc/balance.get,services.categories?batch=1&input={}`);
  await fetch(`${app.url}/trpc/balance.get`, { headers: bearer() });
  await fetch(`${app.url}/trpc/orders.get?input={"id":"x"}`, { headers: bearer() });
  const text = await whenCounted(CALLS, { procedure: 'orders.get', outcome: 'bad_input' }, 1);
  expect(valueOf(text, CALLS, { procedure: 'balance.get', outcome: 'unauthenticated' })).toBe(1);
  expect(valueOf(text, CALLS, { procedure: 'balance.get', outcome: 'ok' })).toBe(1);
  expect(valueOf(text, CALLS, { procedure: 'services.categories', outcome: 'ok' })).toBe(1);
});

test('orders are counted by batch size', async () => {
  const { id: serviceId } = await makeService(app.db);
  const place = () => customer.client.orders.place.mutate({ serviceId, link: 'someone', quantity: 10 });
  await Promise.all(Array.from({ length: 8 }, place));
  const text = await scrape();
  expect(valueOf(text, 'charge_batch_orders_sum')).toBeGreaterThanOrEqual(8);
  expect(valueOf(text, 'charge_batch_orders_count')).toBeLessThanOrEqual(8);
  for (const lane of ['0', '1']) expect(valueOf(text, 'charge_lane_waiting', { lane })).toBe(0);
});

test('the pool, connections, restarts, the ledger and the process itself have metrics', async () => {
  const text = await scrape();
  expect(valueOf(text, 'database_away')).toBe(0);
  expect(valueOf(text, 'database_waiting')).toBe(0);
  expect(valueOf(text, 'http_connections_open')).toBeGreaterThan(0);
  expect(valueOf(text, 'restarts_total', { part: 'workers' })).toBe(2);
  expect(text).toContain('ledger_drift{process="3"} 0');
  expect(text).toContain('forward_statuses_behind{process="3"} 3');
  expect(text).toContain('ledger_full_check_problems{process="3"} 0');
  expect(valueOf(text, 'ledger_full_check_timestamp_seconds')).toBe(1_795_000_000);
  expect(valueOf(text, 'read_replica_fallbacks_total', { reason: 'lag' })).toBe(3);
  expect(valueOf(text, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
  expect(valueOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(0);
});

test('streams are counted separately, open and ended, and are not slow requests', async () => {
  const leaving = new AbortController();
  const options = { headers: bearer(), signal: leaving.signal };
  const answers = await Promise.all([1, 2].map(() => fetch(`${app.url}/trpc/live.changes`, options)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  await whenCounted('live_streams_open', {}, 2);
  const slow = { method: 'GET', route: '/trpc/:path', le: '+Inf' };
  const before = valueOf(await scrape(), 'http_request_duration_seconds_bucket', { ...slow, status: '200' });
  leaving.abort();
  const text = await whenCounted('live_streams_ended_total', { reason: 'left' }, 2);
  expect(valueOf(text, 'live_streams_open')).toBe(0);
  expect(valueOf(text, 'live_streams_refused_total', { limit: 'all' })).toBe(0);
  expect(valueOf(text, 'http_request_duration_seconds_bucket', { ...slow, status: '200' })).toBe(before);
  expect(valueOf(text, 'http_request_duration_seconds_bucket', { ...slow, status: '499' })).toBe(0);
});

test('queued mails are counted', async () => {
  await app.post('auth.forgotPassword', { email: customer.user.email });
  await whenCounted('mails_waiting', {}, 1);
});

describe("on the panel's port", () => {
  test.each([undefined, 'Bearer wrong', `Basic ${TOKEN}`, TOKEN, `Bearer ${TOKEN}x`])('%s is refused', async (sent) => {
    const answer = await fetch(`${app.url}/metrics`, { headers: sent === undefined ? {} : { authorization: sent } });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(await answer.json()).toMatchObject({ success: false });
  });

  test('without a token the path does not exist, not even for this machine', async () => {
    const without = await startTestApp({ app: { metrics: createMetrics(0) } });
    for (const headers of [{}, { authorization: 'Bearer ' }, { authorization: 'Bearer undefined' }]) {
      const answer = await fetch(`${without.url}/metrics`, { headers });
      expect(answer.status).toBe(404);
      expect(await answer.json()).toEqual({ success: false, message: 'Not found.', error: 'Not found.' });
    }
    await without.close();
  });
});
