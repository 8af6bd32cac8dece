import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { readPoolState } from '#db/pool/pool.ts';
import { orders } from '#db/schema/orders.ts';
import { type Proxy, startProxy } from '#db/testing/proxy.ts';
import { checkLedger } from '../money/check-ledger.ts';
import { testApp } from '../testing/app.ts';
import { dollars, makeService } from '../testing/factories.ts';
import { makeCustomer, makeSignedInAdmin, type Person } from '../testing/people.ts';
import { calls } from './rest/calls.ts';
import { appRouter } from './router.ts';

/** More than any request should take, and less than a test may: a longer request counts as unanswered. */
const HANG_MS = 15_000;
const MANY = 48;

let proxy: Proxy;
const escaped: unknown[] = [];
const keep = (error: unknown) => escaped.push(error);

process.on('uncaughtException', keep).on('unhandledRejection', keep);
const app = await testApp({
  env: { ORDERS_PER_MINUTE: '1000000' },
  reach: async (target) => (proxy = await startProxy({ target })).url,
});
const admin = await makeSignedInAdmin(app);
const customers = await Promise.all(Array.from({ length: 6 }, () => makeCustomer(app, dollars(100))));
const serviceId = (await makeService(app.db)).id;
afterAll(async () => {
  await proxy?.close();
  process.off('uncaughtException', keep).off('unhandledRejection', keep);
  expect(escaped).toEqual([]);
});
beforeEach(untilWell);

it('survives terminated connections under load: only successes and busy, nothing lost or doubled', async () => {
  const asked: Asked[] = [];
  const outcomes = new Map<string, number>();
  const send = async (asking: Asked) => {
    const outcome = await outcomeOf(asking);
    if (outcome === 'ok' && asking.requestId) asked.push(asking);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  };
  for (let round = 0; round < 12; round++) {
    const sent = Array.from({ length: MANY }, (_, n) => send(anything(n)));
    await app.db.$client`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name = 'reseller-panel'`;
    if (round % 3 === 2) proxy.reset();
    await Promise.all(sent);
  }
  expect([...outcomes.keys()].toSorted()).toEqual(['busy', 'ok']);

  await untilWell();
  const again = await Promise.all(Array.from({ length: MANY }, (_, n) => outcomeOf(anything(n))));
  expect(new Set(again)).toEqual(new Set(['ok']));
  expect((await checkLedger(app.db)).problems).toEqual([]);
  for (const { requestId = '' } of asked) {
    expect(await app.db.$count(orders, eq(orders.requestId, requestId)), requestId).toBe(1);
  }
});

it.each<[how: string, fail: (on: boolean) => Promise<void>]>([
  ['swallows everything', async (on) => proxy.swallow(on)],
  [
    'refuses everybody',
    async (on) => {
      await proxy.refuse(on);
      if (on) proxy.reset();
    },
  ],
])(
  'returns busy for everything while the connection to the database %s, and recovers afterwards',
  async (_how, fail) => {
    await Promise.all(Array.from({ length: MANY }, (_, n) => outcomeOf(anything(n))));
    await fail(true);
    const during = await Promise.all(Array.from({ length: MANY }, (_, n) => outcomeOf(anything(n))));
    expect(new Set(during)).toEqual(new Set(['busy']));

    const everything = await Promise.all([...procedureCalls(), ...restCalls(), image].map(statusOf));
    const wrong = everything.filter(({ status }) => status >= 500 && status !== 503);
    expect(wrong).toEqual([]);
    expect(everything.filter(({ status, retryAfter }) => status === 503 && !retryAfter)).toEqual([]);
    expect(everything.filter(({ status }) => status === 503).length).toBeGreaterThan(40);

    await fail(false);
    await untilWell();
    const after = await Promise.all(Array.from({ length: MANY }, (_, n) => outcomeOf(anything(n))));
    expect(new Set(after)).toEqual(new Set(['ok']));
    await expect
      .poll(() => readPoolState(app.deps.db.$client), { timeout: HANG_MS })
      .toMatchObject({ running: 0, waiting: 0, isAway: false });
  },
);

it('a slow connection to the database does not cause busy', async () => {
  proxy.delay(60);
  const outcomes = await Promise.all(Array.from({ length: 12 }, (_, n) => outcomeOf(anything(n))));
  proxy.delay(0);
  expect(new Set(outcomes)).toEqual(new Set(['ok']));
});

interface Asked {
  method: string;
  path: string;
  user?: Person;
  body?: unknown;
  headers?: Record<string, string>;
  /** Of an order. */
  requestId?: string;
}

/** Orders and reads of two customers, through both APIs. */
function anything(n: number): Asked {
  const user = customers[n % customers.length] as Person;
  const requestId = randomUUID();
  const order = { link: 'https://example.com/post', quantity: 10 };
  const kinds: Asked[] = [
    { method: 'POST', path: '/trpc/orders.place', body: { serviceId, ...order, requestId }, requestId },
    { method: 'GET', path: '/trpc/balance.get' },
    { method: 'GET', path: '/trpc/auth.me' },
    { method: 'GET', path: '/trpc/orders.list?input=%7B%7D' },
    { method: 'GET', path: '/trpc/balance.get,auth.me?batch=1' },
    { method: 'POST', path: `/api/v1/service/buy/${serviceId}`, body: order },
    { method: 'GET', path: '/api/v1/user/profile' },
    { method: 'GET', path: '/api/v1/balance/getByUserId' },
  ];
  return { user, ...(kinds[Math.floor(n / customers.length) % kinds.length] as Asked) };
}

/** A route without an error handler of its own. */
const image: Asked = { method: 'GET', path: `/images/${'a'.repeat(64)}.webp` };

function procedureCalls(): Asked[] {
  const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>);
  return procedures.map(([path, { _def }]) =>
    _def.type === 'query'
      ? { method: 'GET', path: `/trpc/${path}?input=%7B%7D`, user: admin }
      : { method: 'POST', path: `/trpc/${path}`, body: {}, user: admin, headers: fromPanel() },
  );
}

function restCalls(): Asked[] {
  return calls.map(({ method, path, body, example }) => ({
    method,
    path: path.replace('{id}', '1').replace('{token}', 'abc'),
    body: body ? (example ?? {}) : undefined,
    user: admin,
    headers: fromPanel(),
  }));
}

/** As the panel's own page requests a new access token. */
function fromPanel(): Record<string, string> {
  return { origin: app.url, cookie: admin.cookie };
}

async function statusOf({ method, path, user, body, headers }: Asked) {
  const response = await fetch(`${app.url}${path}`, {
    method,
    signal: AbortSignal.timeout(HANG_MS),
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(user && { authorization: `Bearer ${user.accessToken}` }),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  return { path, status: response.status, retryAfter: response.headers.get('retry-after'), text };
}

async function outcomeOf(asked: Asked): Promise<string> {
  const { status, retryAfter, text } = await statusOf(asked);
  if (status === 200) return 'ok';
  if ((status === 503 || status === 207) && retryAfter) return 'busy';
  return `${asked.method} ${asked.path}: ${status} ${text}`;
}

async function untilWell(): Promise<void> {
  await expect
    .poll(
      async () => {
        const outcomes = await Promise.all(Array.from({ length: 24 }, (_, n) => outcomeOf(anything(n))));
        return new Set(outcomes);
      },
      { timeout: HANG_MS },
    )
    .toEqual(new Set(['ok']));
}
