import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { testApp } from '../../testing/app.ts';

const clientDir = await mkdtemp(join(tmpdir(), 'panel-client-'));
await writeFile(join(clientDir, 'index.html'), '<!doctype html><title>Panel</title>');
await writeFile(join(clientDir, 'sw.js'), 'self.skipWaiting();');
const env = { PUBLIC_URL: 'https://panel.test' };
const app = await testApp({ env, app: { clientDir } });
const plain = await testApp({ app: { clientDir } });
afterAll(async () => {
  await rm(clientDir, { recursive: true });
});

/** All bytes of the response until the server closes, as the request demands. */
async function bytesFor(url: string, request: string): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port) });
  let received = '';
  socket.on('data', (part: Buffer) => (received += part.toString('latin1')));
  socket.on('error', () => {});
  socket.write(request);
  await once(socket, 'close');
  return received.toLowerCase();
}

const get = (path: string, ...headers: string[]) =>
  [`GET ${path} HTTP/1.1`, 'Host: panel.test', 'Connection: close', ...headers, '', ''].join('\r\n');

const answers: [what: string, request: string, status: number][] = [
  ['a page', get('/'), 200],
  ['a file', get('/sw.js'), 200],
  ['health', get('/livez'), 200],
  ['a procedure', get('/trpc/services.list?input=%7B%7D'), 200],
  ['a stream, refused or not', get('/trpc/live.changes'), 200],
  ['an unknown procedure', get('/trpc/no.such'), 404],
  ['the older interface', get('/api/v1/service/getAll'), 200],
  ['a refusal of the older interface', get('/api/v1/user/profile'), 401],
  ['the documents', get('/api/openapi.json'), 200],
  ['an unknown picture', get('/images/none.png'), 404],
  ['an unknown path of programs', get('/api/none'), 404],
  ['an export without a session', get('/exports/all-orders.csv'), 401],
  ['an address that can not be decoded', get('/%zz'), 400],
  ['a method that nothing is served by', get('/livez').replace('GET', 'TRACE'), 405],
  ['several hosts', get('/livez', 'Host: other.test'), 400],
  ['what is no HTTP', 'hello\r\n\r\n', 400],
  ['headers without an end', get('/', `X-Long: ${'x'.repeat(20_000)}`), 431],
];

describe('every response has nosniff, and with https HSTS', () => {
  test.each(answers)('%s', async (_, request, status) => {
    const head = (await bytesFor(app.url, request)).split('\r\n\r\n', 1)[0] ?? '';
    expect(head).toMatch(new RegExp(`^http/1\\.1 ${status} `));
    expect(head.match(/x-content-type-options: nosniff/g)).toHaveLength(1);
    expect(head.match(/strict-transport-security: max-age=31536000; includesubdomains/g)).toHaveLength(1);
  });

  test('a shop without https has no HSTS', async () => {
    const head = await bytesFor(plain.url, get('/'));
    expect(head).toContain('x-content-type-options: nosniff');
    expect(head).not.toContain('strict-transport-security');
  });
});

describe('a request with several hosts', () => {
  test.each(['/livez', '/trpc/services.list?input=%7B%7D', '/api/v1/service/getAll', '/'])(
    'is refused at %s',
    async (path) => {
      const shape = path.startsWith('/trpc') ? '"domaincode":"bad_input"' : '"success":false';
      for (const other of ['panel.test', 'evil.test']) {
        const answer = await bytesFor(app.url, get(path, `hOST: ${other}`));
        expect(answer).toMatch(/^http\/1\.1 400 /);
        expect(answer).toContain(shape);
      }
    },
  );
});
