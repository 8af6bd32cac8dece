import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { apiKeys } from '#db/schema/api-keys.ts';
import { auditEntries } from '#db/schema/audit.ts';
import { secondFactors } from '#db/schema/second-factors.ts';
import { settings } from '#db/schema/settings.ts';
import { users } from '#db/schema/users.ts';
import { BATCH_MAX_CALLS } from '#shared/batch.ts';
import { adminScopes, customerScopes, type KeyScope } from '#shared/key-scopes.ts';
import { createSecret } from '../../base/identity/keys/key-secret.ts';
import { needOf } from '../../base/identity/keys/scopes.ts';
import { send } from '../../testing/apis.ts';
import { testApp } from '../../testing/app.ts';
import { askForExport } from '../../testing/export-file.ts';
import { dollars, makeOrder, makeRecharge, makeService } from '../../testing/factories.ts';
import { listProcedures } from '../../testing/inventory.ts';
import { makeKey } from '../../testing/keys.ts';
import { follow } from '../../testing/live.ts';
import { makeCustomer, makeSignedInAdmin, type Person } from '../../testing/people.ts';
import { codeOf, refusalOf } from '../../testing/refusal.ts';
import { startSecondApp } from '../../testing/second-app.ts';

const app = await testApp({ env: { TRUST_PROXY: '127.0.0.1' } });
const there = await startSecondApp(app);
afterAll(() => there.close());

const every: KeyScope[] = [...customerScopes, ...adminScopes];
const readBalance = (accessToken: string, url = app.url, headers = {}) =>
  fetch(`${url}/trpc/balance.get`, { headers: { authorization: `Bearer ${accessToken}`, ...headers } });

async function codeIn(response: Response): Promise<string> {
  const { error } = (await response.json()) as { error?: { data: { domainCode: string } } };
  return error?.data.domainCode ?? 'ok';
}

const balanceCode = async (accessToken: string, url?: string, headers = {}) =>
  codeIn(await readBalance(accessToken, url, headers));

describe('the scopes', () => {
  let admin: Person;
  beforeAll(async () => {
    admin = await makeSignedInAdmin(app);
  });

  /** Calls procedures without an input, in batches. @returns the refusals by procedure */
  async function callAll(accessToken: string, procedures: { path: string; type: string }[]) {
    const outcomes = new Map<string, { domainCode: string; details: { scope?: string } | null } | undefined>();
    for (let start = 0; start < procedures.length; start += BATCH_MAX_CALLS) {
      const batch = procedures.slice(start, start + BATCH_MAX_CALLS);
      const response = await fetch(`${app.url}/trpc/${batch.map(({ path }) => path).join(',')}?batch=1`, {
        method: batch[0]?.type === 'mutation' ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
        body: batch[0]?.type === 'mutation' ? '{}' : undefined,
      });
      const answers = (await response.json()) as { error?: { data: { domainCode: string; details: null } } }[];
      for (const [at, { path }] of batch.entries()) outcomes.set(path, answers[at]?.error?.data);
    }
    return outcomes;
  }

  /** Streams have tests of their own. */
  test.each(['query', 'mutation'])('decide each %s', async (type) => {
    const procedures = listProcedures().filter((each) => each.type === type);
    const all = await makeKey(app, admin, { scopes: every });
    // An admin's key, but without any admin's scope and without reading.
    const bare = await makeKey(app, admin, { scopes: ['recharge'] });
    const withAll = await callAll(all.accessToken, procedures);
    const without = await callAll(bare.accessToken, procedures);
    const refused = ['key_not_allowed', 'key_scope_missing', 'unauthenticated', 'too_many_requests', 'internal'];
    for (const { path } of procedures) {
      const need = needOf(path);
      const isIn = (outcome: { domainCode: string } | undefined) => !refused.includes(outcome?.domainCode ?? 'ok');
      const expected = {
        withAll: need === 'closed' ? 'key_not_allowed' : true,
        without: need === 'closed' ? 'key_not_allowed' : need === 'public' || need === 'recharge' || need,
      };
      expect([path, need === 'closed' ? withAll.get(path)?.domainCode : isIn(withAll.get(path))]).toEqual([
        path,
        expected.withAll,
      ]);
      const code = without.get(path);
      const outcome = isIn(code) || (code?.domainCode === 'key_scope_missing' ? code.details?.scope : code?.domainCode);
      expect([path, outcome]).toEqual([path, expected.without]);
    }
  });

  test('of REST are those of its procedures', async () => {
    const customer = await makeCustomer(app, dollars(10));
    const service = await makeService(app.db);
    const caller = await makeKey(app, customer, { scopes: ['read'] });
    const orderer = await makeKey(app, customer, { scopes: ['order'] });
    const buy = `/api/v1/service/buy/${service.id}`;
    const body = { link: 'https://example.com/p/1', quantity: 1000 };
    expect((await send(app, 'GET', '/api/v1/user/profile', { caller })).data._id).toBe(String(customer.id));
    expect(await send(app, 'POST', buy, { caller, body })).toMatchObject({
      status: 403,
      message: 'This API key does not have the scope order, which the call needs.',
    });
    expect((await send(app, 'POST', buy, { caller: orderer, body })).status).toBe(200);
    expect((await send(app, 'GET', '/api/v1/user/profile', { caller: orderer })).status).toBe(403);
    const powerful = await makeKey(app, admin, { scopes: every });
    const change = { currentPassword: 'correct horse battery', newPassword: 'another horse battery' };
    for (const [method, path, closed] of [
      ['PUT', '/api/v1/user/changePassword', change],
      ['PUT', '/api/v1/user/update', { name: 'New', email: 'new@example.com', phone: '01700000001' }],
      ['POST', '/api/v1/user/login', { userName: customer.userName, password: 'correct horse battery' }],
      ['POST', '/refresh', {}],
    ] as const) {
      expect(await send(app, method, path, { caller: powerful, body: closed })).toMatchObject({
        status: 403,
        message: 'API keys can not do this. Log in to the panel instead.',
      });
    }
  });

  test("of an admin's key decide whose rows it sees", async () => {
    const customer = await makeCustomer(app, dollars(10));
    const order = await makeOrder(app.db, customer);
    const reader = await makeKey(app, admin, { scopes: ['read'] });
    const lister = await makeKey(app, admin, { scopes: ['read', 'admin.orders:read'] });
    // As a customer: the owner's own rows.
    for (const { accessToken } of [reader, lister]) {
      expect(await codeOf(app.client(accessToken).orders.get.query({ id: order.id }))).toBe('not_found');
    }
    expect((await app.client(lister.accessToken).admin.orders.get.query({ id: order.id })).id).toBe(order.id);
    const listed = async (caller: { accessToken: string }) =>
      (await send(app, 'GET', '/api/v1/service/getAllOrders', { caller })).data.length;
    expect(await listed(lister)).toBeGreaterThan(0);
    expect(await listed(reader)).toBe(0);
  });

  test('of exports are those of their lists', async () => {
    const reader = await makeKey(app, admin, { scopes: ['read', 'admin.users:read'] });
    const statusOf = async (name: Parameters<typeof askForExport>[2]) => {
      const response = await askForExport(app, reader, name);
      await response.text();
      return response.status;
    };
    expect(await statusOf('orders')).toBe(200);
    expect(await statusOf('users')).toBe(200);
    expect(await statusOf('all-orders')).toBe(403);
  });
});

describe('a key ends at once in every process', () => {
  const ends: [what: string, code: string, end: (id: number, owner: Person) => Promise<unknown>][] = [
    ['revoked', 'unauthenticated', (id, owner) => app.client(owner.accessToken).keys.revoke.mutate({ id })],
    ['revoked with all others', 'unauthenticated', (_, owner) => app.client(owner.accessToken).keys.revokeAll.mutate()],
    [
      'expired',
      'unauthenticated',
      (id) => app.db.update(apiKeys).set({ expiresAt: sql`now()` }).where(eq(apiKeys.id, id)),
    ],
    [
      'blocked',
      'blocked',
      async (_, owner) =>
        app
          .client((await makeSignedInAdmin(app)).accessToken)
          .admin.users.setBlocked.mutate({ id: owner.id, blocked: true }),
    ],
  ];
  test.each(ends)('%s', async (what, code, end) => {
    const owner = await makeCustomer(app);
    const { id, accessToken } = await makeKey(app, owner);
    const streams = [await follow(app.url, accessToken), await follow(there.url, accessToken)];
    for (const { url } of [app, there]) expect(await balanceCode(accessToken, url)).toBe('ok');
    await end(id, owner);
    for (const { url } of [app, there]) expect(await balanceCode(accessToken, url)).toBe(code);
    // The test's apps look for silent ends only when asked.
    if (what === 'expired') for (const { deps } of [app, there]) deps.events.publish('sessions');
    for (const { ended } of streams) expect(await codeOf(ended.then(thrown))).toBe(code);
  });

  test('a stream ends at the expiry by itself', async () => {
    const owner = await makeCustomer(app);
    const { accessToken } = await makeKey(app, owner, { expiresAt: new Date(Date.now() + 4_000) });
    const { ended } = await follow(app.url, accessToken);
    expect(await codeOf(ended.then(thrown))).toBe('unauthenticated');
  });

  test('the streams of others stay, also those of another key and of a session', async () => {
    const owner = await makeCustomer(app);
    const [ending, staying] = [await makeKey(app, owner), await makeKey(app, owner)];
    const session = app.client(owner.accessToken);
    const [ended, ...others] = [
      await follow(app.url, ending.accessToken),
      await follow(app.url, staying.accessToken),
      await follow(app.url, owner.accessToken),
    ];
    await session.keys.revoke.mutate({ id: ending.id });
    expect(await codeOf(ended?.ended.then(thrown) ?? Promise.resolve())).toBe('unauthenticated');
    await makeRecharge(app.db, owner);
    app.deps.events.publish('recharges', `${owner.id}:1`);
    for (const { hears, leave } of others) {
      await hears({ kind: 'recharge', id: 1 });
      leave();
    }
  });

  test("an admin's key streams the owner's changes only", async () => {
    const [admin, customer] = [await makeSignedInAdmin(app), await makeCustomer(app)];
    const { accessToken } = await makeKey(app, admin, { scopes: every });
    const stream = await follow(app.url, accessToken);
    app.deps.events.publish('orders', `${customer.id}:7`);
    app.deps.events.publish('orders', `${admin.id}:8`);
    await stream.hears({ kind: 'order', id: 8 });
    expect(stream.heard).toEqual([{ kind: 'order', id: 8 }]);
    stream.leave();
  });
});

describe("an admin's key is worth its owner's role and second factor", () => {
  test('at each call', async () => {
    const admin = await makeSignedInAdmin(app);
    const { accessToken } = await makeKey(app, admin, { scopes: every });
    const client = app.client(accessToken);
    await client.admin.orders.list.query({});
    await app.db.update(users).set({ role: 'user' }).where(eq(users.id, admin.id));
    expect(await codeOf(client.admin.orders.list.query({}))).toBe('forbidden');
    await client.balance.get.query();
    await app.db.update(users).set({ role: 'admin' }).where(eq(users.id, admin.id));
    await client.admin.orders.list.query({});
  });

  test('where the shop requires one', async () => {
    const [bare, enrolled] = [await makeSignedInAdmin(app), await makeSignedInAdmin(app)];
    const customer = await makeCustomer(app);
    await app.db.insert(secondFactors).values({ userId: enrolled.id, sealedSecret: 'x', confirmedAt: sql`now()` });
    const keys = await Promise.all([bare, enrolled, customer].map((owner) => makeKey(app, owner)));
    const stream = await follow(app.url, keys[0]?.accessToken ?? '');
    await app.db.update(settings).set({ requireAdminSecondFactor: true });
    app.deps.events.publish('sessions');
    const codes = await Promise.all(keys.map(({ accessToken }) => balanceCode(accessToken)));
    await app.db.update(settings).set({ requireAdminSecondFactor: false });
    expect(codes).toEqual(['second_factor_missing', 'ok', 'ok']);
    expect(await codeOf(stream.ended.then(thrown))).toBe('second_factor_missing');
  });

  test('and writes its id into the audit, which names it', async () => {
    const [admin, customer] = [await makeSignedInAdmin(app), await makeCustomer(app, dollars(10))];
    const key = await makeKey(app, admin, { name: 'Decider', scopes: ['admin.orders:write', 'admin.users:write'] });
    const client = app.client(key.accessToken);
    const { id } = await makeOrder(app.db, customer);
    await client.admin.orders.decide.mutate({ id, decision: 'complete' });
    const [entry] = await app.db.select().from(auditEntries).where(eq(auditEntries.action, 'order.decide'));
    expect(entry).toMatchObject({ keyId: key.id, adminId: admin.id, subjectId: id });
    const byPerson = app.client(admin.accessToken);
    await byPerson.admin.users.giveBalance.mutate({ id: customer.id, amountNanos: dollars(1) });
    const { items } = await byPerson.admin.audit.list.query({ admin: admin.id });
    expect(items.map((item) => [item.action, item.key])).toEqual([
      ['user.giveBalance', null],
      ['order.decide', { id: key.id, name: 'Decider' }],
      ['key.create', null],
    ]);
    // Above the limit a person re-authenticates; a key can not.
    expect(await codeOf(client.admin.users.giveBalance.mutate({ id: customer.id, amountNanos: dollars(101) }))).toBe(
      'key_not_allowed',
    );
  });
});

describe('a call is refused', () => {
  test.each<[what: string, lookups: number, change: (secret: string) => string]>([
    ['with an unknown secret', 1, () => createSecret(1).secret],
    ['with a key that does not exist', 1, () => createSecret(9_007_199_254_740_991).secret],
    [
      'with a changed secret, without the database',
      0,
      (secret) => secret.slice(0, -1) + (secret.endsWith('0') ? 1 : 0),
    ],
    ['with the prefix only, without the database', 0, () => 'rp_'],
    ['with 10 kB, without the database', 0, () => `rp_1_${'x'.repeat(10_000)}`],
  ])('%s', async (_, lookups, change) => {
    const { accessToken } = await makeKey(app, await makeCustomer(app));
    const lookup = vi.spyOn(app.deps, 'findKey');
    const response = await readBalance(change(accessToken));
    expect([response.status, await codeIn(response)]).toEqual([401, 'unauthenticated']);
    expect(response.headers.get('ratelimit-limit')).toBeNull();
    expect(lookup).toHaveBeenCalledTimes(lookups);
    lookup.mockRestore();
  });

  test('from other addresses than those of the key, which the proxy names', async () => {
    const owner = await makeCustomer(app);
    const { accessToken } = await makeKey(app, owner, { addresses: ['203.0.113.0/24', '2001:db8::/32'] });
    const from = (address: string) => balanceCode(accessToken, app.url, { 'x-forwarded-for': address });
    expect(await from('203.0.113.9')).toBe('ok');
    expect(await from('::ffff:203.0.113.9')).toBe('ok');
    expect(await from('2001:db8::9')).toBe('ok');
    expect(await from('203.0.114.9')).toBe('unauthenticated');
    expect(await from('203.0.113.9, 198.51.100.1')).toBe('unauthenticated');
    expect(await from('nonsense')).toBe('unauthenticated');
    expect(await balanceCode(accessToken)).toBe('unauthenticated');
  });

  test('without locking out: guesses and failed logins leave keys alone', async () => {
    const { user } = await app.registerUser();
    const key = await makeKey(app, { actor: { id: user.id, role: 'user' } });
    const guesses = Array.from({ length: 20 }, () => balanceCode(createSecret(key.id).secret));
    expect(new Set(await Promise.all(guesses))).toEqual(new Set(['unauthenticated']));
    for (let i = 0; i < 6; i++) {
      await app.post('auth.login', { userName: user.userName, password: 'not this one' });
    }
    expect(await balanceCode(key.accessToken)).toBe('ok');
  });
});

describe('the last use', () => {
  const lastUse = async (id: number) => {
    const [row] = await app.db.select().from(apiKeys).where(eq(apiKeys.id, id));
    return { at: row?.lastUsedAt ?? null, address: row?.lastUsedAddress ?? null };
  };

  test('is stored to the minute, with the address, once for many calls', async () => {
    const owner = await makeCustomer(app);
    const { id, accessToken } = await makeKey(app, owner);
    const from = (address: string) => balanceCode(accessToken, app.url, { 'x-forwarded-for': address });
    await from('203.0.113.9');
    await expect.poll(async () => (await lastUse(id)).address).toBe('203.0.113.9');
    const { at } = await lastUse(id);
    expect(at?.getSeconds()).toBe(0);
    expect(Math.abs(Date.now() - (at?.getTime() ?? 0))).toBeLessThan(61_000 * 2);
    await from('nonsense');
    await expect.poll(async () => (await lastUse(id)).address).toBe('unknown');
    const { keys } = await app.client(owner.accessToken).keys.list.query();
    expect(keys[0]).toMatchObject({ lastUsedAddress: 'unknown' });
  });

  test('that can not be stored fails no call', async () => {
    const { id, accessToken } = await makeKey(app, await makeCustomer(app));
    await app.db.$client.begin(async (tx) => {
      await tx`lock table api_keys in exclusive mode`;
      // The call does not wait for its own write.
      expect(await balanceCode(accessToken)).toBe('ok');
    });
    await expect.poll(async () => (await lastUse(id)).address).toBe('127.0.0.1');
  });
});

describe('the limit of calls', () => {
  const rateIn = ({ headers }: Response) =>
    ['limit', 'remaining', 'reset'].map((name) => Number(headers.get(`ratelimit-${name}`) ?? Number.NaN));

  test('is in the headers of every API, also of public calls and of errors', async () => {
    const { accessToken } = await makeKey(app, await makeCustomer(app));
    const headers = { authorization: `Bearer ${accessToken}` };
    const paths = [
      '/trpc/balance.get',
      '/trpc/services.list?input={}',
      '/trpc/admin.orders.list?input={}',
      '/api/v1/user/profile',
      '/api/v1/service/getAll',
      '/api/v1/user/getAll',
      '/exports/orders.csv',
      '/exports/all-orders.csv',
    ];
    let expected = 720;
    for (const path of paths) {
      const response = await fetch(app.url + path, { headers });
      await response.text();
      const [limit, remaining, reset] = rateIn(response);
      expect([path, limit, remaining]).toEqual([path, 720, --expected]);
      expect(reset).toBeGreaterThan(0);
      expect(reset).toBeLessThanOrEqual(60);
    }
    const batch = await fetch(`${app.url}/trpc/balance.get,orders.list,admin.stats?batch=1&input={"1":{}}`, {
      headers,
    });
    expect(rateIn(batch)[1]).toBe(expected - 3);
    expect(rateIn(await fetch(`${app.url}/trpc/services.list?input={}`))).toEqual([Number.NaN, Number.NaN, Number.NaN]);
    const stream = await fetch(`${app.url}/trpc/live.changes`, { headers });
    expect(rateIn(stream)[1]).toBe(expected - 4);
    await stream.body?.cancel();
  });

  test('is a setting of the server, in every API', async () => {
    const limits = { ...app.deps.config.limits, keyCallsPerMinute: 3 };
    const limited = await startSecondApp(app, { config: { limits } });
    const { accessToken: key } = await makeKey(app, await makeCustomer(app));
    const headers = { authorization: `Bearer ${key}` };
    const askV2 = () =>
      fetch(`${limited.url}/api/v2`, { method: 'POST', body: new URLSearchParams({ key, action: 'balance' }) });
    const asks = [
      () => fetch(`${limited.url}/trpc/balance.get`, { headers }),
      () => fetch(`${limited.url}/api/v1/user/profile`, { headers }),
      askV2,
    ];
    const statuses: number[] = [];
    for (const ask of [...asks, ...asks]) {
      const response = await ask();
      await response.text();
      statuses.push(response.status);
      expect(rateIn(response)[0]).toBe(3);
    }
    await limited.close();
    expect(statuses).toEqual([200, 200, 200, 429, 429, 429]);
  });

  test('is for a key in all processes together, at least 600 calls, and counts each call of a batch', async () => {
    const owner = await makeCustomer(app);
    const { id, accessToken } = await makeKey(app, owner);
    const headers = { authorization: `Bearer ${accessToken}` };
    const batch = async (url: string, calls: number) => {
      const path = Array(calls).fill('balance.get').join(',');
      const response = await fetch(`${url}/trpc/${path}?batch=1`, { headers });
      const answers = (await response.json()) as { error?: { data: { domainCode: string } } }[];
      return { response, codes: answers.map(({ error }) => error?.data.domainCode ?? 'ok') };
    };
    const accepted: string[] = [];
    for (let round = 0; round < 30; round++) {
      for (const { url } of [app, there]) accepted.push(...(await batch(url, 10)).codes);
    }
    expect(accepted.filter((code) => code === 'ok')).toHaveLength(600);
    await app.db.execute(sql`update rate_limits set count = 720 where key = ${`key:${id}`}`);
    // What the process has taken already is used up first.
    for (let i = 0; i < 2; i++) await batch(app.url, 10);
    const { response, codes } = await batch(app.url, 10);
    expect(new Set(codes)).toEqual(new Set(['too_many_requests']));
    expect(response.headers.get('retry-after')).toBe(response.headers.get('ratelimit-reset'));
    expect(rateIn(response)[1]).toBe(0);
    const rest = await fetch(`${app.url}/api/v1/user/profile`, { headers });
    expect(rest.status).toBe(429);
    expect(Number(rest.headers.get('retry-after'))).toBeGreaterThan(0);
    // A public call by the key, an export and a stream are refused as well; the owner's session is not.
    expect((await fetch(`${app.url}/trpc/services.list?input={}`, { headers })).status).toBe(429);
    expect((await askForExport(app, { accessToken }, 'orders')).status).toBe(429);
    expect(await codeOf(follow(app.url, accessToken))).toBe('too_many_requests');
    const other = await makeKey(app, owner);
    for (const token of [owner.accessToken, other.accessToken]) expect(await balanceCode(token)).toBe('ok');
  });

  test('has a refusal that a client understands', async () => {
    const { id, accessToken } = await makeKey(app, await makeCustomer(app));
    await app.db.execute(sql`
      insert into rate_limits (key, count, window_ends_at) values (${`key:${id}`}, 720, now() + interval '10 minutes')`);
    const { code, httpStatus, details } = await refusalOf(app.client(accessToken).balance.get.query());
    expect([code, httpStatus]).toEqual(['too_many_requests', 429]);
    expect(details?.retryAfterSeconds).toBeGreaterThan(60);
  });
});

function thrown(reason: unknown): never {
  throw reason;
}
