import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { orders } from '#db/schema/orders.ts';
import { seedEssentials } from '#db/seed/new-shop.ts';
import { micros, nanos } from '#shared/money.ts';
import { salesPerService } from '../../features/services/service-figures.ts';
import { NO_LOOP_DELAY, testApp } from '../../testing/app.ts';
import { makeService } from '../../testing/factories.ts';
import { startSecondApp } from '../../testing/second-app.ts';
import { buildApp } from '../app.ts';

/** Two processes of one database, and the first one through tRPC's own adapter, which caches nothing. */
const here = await testApp();
const there = await startSecondApp(here);
const uncached = await buildApp(here.deps, { ...NO_LOOP_DELAY, directCalls: false });
const adapter = { url: await uncached.listen({ host: '127.0.0.1', port: 0 }), close: () => uncached.close() };
await seedEssentials(here.db);
const admin = await here.createAdminUser();
const customer = await here.registerUser();
for (const category of ['feature', 'tiktok', 'tiktok', 'youtube'] as const) {
  await makeService(here.db, { category, name: `${category} ‘ভিউ’ \\ "x"`, image: 'https://example.com/a.png' });
}
afterAll(async () => {
  await adapter?.close();
  await there?.close();
});

const REST = '/api/v1/service/getAll';
const trpcList = (input: object) => `/trpc/services.list?input=${encodeURIComponent(JSON.stringify(input))}`;
const newestOf = (category: string) => trpcList({ category, limit: 48 });
/** Every cached URL, with the inputs of older clients and of the panel's own pages. */
const cached = [
  REST,
  `${REST}?category=tiktok`,
  trpcList({}),
  trpcList({ sort: 'priceLow', limit: 2 }),
  newestOf('tiktok'),
  '/trpc/services.categories',
  '/trpc/settings.public',
  '/trpc/stats.shop',
  '/trpc/balance.methodNames',
  '/trpc/notices.list',
];

/** Node's fetch would decompress the body and hide the bytes. */
const read = async (url: string, headers: Record<string, string> = {}, method = 'GET') => {
  const response = await fetch(url, { method, headers: { 'accept-encoding': 'identity', ...headers } });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

const service = {
  name: 'Brand new',
  image: null,
  description: 'Just made.',
  category: 'tiktok' as const,
  priceMicros: micros(1),
  min: 10,
  max: 100,
  avgTimeHours: 1,
};

describe('a cached response', () => {
  test.each(cached.filter((path) => path.startsWith('/trpc')))(
    "%s is byte for byte the adapter's response",
    async (path) => {
      const [direct, plain] = [await read(here.url + path), await read(adapter.url + path)];
      expect(direct.text).toBe(plain.text);
      expect(direct.headers.get('content-type')).toBe(plain.headers.get('content-type'));
      expect(plain.headers.get('etag')).toBeNull();
    },
  );

  test('of the REST API has the same text as a short page, which is not cached', async () => {
    const [whole, page] = [await read(here.url + REST), await read(`${here.url}${REST}?page=1&limit=100`)];
    expect(whole.text).toBe(page.text.replace('"limit":100', '"limit":5000'));
    expect(whole.headers.get('content-type')).toBe(page.headers.get('content-type'));
    expect(page.headers.get('etag')).toBeNull();
    const { data, meta } = JSON.parse(whole.text) as { data: unknown[]; meta: object };
    expect(meta).toEqual({ total: data.length, page: 1, limit: 5000 });
  });

  test.each(cached)('%s is not sent again to a client that has it', async (path) => {
    const first = await read(here.url + path);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/".+"$/);
    expect(first.headers.get('cache-control')).toBe('no-cache');
    for (const known of [etag, `"x", ${etag}`, etag.replace('W/', ''), '*']) {
      const again = await read(here.url + path, { 'if-none-match': known });
      expect({ status: again.status, text: again.text }).toEqual({ status: 304, text: '' });
      expect(again.headers.get('etag')).toBe(etag);
    }
    expect((await read(here.url + path, { 'if-none-match': 'W/"another"' })).status).toBe(200);
    expect((await read(there.url + path, { 'if-none-match': etag })).status).toBe(304);
  });

  test('is compressed as the client accepts', async () => {
    for (const path of [REST, trpcList({})]) {
      const { text } = await read(here.url + path);
      const decoders = { gzip: gunzipSync, br: brotliDecompressSync };
      for (const [header, encoding] of [
        ['gzip', 'gzip'],
        ['gzip, deflate, br, zstd', 'br'],
        ['br;q=0.1, gzip;q=0.9', 'gzip'],
        ['*', 'br'],
      ] as const) {
        const { headers, bytes } = await rawBytes(here.url + path, header);
        expect(headers['content-encoding'], header).toBe(encoding);
        expect(headers.vary).toContain('Accept-Encoding');
        expect(decoders[encoding](bytes).toString()).toBe(text);
      }
      for (const header of ['identity', 'zstd', 'gzip;q=0', ';;,q=', '']) {
        const { headers, bytes } = await rawBytes(here.url + path, header);
        expect(headers['content-encoding'], header).toBeUndefined();
        expect(bytes.toString()).toBe(text);
      }
    }
  });

  test('answers HEAD with the length and no body', async () => {
    const { text, headers } = await read(here.url + REST);
    const head = await read(here.url + REST, {}, 'HEAD');
    expect({ status: head.status, text: head.text }).toEqual({ status: 200, text: '' });
    expect(head.headers.get('etag')).toBe(headers.get('etag'));
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
  });

  test('is not used for searches, later pages and invalid inputs', async () => {
    const { nextCursor } = await here.client().services.list.query({ limit: 1 });
    for (const input of [{ search: 'tiktok' }, { limit: 1, cursor: nextCursor }, { limit: 0 }, { colour: 1 }]) {
      const [direct, plain] = [await read(here.url + trpcList(input)), await read(adapter.url + trpcList(input))];
      expect(direct.headers.get('etag')).toBeNull();
      expect(direct.headers.get('cache-control')).toBe('no-store');
      expect(withoutTraceId(direct.text)).toBe(withoutTraceId(plain.text));
    }
  });
});

describe('callers', () => {
  test('an admin sees one empty user id per order; nobody else sees them, whoever calls first', async () => {
    const { id } = await makeService(here.db, { category: 'linkedin' });
    const order = {
      userId: customer.user.id,
      serviceId: id,
      serviceName: 'x',
      link: 'x',
      quantity: 1,
      priceMicros: micros(0),
      chargeNanos: nanos(0),
    };
    await here.db.insert(orders).values([order, order]);
    for (const app of [here, there]) {
      salesPerService.forget(app.deps.db);
      app.deps.events.publish('services');
    }
    const userIds = async (url: string, token?: string) => {
      const { text, headers } = await read(
        `${url}${REST}?category=linkedin`,
        token ? { authorization: `Bearer ${token}` } : {},
      );
      const isCached = token !== admin.accessToken;
      expect([headers.get('etag') !== null, headers.get('cache-control')]).toEqual([
        isCached,
        isCached ? 'no-cache' : 'no-store',
      ]);
      return (JSON.parse(text) as { data: { userIds: string[]; totalSell: number }[] }).data.map((each) => [
        each.userIds,
        each.totalSell,
      ]);
    };
    expect(await userIds(here.url, admin.accessToken)).toEqual([[['', ''], 2]]);
    for (const token of [undefined, customer.accessToken]) {
      expect(await userIds(here.url, token)).toEqual([[[], 2]]);
      expect(await userIds(there.url, token)).toEqual([[[], 2]]);
    }
    expect(await userIds(here.url, admin.accessToken)).toEqual([[['', ''], 2]]);
    const refused = await read(`${here.url}${REST}`, { authorization: 'Bearer no token at all' });
    expect([refused.status, refused.headers.get('cache-control')]).toEqual([401, 'no-store']);
    const { status } = await read(`${here.url}${REST}`, {
      authorization: `Bearer ${admin.accessToken}`,
      'if-none-match': (await read(here.url + REST)).headers.get('etag') ?? '',
    });
    expect(status).toBe(200);
  });

  test('a search without a limit is correct and complete', async () => {
    await Promise.all(Array.from({ length: 3 }, () => makeService(here.db, { description: 'rare words here' })));
    const answers = await Promise.all(
      ['', '&page=1', '&limit=4000'].map((rest) => read(`${here.url}${REST}?search=rare%20words${rest}`)),
    );
    for (const { text, headers } of answers) {
      const { data, meta } = JSON.parse(text) as { data: unknown[]; meta: { total: number } };
      expect([data.length, meta.total]).toEqual([3, 3]);
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });
});

describe('a change', () => {
  const texts = (path: string) => Promise.all([here, there].map(async ({ url }) => (await read(url + path)).text));

  test('is visible at once to its author, and to others without a new request', async () => {
    const lists = [REST, `${REST}?category=tiktok`, newestOf('tiktok'), trpcList({})];
    const before = await Promise.all(lists.map(texts));
    expect(before.flat().join('')).not.toContain('Brand new');
    const { id } = await admin.client.admin.services.create.mutate(service);
    for (const path of lists) expect((await read(here.url + path)).text).toContain('Brand new');
    await vi.waitFor(async () => {
      for (const path of lists) expect((await read(there.url + path)).text).toContain('Brand new');
    }, WITHIN);
    expect(new Set(await texts('/trpc/services.categories')).size).toBe(1);

    await there.client(admin.accessToken).admin.services.update.mutate({ ...service, id, name: 'Renamed' });
    for (const path of lists) expect((await read(there.url + path)).text).toContain('Renamed');
    await vi.waitFor(async () => expect((await read(here.url + REST)).text).toContain('Renamed'), WITHIN);

    await here.client(admin.accessToken).admin.services.delete.mutate({ id });
    for (const path of lists) expect((await read(here.url + path)).text).not.toContain('Renamed');
    await vi.waitFor(async () => expect((await read(there.url + REST)).text).not.toContain('Renamed'), WITHIN);
  });

  test('by a script is found, also by a process without notifications', async () => {
    const deaf = await startSecondApp(here, { listensAt: 'postgres://nobody@127.0.0.1:1/nothing' });
    try {
      const urls = [here.url, there.url, deaf.url];
      const lists = () => Promise.all(urls.map(async (url) => (await read(url + REST)).text));
      expect((await lists()).join('')).not.toContain('Written by a script');
      await makeService(here.db, { name: 'Written by a script' });
      await vi.waitFor(async () => {
        for (const text of await lists()) expect(text).toContain('Written by a script');
      }, WITHIN);
    } finally {
      await deaf.close();
    }
  });

  test('of the settings is visible in every process', async () => {
    const settings = await admin.client.admin.settings.get.query();
    await texts('/trpc/settings.public');
    await admin.client.admin.settings.update.mutate({ ...settings, chatUrl: 'https://t.me/changed' });
    expect((await read(`${here.url}/trpc/settings.public`)).text).toContain('t.me/changed');
    await vi.waitFor(
      async () => expect((await read(`${there.url}/trpc/settings.public`)).text).toContain('t.me/changed'),
      WITHIN,
    );
  });
});

/** A notification takes milliseconds and a poll two seconds; a slow machine may take longer. */
const WITHIN = { timeout: 20_000, interval: 20 };

const withoutTraceId = (text: string) => text.replace(/"traceId":"[^"]*"/, '');

/** The response with its raw bytes. */
async function rawBytes(url: string, acceptEncoding: string) {
  const request = get(url, { headers: acceptEncoding ? { 'accept-encoding': acceptEncoding } : {} });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return { headers: response.headers, bytes: await buffer(response) };
}
