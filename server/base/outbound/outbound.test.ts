import { createServer, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server as NetServer } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { certificate, privateKey } from '../../testing/certificate.ts';
import { refusalOfUrl } from './allowed-address.ts';
import type { OutboundCall } from './call.ts';
import { createOutbound } from './outbound.ts';

const MEGABYTE = 1_048_576;
/** Longer than a busy machine takes. */
const A_MINUTE_MS = 60_000;
const closers: (() => void)[] = [];
afterAll(() => {
  for (const close of closers) close();
});

async function listen(server: NetServer) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => void server.close());
  return (server.address() as AddressInfo).port;
}

async function serve(answer: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((_request, response) => answer(response));
  closers.push(() => server.closeAllConnections());
  return `http://127.0.0.1:${await listen(server)}/`;
}

const never = async () => {
  throw new Error('No name is resolved here');
};
const toLoopback = createOutbound({ policy: { allowLoopback: true }, resolveName: never });
const get = (url: string, rest: Partial<OutboundCall> = {}) =>
  toLoopback({ url, method: 'GET', timeoutMs: A_MINUTE_MS, maxBytes: 8 * MEGABYTE, ...rest });

const PUBLIC_ONLY = { allowLoopback: false };

test.each([
  'http://example.com/',
  'ftp://example.com/',
  'https://user:password@example.com/',
  'https://example.com:25/',
  'https://example.com:80/',
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0177.0.0.1/',
  'https://0x7f.1/',
  'https://①②⑦.0.0.1/',
  'https://0.0.0.0/',
  'https://10.1.2.3/',
  'https://172.16.0.1/',
  'https://192.168.0.1/',
  'https://169.254.169.254/latest/meta-data',
  'https://100.64.0.1/',
  'https://192.0.2.1/',
  'https://198.18.0.1/',
  'https://224.0.0.1/',
  'https://255.255.255.255/',
  'https://[::]/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:8.8.8.8]/',
  'https://[::127.0.0.1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[64:ff9b:1::1]/',
  'https://[2002:7f00:1::]/',
  'https://[2001::1]/',
  'https://[2001:db8::1]/',
  'https://[fe80::1]/',
  'https://[fc00::1]/',
  'https://[fec0::1]/',
  'https://[ff02::1]/',
  'https://[4000::1]/',
  'https://localhost/',
  'https://LOCALHOST./',
  'https://sub.localhost/',
  'https://router.local/',
  'https://database.internal/',
  'https://postgres/',
])('%s is never called', async (url) => {
  const call = createOutbound({ policy: PUBLIC_ONLY, resolveName: never });
  expect(await call({ url, method: 'GET', timeoutMs: A_MINUTE_MS, maxBytes: 1 })).toMatchObject({
    kind: 'failed',
    reason: 'address_refused',
    mayHaveArrived: false,
  });
});

test('public hosts are allowed on the ports of https and above 1023', () => {
  for (const url of [
    'https://example.com',
    'https://example.com:8443/a?b',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
    'https://বাংলা.com/',
  ])
    expect(refusalOfUrl(new URL(url), PUBLIC_ONLY)).toBeUndefined();
});

test('a setting allows 127.0.0.1, and nothing else of this network', () => {
  const policy = { allowLoopback: true };
  expect(refusalOfUrl(new URL('http://127.0.0.1:8080/'), policy)).toBeUndefined();
  for (const url of [
    'http://127.0.0.2/',
    'http://localhost/',
    'http://[::1]/',
    'http://10.0.0.1/',
    'https://192.168.0.1/',
    'http://example.com/',
  ])
    expect(refusalOfUrl(new URL(url), policy)).toBeDefined();
});

test.each([
  ['a private address', ['10.0.0.1'], 'address_refused'],
  ['a private one beside a public one', ['8.8.8.8', '::ffff:127.0.0.1'], 'address_refused'],
  ['an IPv6 address that contains a private one', ['64:ff9b::a00:1'], 'address_refused'],
  ['something else', ['not an address'], 'address_refused'],
  ['nothing', [], 'name_not_resolved'],
])('a name that resolves to %s is not called', async (_what, addresses, reason) => {
  const call = createOutbound({ policy: PUBLIC_ONLY, resolveName: async () => addresses });
  expect(
    await call({ url: 'https://rebind.example.com/', method: 'GET', timeoutMs: A_MINUTE_MS, maxBytes: 1 }),
  ).toMatchObject({
    reason,
    mayHaveArrived: false,
  });
});

test('a name is resolved once, and the connection goes to that address although it would now resolve to another', async () => {
  const port = await listen(createTcpServer((socket) => socket.end()));
  const answers = [['127.0.0.1'], ['10.0.0.1']];
  let asked = 0;
  const call = createOutbound({ policy: { allowLoopback: true }, resolveName: async () => answers[asked++] ?? [] });
  const outcome = await call({
    url: `https://rebind.example.com:${port}/`,
    method: 'GET',
    timeoutMs: A_MINUTE_MS,
    maxBytes: 1,
  });
  // The server at the first address was reached, and speaks no TLS.
  expect(outcome).toMatchObject({ reason: 'tls_failed', mayHaveArrived: false });
  expect(asked).toBe(1);
});

test('the address is checked again when the connection is there', async () => {
  const url = await serve((response) => response.end('secret'));
  let checks = 0;
  const policy = {
    // Allowed for the URL and the look-up only.
    get allowLoopback() {
      return ++checks <= 2;
    },
  };
  const call = createOutbound({ policy, resolveName: never });
  expect(await call({ url, method: 'GET', timeoutMs: A_MINUTE_MS, maxBytes: 10 })).toMatchObject({
    reason: 'address_refused',
  });
});

test('a name server that never answers ends with the time', async () => {
  const call = createOutbound({ policy: PUBLIC_ONLY, resolveName: () => new Promise(() => {}) });
  expect(await call({ url: 'https://example.com/', method: 'GET', timeoutMs: 50, maxBytes: 1 })).toMatchObject({
    reason: 'timed_out',
    mayHaveArrived: false,
  });
});

test('an answer arrives with its status, also compressed; a redirect is an answer and is not followed', async () => {
  let asked = 0;
  const target = await serve((response) => {
    asked++;
    response.end();
  });
  const redirect = await serve((response) => response.writeHead(302, { location: target }).end());
  expect(await get(redirect)).toMatchObject({ kind: 'answered', status: 302 });
  expect(asked).toBe(0);
  for (const [encoding, bytes] of [
    ['gzip', gzipSync('{"a":1}')],
    ['br', brotliCompressSync('{"a":1}')],
  ] as const) {
    const url = await serve((response) => response.writeHead(200, { 'content-encoding': encoding }).end(bytes));
    const outcome = await get(url);
    expect(outcome.kind === 'answered' && outcome.body.toString()).toBe('{"a":1}');
  }
});

const bomb = gzipSync(Buffer.alloc(64 * MEGABYTE));
const brotliBomb = brotliCompressSync(Buffer.alloc(64 * MEGABYTE));
const drip = (response: ServerResponse) => {
  const timer = setInterval(() => response.write('x'), 20);
  response.once('close', () => clearInterval(timer));
};
const hostile: [string, (response: ServerResponse) => void, string][] = [
  ['8 MB and more', (response) => response.end(Buffer.alloc(9 * MEGABYTE)), 'answer_too_large'],
  ['a gzip bomb', (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb), 'answer_too_large'],
  [
    'a brotli bomb',
    (response) => response.writeHead(200, { 'content-encoding': 'br' }).end(brotliBomb),
    'answer_too_large',
  ],
  [
    'a body in nested compressions',
    (response) => response.writeHead(200, { 'content-encoding': 'gzip, gzip' }).end(bomb),
    'answer_unreadable',
  ],
  [
    'a broken compression',
    (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip'),
    'answer_unreadable',
  ],
  ['long headers', (response) => response.writeHead(200, { long: 'x'.repeat(20_000) }).end(), 'answer_too_large'],
  ['a slow drip', drip, 'timed_out'],
  ['silence', () => {}, 'timed_out'],
  ['a reset', (response) => response.destroy(), 'connection_failed'],
  [
    'a body that breaks off',
    (response) => void response.writeHead(200, { 'content-length': '100' }).write('x', () => response.destroy()),
    'connection_failed',
  ],
];

test.each(hostile)('%s ends in time and in bounds', async (_what, answer, reason) => {
  const url = await serve(answer);
  const outcome = await get(url, reason === 'timed_out' ? { timeoutMs: 150 } : {});
  expect(outcome).toMatchObject({ kind: 'failed', reason, mayHaveArrived: true });
});

test('a caller that needs the status only has it from each of them that sends one', async () => {
  for (const [what, answer] of hostile.filter(([name]) => !['long headers', 'silence', 'a reset'].includes(name))) {
    const url = await serve((response) => {
      if (what === 'a slow drip') response.writeHead(200);
      answer(response);
    });
    const outcome = await get(url, { maxBytes: 16, cutsBody: true, timeoutMs: A_MINUTE_MS });
    expect(outcome, what).toMatchObject({ kind: 'answered', status: 200 });
    expect(outcome.kind === 'answered' && outcome.body.length).toBeLessThanOrEqual(16);
  }
});

test('nothing was sent if no server listens or the certificate is not trusted', async () => {
  const closed = createServer();
  const port = await listen(closed);
  await new Promise<void>((resolve) => closed.close(() => resolve()));
  expect(await get(`http://127.0.0.1:${port}/`)).toMatchObject({ reason: 'connection_failed', mayHaveArrived: false });
  let asked = 0;
  const tls = createTlsServer({ cert: certificate, key: privateKey }, (_request, response) => {
    asked++;
    response.end('ok');
  });
  const tlsUrl = `https://127.0.0.1:${await listen(tls)}/`;
  expect(await get(tlsUrl)).toMatchObject({ reason: 'tls_failed', mayHaveArrived: false });
  expect(asked).toBe(0);
  const trusting = createOutbound({ policy: { allowLoopback: true }, ca: certificate });
  expect(await trusting({ url: tlsUrl, method: 'GET', timeoutMs: A_MINUTE_MS, maxBytes: 10 })).toMatchObject({
    status: 200,
  });
});

test('a request names the panel, and its headers and body arrive', async () => {
  const seen = Promise.withResolvers<unknown[]>();
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      seen.resolve([request.headers['user-agent'], request.headers['x-own'], body]);
      response.end();
    });
  });
  const url = `http://127.0.0.1:${await listen(server)}/`;
  await get(url, { method: 'POST', body: 'আমি', headers: { 'x-own': '1' } });
  expect(await seen.promise).toEqual([expect.stringContaining('reseller-panel'), '1', 'আমি']);
});
