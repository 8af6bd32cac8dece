import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { createPasswords } from '../identity/passwords.ts';
import { calls } from '../rest/calls.ts';
import { expectRefused, restApi, send, trpcApi } from '../testing/apis.ts';
import { testApp } from '../testing/app.ts';
import { listProcedures } from '../testing/inventory.ts';
import { makeCustomer, makeSignedInAdmin } from '../testing/people.ts';

// The panel's own limits: other tests wait longer for a hash than the panel does.
const app = await testApp({ passwords: createPasswords() });
const admin = await makeSignedInAdmin(app);

describe('18 hash flooding', () => {
  test('300 simultaneous logins are answered or refused with a time to retry', async () => {
    const customer = await makeCustomer(app);
    const flood = Promise.all(
      Array.from({ length: 300 }, (_, nth) =>
        (nth % 2 ? trpcApi : restApi).login(app, undefined, { userName: `name-${nth}`, password: 'a guess' }),
      ),
    );
    expect((await trpcApi.readProfile(app, customer, undefined)).status).toBe(200);
    const outcomes = await flood;
    const busy = outcomes.filter(({ status }) => status === 503);
    const judged = outcomes.filter(({ status }) => status === 400 || status === 401);
    expect(busy.length + judged.length).toBe(300);
    expect(judged.length).toBeGreaterThan(0);
    expect(busy.length).toBeGreaterThan(0);
    for (const { headers } of busy) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('23 floods', () => {
  const batchOf = (calledTimes: number) => {
    const path = Array.from({ length: calledTimes }, () => 'services.categories').join(',');
    return send(app, 'GET', `/trpc/${path}?batch=1&input=%7B%7D`);
  };

  test('a batch of 10 is accepted, one of 11 or of 100 is refused', async () => {
    expect((await batchOf(10)).status).toBe(200);
    for (const calledTimes of [11, 100]) expectRefused(await batchOf(calledTimes), 'bad_input');
  });

  const deep = (open: string, close: string) => open.repeat(10_000) + close.repeat(10_000);

  test.each([
    ['lists 10,000 deep', deep('[', ']'), 'bad_input'],
    ['objects 10,000 deep', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, 'bad_input'],
    ['lists 10,000 deep in a field', `{"userName":${deep('[', ']')},"password":"x"}`, 'bad_input'],
    ['60,000 keys', `{${Array.from({ length: 6_000 }, (_, nth) => `"k${nth}":1`).join(',')}}`, 'bad_input'],
    ['a body beyond 64 KB', JSON.stringify({ userName: 'x'.repeat(65_536), password: 'x' }), 'payload_too_large'],
  ] as const)('%s', async (_, body, code) => {
    for (const path of ['/trpc/auth.login', '/api/v1/user/login'])
      expectRefused(await send(app, 'POST', path, { body }), code);
  });

  test('an email hostile to patterns costs about as much as another of its length', async () => {
    const processorTimeOf = async (email: string) => {
      const before = process.cpuUsage();
      expectRefused(await trpcApi.forgotPassword(app, undefined, { email }), 'bad_input');
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const length = 60_000;
    await processorTimeOf('x'.repeat(length));
    const harmless = await processorTimeOf('x'.repeat(length));
    // Microseconds; the second part allows for other work of the process.
    for (const hostile of [`a@${'.'.repeat(length)}@`, `a@${'a.'.repeat(length / 2)}@`, ' '.repeat(length)])
      expect(await processorTimeOf(hostile)).toBeLessThan(10 * harmless + 500_000);
  });

  const listing = listProcedures()
    .filter(({ input }) => Boolean((input as z.ZodObject | undefined)?.shape?.limit))
    // A selection is read in longer pages of short rows.
    .map(({ path }) => ({ path, most: path.endsWith('.matching') ? 500 : 100 }));

  test.each(listing)('$path returns at most $most rows at a time', async ({ path, most }) => {
    for (const limit of [most + 1, 1e9, 0, -1, 1.5, '10', null]) {
      const input = encodeURIComponent(JSON.stringify({ limit }));
      expectRefused(await send(app, 'GET', `/trpc/${path}?input=${input}`, { caller: admin }), 'bad_input');
    }
    const search = encodeURIComponent(JSON.stringify({ search: '%'.repeat(1000) }));
    expectRefused(await send(app, 'GET', `/trpc/${path}?input=${search}`, { caller: admin }), 'bad_input');
  });

  test.each(calls.filter(({ isList }) => isList))('$path returns at most 5,000 rows', async ({ path }) => {
    for (const query of ['limit=5001', 'limit=1e9', 'limit=0', 'limit=-1', 'page=1e12'])
      expectRefused(await send(app, 'GET', `${path}?${query}`, { caller: admin }), 'bad_input');
  });

  test('lists were found', () => {
    expect(listing.length).toBeGreaterThanOrEqual(7);
    expect(calls.filter(({ isList }) => isList).length).toBeGreaterThanOrEqual(6);
  });
});

// 25, a formula in an exported CSV, is tested with the exports.
