import { createTRPCClient, httpBatchLink } from '@trpc/client';
import type { AnyTRPCProcedure } from '@trpc/server';
import { afterAll, describe, expect, test } from 'vitest';
import { BATCH_MAX_CALLS } from '#shared/batch.ts';
import type { ProcedureMeta } from '../../base/trpc.ts';
import { NO_LOOP_DELAY, testApp } from '../../testing/app.ts';
import { dollars, giveMoney, makeService } from '../../testing/factories.ts';
import { refusalOf } from '../../testing/refusal.ts';
import { buildApp } from '../app.ts';
import { type AppRouter, appRouter } from '../router.ts';
import { calledProcedures } from './direct-call.ts';

/** The same database through two apps: one handles calls directly, the other through tRPC's own adapter. */
const app = await testApp();
const customer = await app.registerUser();
await giveMoney(app.db, customer.user.id, dollars(5));
const serviceId = (await makeService(app.db)).id;
const withAdapter = await buildApp(app.deps, { ...NO_LOOP_DELAY, directCalls: false });
const adapter = { url: await withAdapter.listen({ host: '127.0.0.1', port: 0 }), close: () => withAdapter.close() };

afterAll(async () => {
  await adapter?.close();
});

interface Case {
  name: string;
  path: () => string;
  init?: () => RequestInit;
}

const json = { 'content-type': 'application/json' };
const post = (body: unknown, headers: Record<string, string> = {}) => ({
  method: 'POST',
  headers: { ...json, ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const bearer = () => ({ authorization: `Bearer ${customer.accessToken}` });
const query = (input: unknown) => `input=${encodeURIComponent(JSON.stringify(input))}`;
const order = (overrides: object = {}) => ({ serviceId, link: 'someone', quantity: 10, ...overrides });

const cases: Case[] = [
  { name: 'a query with input', path: () => `services.get?${query({ id: serviceId })}` },
  { name: 'a list that is searched', path: () => `services.list?${query({ limit: 2, search: 'followers' })}` },
  { name: 'a query with an input that is refused', path: () => `services.list?${query({ limit: 0 })}` },
  { name: 'a query with malformed input', path: () => 'services.list?input=%7B' },
  { name: 'a query that finds nothing', path: () => `services.get?${query({ id: 999_999 })}` },
  { name: 'a signed-in query', path: () => 'balance.get', init: () => ({ headers: bearer() }) },
  { name: 'a signed-in query without a token', path: () => 'balance.get' },
  {
    name: 'an admin query by a customer',
    path: () => `admin.orders.list?${query({})}`,
    init: () => ({ headers: bearer() }),
  },
  {
    name: 'a mutation that is refused',
    path: () => 'orders.place',
    init: () => post(order({ quantity: 1 }), bearer()),
  },
  {
    name: 'a mutation with an unknown field',
    path: () => 'orders.place',
    init: () => post(order({ price: 0 }), bearer()),
  },
  {
    name: 'a mutation without a body',
    path: () => 'orders.place',
    init: () => ({ method: 'POST', headers: { ...json, ...bearer() } }),
  },
  { name: 'a mutation with malformed JSON', path: () => 'orders.place', init: () => post('{"a":', bearer()) },
  {
    name: 'a mutation that is not JSON',
    path: () => 'orders.place',
    init: () => ({ method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' }),
  },
  { name: 'a mutation by GET', path: () => 'orders.place' },
  { name: 'a query by POST', path: () => 'services.list', init: () => post({}) },
  { name: 'an unknown procedure', path: () => 'services.nothing' },
  { name: 'a name of the prototype', path: () => 'constructor' },
  { name: 'a batch', path: () => `services.categories,balance.get?batch=1&${query({})}` },
  { name: 'a body that is too large', path: () => 'orders.place', init: () => post({ link: 'x'.repeat(70_000) }) },
];

describe("a direct call has the adapter's response", () => {
  test.each(cases)('$name', async ({ path, init }) => {
    const [direct, stock] = await Promise.all(
      [app, adapter].map(({ url }) => answerOf(`${url}/trpc/${path()}`, init?.())),
    );
    expect(direct).toEqual(stock);
  });

  test('a successful mutation', async () => {
    const request = post(order({ requestId: '0198c0de-0000-7000-8000-000000000001' }), bearer());
    const direct = await answerOf(`${app.url}/trpc/orders.place`, request);
    const stock = await answerOf(`${adapter.url}/trpc/orders.place`, request);
    expect(direct.status).toBe(200);
    expect(direct).toEqual(stock);
  });

  test('the direct call is really used', async () => {
    // Fastify knows the length of a complete response; the adapter streams its own.
    const lengths = await Promise.all(
      [app, adapter].map(async ({ url }) =>
        (await fetch(`${url}/trpc/services.get?${query({ id: serviceId })}`)).headers.get('content-length'),
      ),
    );
    expect(lengths[0]).not.toBeNull();
    expect(lengths[1]).toBeNull();
  });
});

describe('by hand, with curl', () => {
  const said = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${app.url}/trpc/${path}`, { ...init, headers: { ...bearer(), ...init.headers } });
    const { error } = (await response.json()) as { error?: { message: string } };
    return { status: response.status, allow: response.headers.get('allow'), message: error?.message };
  };
  const wrong = (allow: string, message: string) => ({ status: 405, allow, message });

  test.each([
    'services.list',
    'orders.list',
    'orders.requests',
    'balance.statement',
    'balance.recharges',
    'tickets.list',
  ])('%s needs no input', async (path) => {
    expect(await said(path)).toEqual({ status: 200, allow: null, message: undefined });
  });

  test('a field that is missing is named', async () => {
    expect(await said('services.get')).toMatchObject({ status: 400, message: expect.stringMatching(/^id/i) });
  });

  test.each([
    ['orders.place', {}, wrong('POST', 'Unsupported GET-request to mutation procedure at path "orders.place"')],
    ['orders.place?input=', {}, wrong('POST', 'Unsupported GET-request to mutation procedure at path "orders.place"')],
    ['orders.list', post({}), wrong('GET, HEAD', 'Unsupported POST-request to query procedure at path "orders.list"')],
    ['orders.list', { method: 'DELETE' }, { status: 405, allow: 'GET, HEAD, POST' }],
  ])('%s by another method is refused, and says so: %#', async (path, init, expected) => {
    expect(await said(path, init)).toMatchObject(expected);
  });

  test('live.changes of a kind that does not exist is refused with those that do', async () => {
    const stream = await fetch(`${app.url}/trpc/live.changes?${query({ kinds: ['orders'] })}`, { headers: bearer() });
    expect(await stream.text()).toContain('kinds.0 must be one of balance, order, ');
  });
});

describe('a batch of more than 10 calls', () => {
  const askTimes = (count: number, maxItems?: number) => {
    const client = createTRPCClient<AppRouter>({ links: [httpBatchLink({ url: `${app.url}/trpc`, maxItems })] });
    return Array.from({ length: count }, () => client.services.get.query({ id: serviceId }));
  };

  test('is refused as a whole, with the limit in the message', async () => {
    const refused = {
      code: 'batch_too_large',
      httpStatus: 400,
      message: 'A batch has at most 10 calls. Send fewer at a time.',
      fieldErrors: null,
    };
    const refusals = await Promise.all(askTimes(11).map(refusalOf));
    expect(refusals).toEqual(Array(11).fill(expect.objectContaining(refused)));
  });

  test('is never sent by a client that knows the limit', async () => {
    expect(await Promise.all(askTimes(10))).toHaveLength(10);
    expect(await Promise.all(askTimes(25, BATCH_MAX_CALLS))).toHaveLength(25);
  });

  test.each(['POST', 'GET'])('is refused in any form, by %s', async (method) => {
    for (const batch of ['batch=1', 'batch=1&batch=0', 'batch=', 'batch'])
      for (const comma of [',', '%2C']) {
        const path = Array(11).fill('services.categories').join(comma);
        const body = await (await fetch(`${app.url}/trpc/${path}?${batch}`, { method })).json();
        expect(body, `${batch} ${comma}`).toMatchObject({ error: { data: { domainCode: 'batch_too_large' } } });
      }
  });
});

describe("a direct subscription has the adapter's response", () => {
  const ask = (url: string, headers: Record<string, string> = {}) => fetch(`${url}/trpc/live.changes`, { headers });
  const shown = ['content-type', 'cache-control', 'x-accel-buffering', 'x-content-type-options'];

  test('from its beginning through a change to the end of the session', async () => {
    const someone = await app.registerUser();
    const headers = { authorization: `Bearer ${someone.accessToken}` };
    const answers = await Promise.all([app, adapter].map(({ url }) => ask(url, headers)));
    const texts = answers.map((answer) => answer.text());
    app.deps.events.publish('balances', String(someone.user.id));
    // The change is published before the end of the session is known.
    await someone.client.auth.me.query();
    await app.post('auth.logout', undefined, { headers });
    const [direct, stock] = (await Promise.all(texts)).map(eventsIn);
    expect(direct).toEqual(stock);
    expect(direct?.map((event) => event.split('\n', 1)[0])).toEqual([
      'event: connected',
      'data: {"kind":"balance"}',
      'event: serialized-error',
    ]);
    expect(direct?.at(-1)).toContain('"domainCode":"session_ended"');
    const [ofDirect, ofStock] = answers.map(({ headers: told }) => shown.map((name) => told.get(name)));
    expect(ofDirect).toEqual(['text/event-stream', 'no-cache, no-transform', 'no', 'nosniff']);
    expect(ofDirect).toEqual(ofStock);
  });

  test('except that a refused one sends no connected event', async () => {
    const answers = await Promise.all([app, adapter].map(async ({ url }) => (await ask(url)).text()));
    const [direct, stock] = answers.map(eventsIn);
    expect(direct?.[0]).toContain('"domainCode":"unauthenticated"');
    expect(['event: connected\ndata: {"reconnectAfterInactivityMs":40000}', ...(direct ?? [])]).toEqual(stock);
  });

  test('and every subscription declares it in its meta', () => {
    const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>);
    const isMarked = ({ meta }: AnyTRPCProcedure) => (meta as ProcedureMeta | undefined)?.isStream === true;
    const pathsOf = (isFound: (procedure: AnyTRPCProcedure) => boolean) =>
      procedures.flatMap(([path, procedure]) => (isFound(procedure) ? path : []));
    expect(pathsOf(isMarked)).toEqual(pathsOf(({ _def }) => _def.type === 'subscription'));
    expect(calledProcedures(procedures.map(([path]) => path).join(','))).toEqual(procedures.map(([path]) => path));
  });

  function eventsIn(text: string): string[] {
    const events = text.split('\n\n').map((event) => event.trim());
    // A process that has just started reports a change of everything that is counted.
    const wanted = events.filter((event) => event && !event.includes('"notice"'));
    return wanted.map((event) => event.replace(/"traceId":"[^"]*"/, '"traceId":"…"'));
  }
});

/** The response as a client sees it; ids and dates of the request itself always differ. */
async function answerOf(url: string, init?: RequestInit) {
  const response = await fetch(url, init);
  const body = JSON.stringify(await response.json()).replaceAll(/"(traceId|requestId)":"[^"]*"/g, '"$1":"…"');
  const shown = ['content-type', 'cache-control', 'vary', 'x-content-type-options', 'retry-after'];
  return { status: response.status, body, headers: shown.map((name) => response.headers.get(name)) };
}
