import { randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { supplierCalls, suppliers } from '#db/schema/suppliers.ts';
import { testDatabase } from '#db/testing/database.ts';
import type { CallAction } from '#shared/suppliers.ts';
import { createOutbound } from '../../base/outbound/outbound.ts';
import { createSecretBox } from '../../base/secrets/secret-box.ts';
import type { Fault, FaultName } from '../../testing/supplier-faults.ts';
import { listedService, startSupplierServer } from '../../testing/supplier-server.ts';
import { makeSupplier } from '../../testing/suppliers.ts';
import { createSupplierClient } from './client.ts';

const { db } = await testDatabase();
const log = { error: vi.fn<(...facts: unknown[]) => void>() };
const secrets = createSecretBox(randomBytes(32).toString('base64'), log);
const server = await startSupplierServer({ key: 'a/key "with" &signs é' });
afterAll(() => server.close());
const client = createSupplierClient({
  ...{ db, secrets, log },
  outbound: createOutbound({ policy: { allowLoopback: true } }),
});
const supplier = await makeSupplier(db, secrets, server);
const order = { externalId: '101', link: 'https://example.com/p', quantity: 100 };
const add = (more = {}, of = supplier) => client.add(of, { ...order, ...more }, { forwardId: 7 });
/** The newest stored call. */
const lastCall = async () => (await db.select().from(supplierCalls).orderBy(desc(supplierCalls.id)).limit(1))[0];
const json = (body: unknown, more: Fault = {}): Fault => ({ status: 200, body: JSON.stringify(body), ...more });
const text = (body: string, more: Fault = {}): Fault => ({ status: 200, body, ...more });
/** Answers the next call of an action, and returns the result of the call. */
function after<Result>(action: CallAction, fault: Fault | FaultName, call: () => Promise<Result>): Promise<Result> {
  server.answerNext(action, fault);
  return call();
}

beforeEach(() => {
  log.error.mockClear();
  server.balance = 1_000_000_000;
});

describe('add', () => {
  test('sends a form, and the request id only to suppliers that take it', async () => {
    const before = server.bought();
    expect(await add({ requestId: 'r-1' })).toEqual({ kind: 'accepted', externalOrderId: '23501' });
    const idempotent = { ...supplier, idempotent: true };
    await add({ requestId: 'r-1', comments: 'one\ntwo' }, idempotent);
    const [first, second] = server.callsOf('add').map(({ parameters }) => parameters);
    expect(first).toEqual({ action: 'add', service: '101', link: order.link, quantity: '100' });
    expect(second).toEqual({
      action: 'add',
      service: '101',
      link: order.link,
      comments: 'one\ntwo',
      request_id: 'r-1',
    });
    expect(server.bought() - before).toBeGreaterThan(0);
  });

  test('has the key in its body only, and names the panel', async () => {
    const { promise: seen, resolve } = Promise.withResolvers<{ url: string; headers: IncomingHttpHeaders }>();
    const plain = createServer(({ url = '', headers }, response) => {
      resolve({ url, headers });
      response.writeHead(301, { location: server.url }).end();
    });
    await new Promise<void>((listening) => plain.listen(0, '127.0.0.1', listening));
    const { port } = plain.address() as AddressInfo;
    const calls = server.calls.length;
    expect(await add({}, { ...supplier, url: `http://127.0.0.1:${port}/api/v2` })).toMatchObject({ kind: 'unknown' });
    plain.close();
    const { url, headers } = await seen;
    expect(url).toBe('/api/v2');
    expect(headers).toMatchObject({
      ...{ 'user-agent': 'reseller-panel/1 (+suppliers)', accept: 'application/json' },
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(server.calls, 'the redirect').toHaveLength(calls);
  });

  test.each<[what: string, fault: Fault | FaultName, result: object]>([
    ['a number', json({ order: 5 }), { kind: 'accepted', externalOrderId: '5' }],
    ['a text', json({ status: 'success', order: 'AB-5' }), { kind: 'accepted', externalOrderId: 'AB-5' }],
    ['a number larger than a float holds', text('{"order":9007199254740993}'), { externalOrderId: '9007199254740993' }],
    ['a float of PHP', text('{"status":100,"order":2.3501e+4}'), { externalOrderId: '23501' }],
    [
      'HTML as the content type',
      json({ order: 5 }, { headers: { 'content-type': 'text/html' } }),
      { kind: 'accepted' },
    ],
    ['a byte order mark', text('\ufeff{"order":5}'), { kind: 'accepted' }],
    [
      'a notice of PHP',
      text('<br />\n<b>Notice</b>: Undefined index: [x] in /a.php\n{"order":5}'),
      { externalOrderId: '5' },
    ],
    ['an empty error', json({ order: 5, error: '' }), { kind: 'accepted' }],
    ['an error', json({ error: 'Quantity less than minimal 100' }), { kind: 'refused', reason: 'order' }],
    [
      'an error with a status',
      json({ error: 'Min 5', status: '102' }, { status: 400 }),
      { kind: 'refused', text: 'Min 5' },
    ],
    ['an Error with a capital', json({ Error: 'No link' }), { kind: 'refused', text: 'No link' }],
    ['a status of error', json({ status: 'error', msg: 'Bad link' }), { kind: 'refused', text: 'Bad link' }],
    ['a status of fail', json({ status: 'fail', message: 'Bad link' }), { kind: 'refused', text: 'Bad link' }],
    ['a failure in unknown words', json({ status: 'fail', message: 'Down' }), { kind: 'unknown', words: 'Down' }],
    [
      'unknown words',
      json({ error: 'Something went wrong, try again' }),
      { kind: 'unknown', words: 'Something went wrong, try again' },
    ],
    ['unknown words beside an order’s number', json({ error: 'Invalid link', order_id: 7 }), { kind: 'unknown' }],
    ['an error that is an object', json({ error: { code: 3 } }), { kind: 'unknown', words: '{"code":"3"}' }],
    [
      'an error that is true',
      json({ error: true, message: 'Invalid link' }),
      { kind: 'refused', text: 'Invalid link' },
    ],
    [
      'an error with a message',
      json({ error: { code: 3, message: 'Invalid link' } }),
      { kind: 'refused', text: 'Invalid link' },
    ],
    [
      'errors of fields',
      json({ error: { link: ['The link is required'] } }),
      { kind: 'refused', text: 'The link is required' },
    ],
    [
      'an error that echoes the order',
      json({ error: { code: 3, link: 'https://example.com/a', quantity: 5 } }),
      { kind: 'unknown' },
    ],
    ['no funds', json({ error: 'neworder.error.not_enough_funds' }), { reason: 'funds' }],
    ['no funds in words', json({ error: 'Your account has not enough funds on balance' }), { reason: 'funds' }],
    ['a wrong key', json({ error: 'Invalid API key' }), { reason: 'account' }],
    ['another wrong key', json({ error: 'API key is incorrect' }), { reason: 'account' }],
    ['a suspended account', json({ error: 'Account suspended' }), { reason: 'account' }],
    ['status 401', json({ error: 'No' }, { status: 401 }), { kind: 'unknown', words: 'No' }],
    ['status 402', json({ error: 'No' }, { status: 402 }), { kind: 'unknown', words: 'No' }],
    ['a wrong service', json({ error: 'error.incorrect_service_id' }), { reason: 'service' }],
    ['a disabled service', json({ error: 'Service is disabled' }), { reason: 'service' }],
    ['maintenance', json({ error: 'Service temporarily unavailable' }), { kind: 'unknown' }],
    ['an active link', json({ error: 'neworder.error.link_duplicate' }), { reason: 'link_in_use' }],
    [
      'an active link in words',
      json({ error: 'You have active order with this link. Please wait until order being completed.' }),
      { reason: 'link_in_use' },
    ],
    ['a private profile', json({ error: 'The account is private' }), { reason: 'order' }],
    ['an error with an order', json({ error: 'x', order: 5 }), { kind: 'unknown', text: 'HTTP 200: x' }],
    ['an order that is true', json({ order: true }), { kind: 'unknown' }],
    ['an order of 0', json({ order: 0 }), { kind: 'unknown' }],
    ['an order that is no value as text', json({ order: 'null' }), { kind: 'unknown' }],
    ['an order that is false as text', json({ order: 'False' }), { kind: 'unknown' }],
    ['a negative order', json({ order: -5 }), { kind: 'unknown' }],
    ['an order that is an object', json({ order: { error: 'x' } }), { kind: 'unknown' }],
    ['no order', json({ status: 'success' }), { kind: 'unknown', text: 'HTTP 200: no order' }],
    ['a list', json([{ error: 'x' }]), { kind: 'unknown' }],
    ['half a JSON', text('{"order":1,\n{"error":"x"}'), { kind: 'unknown' }],
    ['an endless error', json({ error: 'order link '.repeat(50_000) }), { kind: 'refused', reason: 'order' }],
    ['a deep JSON', text('['.repeat(300_000)), { kind: 'unknown' }],
    ['a prototype', text('{"__proto__":{"error":"x"}}'), { kind: 'unknown', text: 'HTTP 200: no order' }],
    ['nothing', text(''), { kind: 'unknown', text: 'HTTP 200: no JSON' }],
    ['a page', text('<!DOCTYPE html><script>\n{"error":"x"}'), { kind: 'unknown' }],
    ['a page of a gateway', 'page_504_before', { kind: 'unknown', text: 'HTTP 504' }],
    ['an error of the server', json({ error: 'Invalid API key' }, { status: 500 }), { kind: 'unknown' }],
    ['an order of a broken server', json({ order: 5 }, { status: 503 }), { kind: 'unknown' }],
    ['a redirect', text('', { status: 302, headers: { location: 'https://example.com/' } }), { kind: 'unknown' }],
    [
      'too many calls',
      json({ error: 'x' }, { status: 429, headers: { 'retry-after': '7' } }),
      { retryAfterSeconds: 7 },
    ],
    [
      'too many calls for ever',
      text('', { status: 429, headers: { 'retry-after': '999999' } }),
      { retryAfterSeconds: 3600 },
    ],
    ['a date to return', text('', { status: 429, headers: { 'retry-after': 'soon' } }), { retryAfterSeconds: 60 }],
    ['a lost request', 'lost_before', { kind: 'unknown', text: 'connection_failed' }],
    ['a lost answer', 'lost_after', { kind: 'unknown', text: 'connection_failed' }],
    ['too much', text(`{"order":5,"x":"${'x'.repeat(1_100_000)}"}`), { kind: 'unknown', text: 'answer_too_large' }],
  ])('reads %s', async (_what, fault, result) => {
    expect(await after('add', fault, () => add())).toMatchObject(result);
  });

  test.each<[place: string | null, body: object, result: object]>([
    ['data.order', { data: { order: 7 } }, { kind: 'accepted', externalOrderId: '7' }],
    ['order_id', { order_id: 'A7' }, { kind: 'accepted', externalOrderId: 'A7' }],
    ['a.b.c', { a: { b: { c: 7 } } }, { kind: 'accepted', externalOrderId: '7' }],
    ['data.order', { order: 7 }, { kind: 'unknown', text: 'HTTP 200: no data.order' }],
    ['data.order', { data: [{ order: 7 }] }, { kind: 'unknown' }],
    ['data.__proto__', { data: { order: 7 } }, { kind: 'unknown' }],
    ['data.order', { error: 'Invalid link' }, { kind: 'refused', reason: 'order' }],
    ['data.order', { error: 'Invalid link', order: 7 }, { kind: 'unknown' }],
    [null, { error: 'Invalid link', data: { orderId: 7 } }, { kind: 'unknown' }],
  ])('finds the number in %s of %o', async (orderPlace, body, result) => {
    expect(await after('add', json(body), () => add({}, { ...supplier, orderPlace }))).toMatchObject(result);
  });

  test('knows that nothing arrived, and ends at its deadline', async () => {
    const closed = { ...supplier, url: 'http://127.0.0.1:9/api/v2' };
    expect(await add({}, closed)).toEqual({ kind: 'refused', reason: 'not_connected', text: 'connection_failed' });
    expect(await lastCall()).toMatchObject({ failure: 'connection_failed', mayHaveArrived: false, httpStatus: null });
    const refused = { ...supplier, url: 'https://10.0.0.1/api/v2' };
    expect(await add({}, refused)).toMatchObject({ reason: 'not_connected', text: 'address_refused' });
    const hasty = createSupplierClient({
      ...{ db, secrets, log, addTimeoutMs: 1_000 },
      outbound: createOutbound({ policy: { allowLoopback: true } }),
    });
    server.answerNext('add', 'hung_after');
    expect(await hasty.add(supplier, order, { forwardId: 7 })).toEqual({ kind: 'unknown', text: 'timed_out' });
    expect(await lastCall()).toMatchObject({ failure: 'timed_out', mayHaveArrived: true });
  });

  test('stores each call without the key, however the supplier writes it', async () => {
    const { key } = server;
    const echoes = [key, encodeURIComponent(key), JSON.stringify(key), new URLSearchParams({ key }).toString()];
    const escaped = key.replaceAll('/', '\\/').replaceAll('é', '\\u00E9').replaceAll('"', '&quot;');
    const body = JSON.stringify({ error: `Wrong ${key}` }) + [...echoes, escaped].join(' ');
    const padded = `${body}${' '.repeat(65_500 - body.length)}${key}`;
    const result = await after('add', text(padded), () => add({ link: `https://example.com/?k=${key}` }));
    expect(result.kind).toBe('unknown');
    const named = await after('add', json({ error: `Wrong ${key}\0\n` }), () => add());
    expect(named).toMatchObject({ kind: 'unknown', words: 'Wrong ***' });
    const stored = await db.select().from(supplierCalls).orderBy(desc(supplierCalls.id)).limit(2);
    expect(stored[0]).toMatchObject({
      action: 'add',
      forwardId: 7,
      httpStatus: 200,
      outcome: 'unknown: HTTP 200: Wrong ***',
    });
    expect(stored[0]?.request).toContain('service=101');
    expect(stored[1]?.responseBytes).toBe(Buffer.byteLength(padded));
    expect(stored[1]?.response?.length).toBeGreaterThan(50_000);
    for (const { request, response, outcome } of stored) {
      const all = `${request}${response?.toString()}${outcome}`;
      for (const part of ['with', '%26signs', '&signs']) expect(all).not.toContain(part);
      expect(all).toContain('***');
    }
  });

  test('keeps its result if the call can not be stored', async () => {
    await db.$client`alter table supplier_calls rename to calls_away`;
    const result = await add();
    await db.$client`alter table calls_away rename to supplier_calls`;
    expect(result.kind).toBe('accepted');
    expect(log.error).toHaveBeenCalledOnce();
  });

  test('sends nothing with a key that can not be read, and stops the supplier', async () => {
    const other = createSecretBox(randomBytes(32).toString('base64'), log);
    const locked = await makeSupplier(db, other, server);
    const calls = server.calls.length;
    expect(await add({}, locked)).toMatchObject({ kind: 'refused', reason: 'account' });
    expect(await client.balance(locked)).toMatchObject({ kind: 'account' });
    expect(server.calls).toHaveLength(calls);
    const [row] = await db.select().from(suppliers).where(eq(suppliers.id, locked.id));
    expect(row?.stoppedReason).toBe('key_unreadable');
  });
});

describe('services', () => {
  const line = { service: 1, name: 'Likes', category: 'Instagram', rate: '0.90', min: '10', max: '1,000' };
  const read = (fault: Fault | FaultName) => after('services', fault, () => client.services(supplier));

  test.each<[string, unknown]>([
    ['an array', [line]],
    ['data', { status: 'success', data: [line] }],
    ['services', { services: [line] }],
    ['an object of objects', { 0: line }],
    ['an object of objects in data', { data: { a: line } }],
  ])('reads %s', async (_what, body) => {
    const result = await read(json(body));
    expect(result).toMatchObject({ kind: 'answered', unreadableCount: 0 });
    expect(result.kind === 'answered' && result.services).toEqual([
      {
        ...{ externalId: '1', name: 'Likes', category: 'Instagram', description: '', tradeType: 'Default' },
        ...{ costMicros: '900000', min: 10, max: 1000, refill: false, cancel: false },
      },
    ]);
  });

  test.each<[string, Record<string, unknown>, object]>([
    ['a cost as a number', { rate: 0.1 }, { costMicros: '100000' }],
    ['an exponent', { rate: '9e-7' }, { costMicros: '0.9' }],
    ['ten decimals', { rate: '0.0000012345' }, { costMicros: '1.2345' }],
    ['more decimals, rounded up', { rate: '0.00000000001' }, { costMicros: '0.0001' }],
    ['a thousands separator', { rate: '1,234.5' }, { costMicros: '1234500000' }],
    ['an id as text', { service: 'A1' }, { externalId: 'A1' }],
    ['a decimal comma', { rate: '0,950' }, { costMicros: '950000' }],
    ['limits in groups', { min: '1 000', max: '1,00,000' }, { min: 1000, max: 100_000 }],
    ['limits in words of thousands', { min: '1e3', max: '10K' }, { min: 1000, max: 10_000 }],
    ['limits with decimals', { min: '10.5', max: '1000.90' }, { min: 11, max: 1000 }],
    ['no limits', { min: null, max: '' }, { min: 1, max: 2_147_483_647 }],
    ['a limit without end', { max: '99999999999999999999' }, { max: Number.MAX_SAFE_INTEGER }],
    ['yes and no as texts', { refill: 'true', cancel: 'false' }, { refill: true, cancel: false }],
    ['yes and no as numbers', { refill: 1, cancel: 0 }, { refill: true, cancel: false }],
    ['a NUL and lines', { name: 'a\0b\nc', desc: ' d ' }, { name: 'a b c', description: 'd' }],
  ])('reads %s', async (_what, change, service) => {
    expect(await read(json([{ ...line, ...change }]))).toMatchObject({ services: [service] });
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['a rate with two readings', { rate: '1,234' }, 'rate_not_a_number'],
    ['the same with its sign', { rate: '$1,234' }, 'rate_not_a_number'],
    ['a rate in another currency', { rate: '0.90 €' }, 'rate_other_currency'],
    ['a minimum with two readings', { min: '1.000' }, 'limits_not_numbers'],
    ['a maximum with two readings', { max: '10.000' }, 'limits_not_numbers'],
    ['a maximum in words', { max: 'unlimited' }, 'limits_not_numbers'],
  ])('leaves out a line with %s, and says why', async (_what, change, reason) => {
    const result = await read(json([{ ...line, ...change }]));
    expect(result).toMatchObject({ services: [], unreadable: [{ externalId: '1', reason }] });
  });

  test('leaves out lines that can not be read, and names those with an id', async () => {
    const lines = [
      ...[
        line,
        line,
        { ...line, service: 2, rate: 'free' },
        { ...line, service: 3, rate: -1 },
        { name: 'x' },
        'x',
        null,
      ],
      ...[
        { ...line, service: 4 },
        { ...line, service: 4, rate: '0.91' },
        { ...line, service: 5, name: '' },
      ],
    ];
    const result = await read(json(lines));
    expect(result).toMatchObject({ kind: 'answered', services: [{ externalId: '1' }], unreadableCount: 7 });
    expect(result.kind === 'answered' && result.unreadableIds).toEqual(['2', '3', '4', '5']);
  });

  test.each<[string, Fault | FaultName, object]>([
    ['no services', json({ status: 'success', data: 'Empty Data' }), { kind: 'answered', services: [] }],
    ['an empty list', json([]), { kind: 'answered', services: [] }],
    ['a refusal', json({ error: 'Incorrect request' }), { kind: 'failed', reason: 'refused' }],
    ['a wrong key', json({ error: 'Invalid API key' }), { kind: 'failed', reason: 'account' }],
    ['too many calls', json([line], { status: 429 }), { reason: 'throttled', retryAfterSeconds: 60 }],
    ['a broken server', json([line], { status: 502 }), { reason: 'no_answer', text: 'HTTP 502' }],
    ['a page', 'html_before', { reason: 'no_answer' }],
    ['no list', json({ balance: '1' }), { reason: 'unreadable' }],
    ['millions of values', text(`[${'1,'.repeat(3_000_000)}1]`), { reason: 'no_answer', text: 'HTTP 200: no JSON' }],
    ['more than 8 MB', text(`["${'x'.repeat(8_400_000)}"]`), { reason: 'no_answer', text: 'answer_too_large' }],
  ])('reads %s', async (_what, fault, result) => {
    expect(await read(fault)).toMatchObject(result);
  });

  test('reads 5,000 services at once', async () => {
    server.services = Array.from({ length: 5_000 }, (_, at) => listedService({ service: at + 1, rate: 0.5 }));
    const result = await client.services(supplier);
    server.services = [listedService()];
    expect(result.kind === 'answered' && result.services.length).toBe(5_000);
  });
});

describe('balance', () => {
  test.each<[string, Fault | FaultName, object]>([
    [
      'a text with commas',
      json({ balance: '1,234.56', currency: 'usd' }),
      { balanceMicros: '1234560000', currency: 'USD' },
    ],
    [
      'another currency',
      json({ balance: '5', currency: 'eur' }),
      { kind: 'other_currency', balanceMicros: '5000000', text: 'EUR' },
    ],
    ['a negative number', json({ balance: -1.5 }), { kind: 'answered', balanceMicros: '-1500000' }],
    ['a wrong key', json({ error: 'Invalid API key' }), { kind: 'account', text: 'Invalid API key' }],
    ['a sign and a decimal comma', json({ balance: '$ 0,950' }), { kind: 'answered', balanceMicros: '950000' }],
    ['a balance with two readings', json({ balance: '1,234' }), { kind: 'failed', reason: 'unreadable' }],
    ['no balance', json({ balance: 'lots' }), { kind: 'failed', reason: 'unreadable' }],
    ['a page', 'html_before', { kind: 'failed', reason: 'no_answer' }],
  ])('reads %s', async (_what, fault, result) => {
    expect(await after('balance', fault, () => client.balance(supplier))).toMatchObject(result);
  });
});

describe('status', () => {
  const of = (ids: string[]) => client.status(supplier, ids);

  test('reads each order by its id', async () => {
    const good = { charge: '0.27819', start_count: '3572', status: 'Partial', remains: '-5', currency: 'usd' };
    const body = {
      1: good,
      2: 'Incorrect order ID',
      3: { error: 'Busy' },
      4: { status: 'Pending', charge: null },
      6: [],
    };
    const result = await after('status', json(body), () => of(['1', '2', '3', '4', '5', '6']));
    expect(result).toMatchObject({ kind: 'answered', calls: 1 });
    expect(result.kind === 'answered' && [...result.orders]).toEqual([
      ['1', { kind: 'status', word: 'Partial', charge: '278190', currency: 'USD', startCount: 3572, remains: -5 }],
      ['2', { kind: 'not_known', text: 'Incorrect order ID' }],
      ['3', { kind: 'unreadable', text: 'Busy' }],
      ['4', { kind: 'status', word: 'Pending' }],
      ['5', { kind: 'not_known', text: 'The response leaves it out' }],
      ['6', { kind: 'unreadable', text: 'The response has no status' }],
    ]);
  });

  test.each<[string, Fault]>([
    ['a list', json([{ status: 'Canceled' }])],
    ['null', json(null)],
    ['a text', json('Something went wrong')],
    ['no JSON', { status: 200, body: 'oops' }],
  ])('reads no order in %s', async (_, fault) => {
    const unreadable = { kind: 'unreadable' };
    const several = await after('status', fault, () => of(['0', '1']));
    expect(several.kind === 'answered' && [...several.orders.values()]).toMatchObject([unreadable, unreadable]);
    const one = await after('status', { ...fault, body: 'null' }, () => of(['0']));
    expect(one.kind === 'answered' && [...one.orders.values()]).toMatchObject([unreadable]);
  });

  test('refuses more than 100 ids, and none', async () => {
    await expect(of([])).rejects.toThrow(RangeError);
    await expect(of(Array.from({ length: 101 }, String))).rejects.toThrow(RangeError);
  });

  test('asks an old panel for one order at a time, and remembers it', async () => {
    const old = await makeSupplier(db, secrets, server);
    server.answerAll('status', {
      status: 200,
      body: ({ order: id }) => JSON.stringify(id === undefined ? { error: 'Incorrect request' } : { status: `S${id}` }),
    });
    const first = await client.status(old, ['1', '2']);
    const second = await client.status(
      old,
      Array.from({ length: 30 }, (_, at) => String(at + 1)),
    );
    server.answerAll('status', undefined);
    expect(first).toMatchObject({ kind: 'answered', calls: 3 });
    expect(first.kind === 'answered' && first.orders.get('2')).toEqual({ kind: 'status', word: 'S2' });
    expect(second).toMatchObject({ kind: 'answered', calls: 20 });
    expect(second.kind === 'answered' && second.orders.size).toBe(20);
  });

  test.each<[string, Fault, object]>([
    ['alone', json({ status: 'Completed', remains: 0 }), { kind: 'status', word: 'Completed', remains: 0 }],
    ['by id', json({ 7: { status: 'Completed' } }), { kind: 'status', word: 'Completed' }],
    ['in a list of one', json([{ status: 'Completed' }]), { kind: 'status', word: 'Completed' }],
    ['as not known', json({ error: 'Incorrect order ID' }), { kind: 'not_known' }],
  ])('reads one order %s', async (_what, fault, expected) => {
    const result = await after('status', fault, () => of(['7']));
    expect(result.kind === 'answered' && result.orders.get('7')).toMatchObject(expected);
  });
});

describe('refills and cancels', () => {
  test.each<[string, Fault, object]>([
    ['a text', json({ refill: '1' }), { kind: 'accepted', externalRefillId: '1' }],
    ['a list of one', json([{ order: 7, refill: 1 }]), { kind: 'accepted', externalRefillId: '1' }],
    ['a nested error', json({ refill: { error: 'Not refillable' } }), { kind: 'refused', text: 'Not refillable' }],
    ['a broken server', json({ error: 'x' }, { status: 500 }), { kind: 'unknown' }],
    ['neither', json({ ok: 1 }), { kind: 'unknown', text: 'HTTP 200: no refill' }],
  ])('reads %s of a refill', async (_what, fault, result) => {
    expect(await after('refill', fault, () => client.refill(supplier, '7'))).toMatchObject(result);
  });

  test('reads the status of refills, alone and together', async () => {
    const list = [
      { refill: 1, status: 'Completed' },
      { refill: '2', status: { error: 'Refill not found' } },
    ];
    const many = await after('refill_status', json(list), () => client.refillStatus(supplier, ['1', '2', '3']));
    expect(many.kind === 'answered' && [...many.refills.values()]).toMatchObject([
      { kind: 'status', word: 'Completed' },
      { kind: 'not_known', text: 'Refill not found' },
      { kind: 'not_known' },
    ]);
    const one = await after('refill_status', json({ status: 'Rejected' }), () => client.refillStatus(supplier, ['1']));
    expect(one.kind === 'answered' && one.refills.get('1')).toEqual({ kind: 'status', word: 'Rejected' });
  });

  test('reads which cancels were asked for', async () => {
    const list = [
      { order: 9, cancel: { error: 'Incorrect order ID' } },
      { order: 2, cancel: 1 },
    ];
    const many = await after('cancel', json(list), () => client.cancel(supplier, ['9', '2', '3']));
    expect(many.kind === 'answered' && [...many.orders.values()]).toMatchObject([
      { kind: 'refused', text: 'Incorrect order ID' },
      { kind: 'asked' },
      { kind: 'unknown' },
    ]);
    expect(await after('cancel', json({ error: 'x' }), () => client.cancel(supplier, ['9']))).toMatchObject({
      kind: 'refused',
    });
    expect(await after('cancel', 'page_504_after', () => client.cancel(supplier, ['9']))).toMatchObject({
      kind: 'unknown',
    });
  });
});
