import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { keyCalls } from '#db/schema/key-calls.ts';
import { createKeyCalls } from '../../base/identity/keys/key-calls.ts';
import { createSecret } from '../../base/identity/keys/key-secret.ts';
import { testApp } from '../../testing/app.ts';
import { makeKey } from '../../testing/keys.ts';
import { makeCustomer } from '../../testing/people.ts';
import { codeOf } from '../../testing/refusal.ts';
import { startSecondApp } from '../../testing/second-app.ts';
import { deleteOldKeyCalls } from './delete-old-key-calls.ts';

const app = await testApp();

async function makeOwner() {
  const owner = await makeCustomer(app);
  return { ...owner, client: app.client(owner.accessToken) };
}

const logOf = async ({ client }: Awaited<ReturnType<typeof makeOwner>>, id: number) =>
  (await client.keys.calls.query({ id })).items;

/** Rows as other servers wrote them. */
const addRows = (keyId: number, count: number, at = new Date()) =>
  app.db
    .insert(keyCalls)
    .values(Array.from({ length: count }, () => ({ keyId, status: 200, code: null, traceId: randomUUID(), at })));

test('the calls of a key are listed over all APIs, with status, code and trace id, the newest first', async () => {
  const owner = await makeOwner();
  const { id, accessToken: key } = await makeKey(app, owner, { scopes: ['read'] });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const v2 = (parameters: Record<string, string>) =>
    fetch(`${app.url}/api/v2`, { method: 'POST', body: new URLSearchParams({ key, ...parameters }) });
  const expected: unknown[] = [];
  for (const [ask, ...codes] of [
    [() => fetch(`${app.url}/trpc/balance.get`, { headers }), null],
    [() => fetch(`${app.url}/trpc/services.list?input={}`, { headers }), null],
    [() => fetch(`${app.url}/trpc/orders.place`, { method: 'POST', headers, body: '{}' }), 'key_scope_missing'],
    [() => fetch(`${app.url}/trpc/orders.get?input={"id":7000}`, { headers }), 'not_found'],
    [() => fetch(`${app.url}/trpc/orders.get?input={`, { headers }), 'bad_input'],
    [() => fetch(`${app.url}/trpc/no.such`, { headers }), 'not_found'],
    [() => fetch(`${app.url}/api/v1/user/profile`, { headers }), null],
    [() => fetch(`${app.url}/api/v1/user/getAll`, { headers }), 'key_scope_missing'],
    [() => v2({ action: 'balance' }), null],
    [() => v2({ action: 'add' }), 'key_scope_missing'],
    [() => v2({ action: 'nothing' }), 'bad_input'],
    [() => fetch(`${app.url}/exports/orders.csv`, { headers }), null],
  ] as [() => Promise<Response>, string | null][]) {
    const response = await ask();
    await response.text();
    const call = { status: response.status, code: codes[0], traceId: response.headers.get('x-request-id') };
    expected.unshift({ ...call, at: expect.any(String) });
    // A connection may close after its answer was read: the order is the one of the ends.
    await vi.waitFor(async () => expect(await logOf(owner, id)).toHaveLength(expected.length));
  }
  expect(await logOf(owner, id)).toEqual(expected);
});

test('each call of a batch is listed with its own status', async () => {
  const owner = await makeOwner();
  const { id, accessToken } = await makeKey(app, owner, { scopes: ['read'] });
  const response = await fetch(`${app.url}/trpc/balance.get,orders.get,no.such?batch=1&input={"1":{"id":7000}}`, {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  await response.text();
  const traceId = response.headers.get('x-request-id');
  await vi.waitFor(async () =>
    expect(await logOf(owner, id)).toMatchObject([
      { status: 404, code: 'not_found', traceId },
      { status: 404, code: 'not_found', traceId },
      { status: 200, code: null, traceId },
    ]),
  );
});

test('calls above the limit are listed; those of a wrong secret are not, and no input is stored', async () => {
  const limits = { ...app.deps.config.limits, keyCallsPerMinute: 1 };
  const limited = await startSecondApp(app, { config: { limits } });
  const owner = await makeOwner();
  const { id, accessToken } = await makeKey(app, owner);
  const { secret: wrong } = createSecret(id);
  for (const token of [wrong, accessToken, accessToken])
    await fetch(`${limited.url}/trpc/orders.list?input={"search":"my private link"}`, {
      headers: { authorization: `Bearer ${token}` },
    }).then((response) => response.text());
  await vi.waitFor(async () =>
    expect(await logOf(owner, id)).toMatchObject([
      { status: 429, code: 'too_many_requests' },
      { status: 200, code: null },
    ]),
  );
  await limited.close();
  const rows = await app.db.select().from(keyCalls).where(eq(keyCalls.keyId, id));
  expect(JSON.stringify(rows)).not.toContain('private');
});

test('the last 1,000 calls of 7 days are listed page by page; the housekeeping deletes all others', async () => {
  const owner = await makeOwner();
  const [{ id }, { id: other }] = [await makeKey(app, owner), await makeKey(app, owner)];
  await addRows(id, 1, new Date(Date.now() - 8 * 86_400_000));
  await addRows(id, 1_010);
  await addRows(other, 1, new Date(Date.now() - 8 * 86_400_000));
  await addRows(other, 3);
  const countOf = async (keyId: number) => {
    let count = 0;
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await owner.client.keys.calls.query({ id: keyId, limit: 100, cursor });
      count += page.items.length;
      cursor = page.nextCursor;
    }
    return count;
  };
  expect([await countOf(id), await countOf(other)]).toEqual([1_000, 3]);
  await deleteOldKeyCalls(app.db);
  expect(await app.db.$count(keyCalls, eq(keyCalls.keyId, id))).toBe(1_000);
  expect(await app.db.$count(keyCalls, eq(keyCalls.keyId, other))).toBe(3);
  expect([await countOf(id), await countOf(other)]).toEqual([1_000, 3]);
});

test('the log is the owner’s, and closed to keys', async () => {
  const [owner, stranger] = [await makeOwner(), await makeOwner()];
  const { id, accessToken } = await makeKey(app, owner);
  expect(await codeOf(stranger.client.keys.calls.query({ id }))).toBe('not_found');
  expect(await codeOf(app.client(accessToken).keys.calls.query({ id }))).toBe('key_not_allowed');
  expect(await codeOf(owner.client.keys.calls.query({ id, cursor: 'x' }))).toBe('bad_input');
});

test('a flood above the limit is one row until the next write', async () => {
  const owner = await makeOwner();
  const { id } = await makeKey(app, owner);
  const refused = { keyId: id, status: 429, code: 'too_many_requests' as const, at: new Date() };
  const log = createKeyCalls(app.db);
  for (const _write of ['one', 'another']) {
    for (let nth = 0; nth < 1_000; nth++) log.note([{ ...refused, traceId: randomUUID() }]);
    await log.flush();
  }
  expect(await logOf(owner, id)).toHaveLength(2);
});

describe('a log whose database does not answer', () => {
  const call = () => ({ keyId: 7, status: 200, code: null, traceId: randomUUID(), at: new Date() });

  test('loses its rows, and holds a limited number while it waits', async () => {
    const inserted: number[] = [];
    const gate = Promise.withResolvers<void>();
    let failures = 1;
    const db = {
      insert: () => ({
        values: async (rows: unknown[]) => {
          await gate.promise;
          if (failures-- > 0) throw new Error('away');
          inserted.push(rows.length);
        },
      }),
    } as never;
    const log = createKeyCalls(db);
    log.note([call()]);
    const first = log.flush();
    log.note(Array.from({ length: 9_999 }, call));
    log.note(Array.from({ length: 60_000 }, call));
    gate.resolve();
    await first;
    await log.flush();
    expect(inserted.reduce((sum, count) => sum + count)).toBe(10_000);
    await log.flush();
    expect(inserted.reduce((sum, count) => sum + count)).toBe(10_000);
  });
});
