import { expect, test } from 'vitest';
import { faultsOf } from './judge.ts';
import { type FuzzRequest, requestOf } from './requests.ts';
import { bytesOf } from './send-request.ts';

const routes = [{ method: 'GET', url: '/livez', call: undefined }];
const request = (overrides: Partial<FuzzRequest> = {}): FuzzRequest => ({
  number: 0,
  caller: 'anonymous',
  method: 'POST',
  target: '/trpc/orders.place',
  headers: [],
  body: Buffer.alloc(0),
  framing: 'length',
  ...overrides,
});
const answer = (status: number, text = '') => ({ status, text, timedOut: false });

test.each([
  [answer(500), ['answered 500']],
  [answer(503), ['answered 503 with no limit to explain it, or without Retry-After']],
  [answer(207, '[{"error":{"data":{"httpStatus":500}}}]'), ['answered 500 inside']],
  [answer(200, '{"code":"INTERNAL_SERVER_ERROR"}'), ['answered  inside']],
  [{ status: undefined, text: '', timedOut: true }, ['not answered in time']],
  [{ status: undefined, text: '', timedOut: false }, ['disconnected without a response']],
  [
    answer(400, 'Error: x\n    at parse (file:///srv/panel/app.js:1:2)'),
    ['reveals internals: at parse (file:///srv/panel/app.js:1:2)'],
  ],
  [answer(400, 'Failed query: …'), ['reveals internals: Failed query']],
  [answer(400, '{"message":"select \\"id\\" from"}'), ['reveals internals: select \\"i']],
  [answer(400, '{"message":"Some fields need your attention."}'), []],
  [answer(200, '{"message":"Select one from the list"}'), []],
  [answer(200, 'set-cookie: rt=a-pg_x; Path=/\r\n\r\n{"accessToken":"eyJhb.eyJ-pg_s.x-pg_y"}'), []],
  [answer(200, '{"message":"pg_sleep"}'), ['reveals internals: pg_']],
])('an answer %j has the faults %j', (given, faults) => {
  expect(faultsOf(request(), given)).toEqual(faults);
});

test('503 is fine from a limit with Retry-After', () => {
  const busy = answer(503, 'HTTP/1.1 503 Service Unavailable\r\nretry-after: 2\r\n\r\n{}');
  expect(faultsOf(request({ target: '/trpc/auth.login' }), busy)).toEqual([]);
  expect(faultsOf(request({ target: '/trpc/orders.place' }), busy)).toHaveLength(1);
});

test('a seed and a number are one request', () => {
  const bytes = (seed: number, number: number) =>
    bytesOf(requestOf(seed, number, routes), undefined).toString('latin1');
  const numbers = Array.from({ length: 200 }, (_, number) => number);
  expect(numbers.map((number) => bytes(7, number))).toEqual(numbers.map((number) => bytes(7, number)));
  // Reads without an input are alike.
  const writes = numbers.filter((number) => requestOf(7, number, routes).method !== 'GET');
  expect(new Set(writes.map((number) => bytes(7, number))).size).toBeGreaterThan(0.95 * writes.length);
  expect(bytes(8, 1)).not.toBe(bytes(7, 1));
});
