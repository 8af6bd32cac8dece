import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import type { KeptAnswers } from '../kept/kept-answers.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { makeService } from '../testing/factories.ts';

/** The app, whose log and metrics are read here, and what was found kept before it was asked. */
const written: string[] = [];
const metrics = createMetrics(0);
let app: TestApp;
let known: MockInstance<KeptAnswers['known']>;

beforeAll(async () => {
  const logger = pino({ level: 'info' }, { write: (line: string) => void written.push(line) });
  app = await startTestApp({ app: { logger, metrics } });
  known = vi.spyOn(app.deps.answers, 'known');
  // Long enough to be compressed.
  for (let times = 0; times < 5; times++)
    await makeService(app.db, { category: 'tiktok', description: 'x'.repeat(500) });
});
afterAll(() => app?.close());
beforeEach(() => {
  written.length = 0;
});

const IDENTITY = { 'accept-encoding': 'identity' };
const list = `/trpc/services.list?input=${encodeURIComponent('{"limit":48}')}`;
const kept = [
  list,
  '/trpc/services.categories',
  '/trpc/settings.public',
  '/trpc/notices.list',
  '/api/v1/service/getAll',
];

/** Asks, and says whether the app was needed for the answer. */
async function ask(path: string, headers: Record<string, string> = {}) {
  known.mockClear();
  const response = await fetch(app.url + path, { headers: { ...IDENTITY, ...headers } });
  const text = await response.text();
  const byTheApp = known.mock.results.every(({ value }) => value === undefined);
  return { status: response.status, headers: Object.fromEntries(response.headers), text, byTheApp };
}

type Answer = Awaited<ReturnType<typeof ask>>;

/** Asks until the app is not needed: what was changed a while ago is sometimes heard of a second time between two questions. */
const askKept = (path: string, headers: Record<string, string> = {}) =>
  vi.waitFor(async () => {
    const answer = await ask(path, headers);
    expect(answer.byTheApp).toBe(false);
    return answer;
  }, 20_000);

const alike = ({ headers, status, text }: Answer) => {
  const { date: _date, 'x-request-id': id, ...others } = headers;
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  return { status, text, headers: others };
};

test.each(kept)(
  '%s is answered without the app as by the app, whole, compressed, and to whoever has it',
  async (path) => {
    const { headers } = await ask(path);
    const ways: Record<string, string>[] = [
      {},
      { 'accept-encoding': 'br, gzip' },
      { 'if-none-match': headers.etag ?? '' },
    ];
    for (const asked of ways) {
      app.deps.events.publish('services');
      app.deps.events.publish('settings');
      app.deps.events.publish('notices');
      const byTheApp = await ask(path, asked);
      expect(byTheApp.byTheApp).toBe(true);
      const without = await askKept(path, asked);
      expect(alike(without)).toEqual(alike(byTheApp));
      expect(without.headers['x-request-id']).not.toBe(byTheApp.headers['x-request-id']);
    }
  },
);

test('the log and the metrics have it as they have what the app answers', async () => {
  const etag = (await ask(list)).headers.etag ?? '';
  const facts = { method: 'GET', path: '/trpc', route: '/trpc/:path', procedures: ['services.list'] };
  const whole = await askKept(list);
  await hasLine([whole], { ...facts, status: 200, ms: expect.any(Number) });
  // Of those that somebody has already one in twenty has a line.
  const had: Answer[] = [];
  for (let nth = 0; nth < 40; nth++) had.push(await askKept(list, { 'if-none-match': etag }));
  expect(new Set(had.map(({ status }) => status))).toEqual(new Set([304]));
  await hasLine(had, { ...facts, status: 304, standsFor: 20 });
  expect(await counted(304)).toBeGreaterThanOrEqual(40);
});

/** Waits for a line of one of these answers. */
async function hasLine(answers: Answer[], line: object): Promise<void> {
  const ids = new Set<unknown>(answers.map(({ headers }) => headers['x-request-id']));
  await vi.waitFor(() => {
    const all = written.map((each) => JSON.parse(each) as Record<string, unknown>);
    const own = all.filter(({ traceId, msg }) => ids.has(traceId) && msg === 'request');
    expect(own).toContainEqual(expect.objectContaining(line));
  }, 20_000);
}

async function counted(status: number): Promise<number> {
  const family = (await metrics.families()).find(({ name }) => name === 'http_request_duration_seconds');
  const values = family?.values as { metricName?: string; labels: Record<string, unknown>; value: number }[];
  const own = values.find(
    ({ metricName, labels }) =>
      metricName?.endsWith('_count') && labels.route === '/trpc/:path' && labels.status === String(status),
  );
  return own?.value ?? 0;
}

test.each([
  ['for lines', list, { accept: 'application/jsonl' }],
  ['by a client that streams', list, { 'trpc-accept': 'application/jsonl' }],
  ['with a token that may be an admin’s', '/api/v1/service/getAll', { authorization: 'Bearer of nobody' }],
])('what is asked %s is left to the app', async (_how, path, headers) => {
  await askKept(path);
  expect((await ask(path, headers)).byTheApp).toBe(true);
});

test('other origins are answered by the app, which tells each whether it is let in', async () => {
  const shared = await startTestApp({ env: { CORS_ORIGINS: 'https://old.example.com' } });
  try {
    const headers = { origin: 'https://old.example.com' };
    for (let times = 0; times < 3; times++) {
      const response = await fetch(`${shared.url}/trpc/settings.public`, { headers });
      expect(response.headers.get('access-control-allow-origin')).toBe(headers.origin);
    }
  } finally {
    await shared.close();
  }
});

test('what one connection asks at once is refused beyond the limit, and no other', async () => {
  await askKept('/trpc/settings.public');
  const socket = open(app);
  const closed = once(socket, 'close');
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
  socket.write(`GET /trpc/settings.public HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(200));
  await closed;
  const statuses = [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
  expect(statuses.slice(0, 32)).toEqual(Array(32).fill('200'));
  expect(statuses).toContain('503');
  expect((await ask('/trpc/settings.public')).status).toBe(200);
});

function open({ url }: { url: string }): Socket {
  const { hostname, port } = new URL(url);
  return connect(Number(port), hostname);
}
