import { once } from 'node:events';
import { connect } from 'node:net';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { beforeEach, expect, test, vi } from 'vitest';
import { testApp } from '../../testing/app.ts';

interface Line {
  msg: string;
  method: string;
  path: string;
  route?: string;
  procedures?: string[];
  status: number;
  ms: number;
  traceId: string;
  userId?: number;
  standsFor?: number;
}

const written: string[] = [];

const logger = pino({ level: 'info' }, { write: (line: string) => void written.push(line) });
const app = await testApp({ app: { logger }, env: { CORS_ORIGINS: 'https://old.example.com' } });
const customer = await app.registerUser();
beforeEach(() => {
  written.length = 0;
});

const bearer = () => ({ authorization: `Bearer ${customer.accessToken}` });
const json = { 'content-type': 'application/json' };

/** The line is written after the response was sent, so the client may see that first. */
async function lineOf(answer: Response): Promise<Line> {
  const id = answer.headers.get('x-request-id');
  return vi.waitFor(() => {
    const found = written
      .map((line) => JSON.parse(line) as Line)
      .find(({ traceId, msg }) => traceId === id && msg === 'request');
    expect(found).toBeDefined();
    return found as Line;
  }, 20_000);
}

test('a line has request, user, status and duration, with the id of the response', async () => {
  const line = await lineOf(await fetch(`${app.url}/api/v1/user/profile?secret=canary`, { headers: bearer() }));
  expect(line).toMatchObject({
    method: 'GET',
    path: '/api/v1/user/profile',
    route: '/api/v1/user/profile',
    status: 200,
    userId: customer.user.id,
  });
  expect(line.ms).toBeGreaterThan(0);
});

test('a login has the user, too', async () => {
  const body = JSON.stringify({ userName: customer.user.userName, password: customer.password });
  const line = await lineOf(await fetch(`${app.url}/trpc/auth.login`, { method: 'POST', headers: json, body }));
  expect(line).toMatchObject({ path: '/trpc', procedures: ['auth.login'], status: 200, userId: customer.user.id });
});

test.each([
  [
    '/trpc/services.categories,auth.me?batch=1&input={}',
    { path: '/trpc', procedures: ['services.categories', 'auth.me'], status: 200 },
  ],
  ['/trpc/canary.nothing', { path: '/trpc', procedures: ['unknown'], status: 404 }],
  ['/api/v1/nothing', { path: '/api/v1/nothing', status: 404 }],
  ['/api/v1/%zz', { path: '/api/v1/%zz', status: 400 }],
])('%s is logged', async (path, expected) => {
  expect(await lineOf(await fetch(app.url + path, { headers: bearer() }))).toMatchObject(expected);
});

test('requests answered before any route are logged: a preflight, a body that is too large', async () => {
  const preflight = { origin: 'https://old.example.com', 'access-control-request-method': 'PUT' };
  const options = await fetch(`${app.url}/api/v1/user/update`, { method: 'OPTIONS', headers: preflight });
  expect(await lineOf(options)).toMatchObject({ method: 'OPTIONS', status: 204 });
  const large = { method: 'POST', headers: json, body: JSON.stringify({ userName: 'x'.repeat(70_000) }) };
  expect(await lineOf(await fetch(`${app.url}/trpc/auth.login`, large))).toMatchObject({ status: 413 });
});

test('a client that disconnects before its response is logged', async () => {
  const client = connect(Number(new URL(app.url).port), '127.0.0.1');
  await once(client, 'connect');
  const head =
    'POST /api/v1/user/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{';
  client.write(head, () => client.destroy());
  await vi.waitFor(() => expect(written.join('')).toContain('"status":499'), 20_000);
});

const token = 'canaryCANARYcanaryCANARYcanaryCANARYcanary_';

test.each([
  ['POST', `/api/v1/user/resetPassword/${token}`],
  ['POST', '/api/v1/user/resetPassword/short'],
  ['POST', `/api/v1/user/resetPassword/${token}/`],
  ['GET', `/reset-password/${token}`],
  ['GET', `/reset-password/short`],
  ['GET', `/Reset-Password/${token}?x=1`],
  ['GET', `/reset-password%2F${token}`],
  ['GET', `/confirm-email/${token}`],
  ['GET', `/not-me/${token}`],
  ['GET', `//reset-password//${token}`],
  ['GET', `/?token=${token}`],
  ['GET', `/trpc/${token}`],
  ['GET', `/trpc/auth.me?input={"token":"${token}"}`],
])('%s %s keeps its token out of the log', async (method, path) => {
  const headers = {
    ...bearer(),
    ...json,
    cookie: `rt=${token}`,
    'idempotency-key': token,
    referer: `http://x/${token}`,
  };
  const body = method === 'POST' ? { body: JSON.stringify({ password: token }) } : {};
  await lineOf(await fetch(app.url + path, { method, headers, ...body }));
  expect(written.join('')).not.toMatch(/canary|short/i);
  expect(written.join('')).not.toContain(customer.accessToken);
});

test('of polling reads one in twenty is logged, and marked', async () => {
  const poll = () =>
    fetch(`${app.url}/trpc/balance.get,orders.list?batch=1&input={"0":null,"1":{}}`, { headers: bearer() });
  const first = await poll();
  for (let count = 0; count < 19; count++) await (await poll()).text();
  const last = await poll();
  expect(await lineOf(first)).toMatchObject({ procedures: ['balance.get', 'orders.list'], standsFor: 20 });
  await lineOf(last);
  expect(written.filter((line) => line.includes('balance.get'))).toHaveLength(2);
});

test('of 304 responses one in twenty is logged, and each full one', async () => {
  const path = `${app.url}/api/v1/service/getAll`;
  const first = await fetch(path);
  const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
  for (let nth = 0; nth < 40; nth++) expect((await fetch(path, { headers })).status).toBe(304);
  expect((await lineOf(await fetch(path))).standsFor).toBeUndefined();
  const had = written.map((line) => JSON.parse(line) as Line).filter(({ status, ms }) => status === 304 && ms < 1000);
  expect(had.map(({ standsFor }) => standsFor)).toEqual([20, 20]);
});

test('a failed poll is always logged', async () => {
  for (let count = 0; count < 3; count++) {
    const line = await lineOf(await fetch(`${app.url}/trpc/balance.get`));
    expect(line).toMatchObject({ procedures: ['balance.get'], status: 401 });
    expect(line.userId).toBeUndefined();
  }
});

test('a batch with a poll and another call is always logged', async () => {
  for (let count = 0; count < 2; count++) {
    const path = '/trpc/balance.get,auth.me?batch=1&input={}';
    expect((await lineOf(await fetch(app.url + path, { headers: bearer() }))).standsFor).toBeUndefined();
  }
});

test('a server fault is a warning, with the error under the same id', async () => {
  await app.db.execute(sql`alter table services rename to elsewhere`);
  const answer = await fetch(`${app.url}/trpc/services.get?input={"id":1}`);
  await app.db.execute(sql`alter table elsewhere rename to services`);
  expect(await lineOf(answer)).toMatchObject({ level: 40, status: 500 });
  expect(written.filter((line) => line.includes(String(answer.headers.get('x-request-id'))))).toHaveLength(2);
});

test('a stream has one line, at its end, and closing it is not a fault', async () => {
  const leaving = new AbortController();
  const answer = await fetch(`${app.url}/trpc/live.changes`, { headers: bearer(), signal: leaving.signal });
  expect(answer.status).toBe(200);
  expect(written.filter((line) => line.includes('live.changes'))).toEqual([]);
  leaving.abort();
  const line = await lineOf(answer);
  expect(line).toMatchObject({ path: '/trpc', procedures: ['live.changes'], status: 200, userId: customer.user.id });
  expect(written.join()).not.toContain(customer.accessToken);
});
