import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { type Proxy, startProxy } from '#db/testing/proxy.ts';
import { testApp } from '../../testing/app.ts';
import { dollars, makeAskableOrder, makeService } from '../../testing/factories.ts';
import { makeTrader, postTrade, readTrade } from '../../testing/trade.ts';
import { readStatuses } from './read-statuses.ts';

const logged: string[] = [];
let delayMs = 0;
let proxy: Proxy;
const app = await testApp({
  reach: async (target) => (proxy = await startProxy({ target })).url,
  app: {
    eventLoopDelayMs: () => delayMs,
    logger: pino({ level: 'info' }, { write: (line: string) => void logged.push(line) }),
  },
});
const trader = await makeTrader(app, { balanceNanos: dollars(2000) });
const { key } = trader;
const service = (await makeService(app.db)).id;

const FORM = 'application/x-www-form-urlencoded';
const MSIE = 'Mozilla/4.0 (compatible; MSIE 5.01; Windows NT 5.0)';
const balance = `key=${key}&action=balance`;
const bytes = (text: string) => new TextEncoder().encode(text);
const multipart = (fields: [string, string][], boundary = '------------------------d74496d66958873e') =>
  `${fields.map(([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`).join('')}--${boundary}--\r\n`;
const curlType = 'multipart/form-data; boundary=------------------------d74496d66958873e';
const withFile = new FormData();
withFile.append('key', key);
withFile.append('file', new Blob(['x'.repeat(60_000)]), 'photo.png');
withFile.append('action', 'balance');

const isBalance = { currency: 'USD' };
const isOrder = { order: expect.any(Number) };
const add = { key, action: 'add', service, link: '@somebody', quantity: 10 };

type Sent = [body: string | FormData | Uint8Array<ArrayBuffer>, headers: Record<string, string>, path?: string];

/** Bodies as clients send them, by language and library. */
it.each<[string, Sent, unknown]>([
  ['PHP: curl with a joined text', [balance, { 'content-type': FORM, 'user-agent': MSIE }], isBalance],
  [
    'PHP: curl with an array',
    [
      multipart([
        ['key', key],
        ['action', 'balance'],
      ]),
      { 'content-type': curlType },
    ],
    isBalance,
  ],
  [
    'PHP: http_build_query',
    [
      `key=${key}&action=add&service=${service}&link=https%3A%2F%2Fexample.com%2F%3Fa%3D1%26b%3D2&quantity=10`,
      { 'content-type': FORM },
    ],
    isOrder,
  ],
  [
    'Python: requests with data',
    [balance, { 'content-type': FORM, 'user-agent': 'python-requests/2.34.2' }],
    isBalance,
  ],
  ['Python: requests with json', [JSON.stringify(add), { 'content-type': 'application/json' }], isOrder],
  [
    'JavaScript: axios with URLSearchParams',
    [balance, { 'content-type': `${FORM};charset=utf-8`, origin: 'https://elsewhere.example' }],
    isBalance,
  ],
  ['JavaScript: axios with a slash', [balance, { 'content-type': FORM }, '/api/v2/'], isBalance],
  [
    'JavaScript: missing values as texts',
    [
      `${new URLSearchParams({ ...add, service: String(service), quantity: '10' }).toString()}&runs=undefined&interval=null&rate=`,
      {
        'content-type': FORM,
      },
    ],
    isOrder,
  ],
  ['JavaScript: FormData with a file', [withFile, {}], isBalance],
  ['JavaScript: fetch with a text', [balance, { 'content-type': 'text/plain;charset=UTF-8' }], isBalance],
  ['no content type', [bytes(balance), {}], isBalance],
  ['an empty content type', [bytes(balance), { 'content-type': '' }], isBalance],
  ['a content type that is none', [balance, { 'content-type': 'form' }], isBalance],
  ['another charset', [balance, { 'content-type': `${FORM}; charset=ISO-8859-1` }], isBalance],
  [
    'JSON in another case',
    [JSON.stringify({ key, action: 'balance' }), { 'content-type': 'Application/JSON; x' }],
    isBalance,
  ],
  [
    'JSON with a byte order mark',
    [`\uFEFF${JSON.stringify({ key, action: 'balance' })}`, { 'content-type': 'application/json' }],
    isBalance,
  ],
  [
    'a cookie and a token of others',
    [balance, { 'content-type': FORM, cookie: 'rt=x', authorization: 'Bearer x' }],
    isBalance,
  ],
  [
    'PHP: http_build_query with separators for a page',
    [balance.replace('&', '&amp;'), { 'content-type': FORM }],
    isBalance,
  ],
  [
    'a list of ids in JSON',
    [JSON.stringify({ key, action: 'status', orders: [900, '901'] }), { 'content-type': 'application/json' }],
    { 900: { error: 'Incorrect order ID' }, 901: { error: 'Incorrect order ID' } },
  ],
  ['the last of repeated parameters counts', [`action=add&${balance}`, { 'content-type': FORM }], isBalance],
  [
    'unknown parameters',
    [`${balance}&order[]=1&__proto__=1&constructor=1&toString=1`, { 'content-type': FORM }],
    isBalance,
  ],
])('reads %s', async (_, [body, headers, path], expected) => {
  const answer = await postTrade(app, body, headers, path);
  expect(answer).toMatchObject({ status: 200, body: expected });
  expect(answer.headers.get('content-type')).toBe('application/json');
});

const deep = (length: number) => '['.repeat(length) + ']'.repeat(length);
const asJson = { 'content-type': 'application/json' };
const asForm = { 'content-type': FORM };
const request = 'Incorrect request';

it.each<[string, string | Uint8Array<ArrayBuffer>, Record<string, string>, string]>([
  ['JSON that is none', '{"key":', asJson, request],
  ['a JSON list', `["${key}"]`, asJson, request],
  ['JSON null', 'null', asJson, request],
  ['deep JSON', deep(30_000), asJson, request],
  ['deep JSON in a parameter', `{"key":${deep(30_000)}}`, asJson, 'Invalid API key'],
  ['a prototype', `{"__proto__":{"key":"${key}"}}`, asJson, 'Invalid API key'],
  ['bytes that are not UTF-8', new Uint8Array([0x6b, 0x65, 0x79, 0x3d, 0xff, 0xfe]), asForm, request],
  ['a comment in another charset', `${balance}&comments=caf%E9`, asForm, request],
  ['a NUL in the key', `key=${key}%00&action=balance`, asForm, 'Invalid API key'],
  ['a NUL in the action', `key=${key}&action=balance%00`, asForm, request],
  ['a key of 60 kB', `key=rp_1_${'x'.repeat(60_000)}`, asForm, 'Invalid API key'],
  ['a multipart body without boundary', balance, { 'content-type': 'multipart/form-data' }, request],
  ['half a multipart body', multipart([['key', key]]).slice(0, 90), { 'content-type': curlType }, request],
  [
    'a multipart body of 500 parts',
    multipart(Array.from({ length: 500 }, (): [string, string] => ['key', key])),
    { 'content-type': curlType },
    request,
  ],
  ['200 kB', `${balance}&link=${'x'.repeat(200_000)}`, asForm, 'The request is too large.'],
  ['60,000 parameters before the key', `${'a&'.repeat(60_000)}${balance}`, asForm, 'Invalid API key'],
  ['60 kB of commas', `key=${key}&action=status&orders=${','.repeat(60_000)}`, asForm, 'Too many ids: at most 1000'],
  ['fewer commas', `key=${key}&action=status&orders=,%20,`, asForm, 'Incorrect order ID'],
  ['an exponent in JSON', `{"key":"${key}","action":"status","order":1e21}`, asJson, 'Incorrect order ID'],
  ['a number beyond 2^53', `{"key":"${key}","action":"status","order":9007199254740993}`, asJson, 'Incorrect order ID'],
  ['a list of lists in JSON', `{"key":"${key}","action":"status","orders":[[1],{}]}`, asJson, 'Incorrect order ID'],
  ['an empty body', '', asForm, 'Invalid API key'],
])('answers %s with one sentence', async (_, body, headers, text) => {
  expect(await postTrade(app, body, headers)).toMatchObject({ status: 200, text: JSON.stringify({ error: text }) });
});

describe('GET', () => {
  const get = async (method = 'GET') => fetch(`${app.url}/api/v2?${balance}`, { method });

  it('is off until the shop turns it on, and never logged', async () => {
    const off = await readTrade(await get());
    expect(off).toMatchObject({ status: 200, body: { error: expect.stringMatching(/^GET is off/) } });
    expect((await postTrade(app, '', asForm, `/api/v2?${balance}`)).body).toEqual(off.body);
    const { client } = await app.createAdminUser();
    await client.admin.settings.update.mutate({ apiV2Get: true });
    expect(await readTrade(await get())).toMatchObject({ status: 200, body: isBalance });
    expect((await postTrade(app, '', asForm, `/api/v2/?${balance}`)).body).toMatchObject(isBalance);
    expect((await get('HEAD')).status).toBe(405);
    expect((await fetch(`${app.url}/api/v2?${balance}&x=%zz`)).status).toBe(200);
    await client.admin.settings.update.mutate({ apiV2Get: false });
    await expect.poll(() => logged.filter((line) => line.includes('/api/v2')).length).toBeGreaterThan(40);
    expect(logged.join('')).not.toContain(key.slice(0, 20));
  });
});

it('logs who called by which key, and neither the key nor a parameter', async () => {
  const { headers } = await trader.call({ action: 'add', service, link: 'https://canary.example/', quantity: 10 });
  const id = headers.get('x-request-id') ?? '';
  await expect.poll(() => logged.find((line) => line.includes(id))).toBeDefined();
  const line = logged.find((each) => each.includes(id)) ?? '';
  expect(JSON.parse(line)).toMatchObject({
    path: '/api/v2',
    status: 200,
    userId: trader.id,
    keyId: expect.any(Number),
  });
  expect(logged.join('')).not.toMatch(/canary/);
});

it('reads the statuses of 1,000 orders in one statement', async () => {
  let statements = 0;
  const $client = ((...args: Parameters<typeof app.db.$client>) => {
    statements++;
    return app.db.$client(...args);
  }) as unknown as typeof app.db.$client;
  const db = { ...app.db, $client } as typeof app.db;
  const orders = Array.from({ length: 1_000 }, (_, nth) => nth + 1).join(',');
  expect(Object.keys(JSON.parse(await readStatuses({ db }, trader.actor, { orders })) as object)).toHaveLength(1_000);
  expect(statements).toBe(1);
});

it.each([
  ['refill', 'refill'],
  ['cancel', 'cancel'],
] as const)('asks %s of 1,000 orders in as many round trips as of one', async (action, field) => {
  const { id } = await makeAskableOrder(app.db, trader);
  const ids = [...Array.from({ length: 999 }, (_, nth) => 1_000_000 + nth), id];
  const before = proxy.turns();
  const { body } = await trader.call({ action, orders: ids.join(',') });
  // A transaction of some statements, the key, and the polls of the event bus.
  expect(proxy.turns() - before).toBeLessThan(25);
  expect(body).toHaveLength(1_000);
  expect(body[0]).toEqual({ order: 1_000_000, [field]: { error: 'Incorrect order ID' } });
  expect(body[999]).toMatchObject({ order: id });
});

it('answers 503 in the same shape under overload', async () => {
  delayMs = 1_000;
  const answers = [await trader.call({ action: 'balance' }), await readTrade(await fetch(`${app.url}/api/v2/`))];
  delayMs = 0;
  for (const answer of answers) {
    expect(answer).toMatchObject({ status: 503, body: { error: 'The server is busy. Please try again in a moment.' } });
    expect(Object.keys(answer.body as object)).toEqual(['error']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }
});

it('answers 503 in the same shape while the database is away', async () => {
  await proxy.close();
  const answers = await Promise.all(
    ['add', 'status', 'balance', 'services'].map((action) =>
      trader.call({ action, service, link: '@somebody', quantity: 10, order: 1 }),
    ),
  );
  for (const answer of answers) {
    expect(answer).toMatchObject({
      status: 503,
      text: '{"error":"The server is busy. Please try again in a moment."}',
    });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }
});
