import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { BuiltShell } from './page-files.ts';

const INDEX = '<!doctype html><head><title>Panel</title></head><body></body>';
const links = '<link rel="modulepreload" crossorigin href="/assets/$&.js">';
const shell: BuiltShell = { path: '/dashboard', links };

const clientDir = mkdtempSync(join(tmpdir(), 'panel-shells-'));
let app: TestApp;

beforeAll(async () => {
  writeFileSync(join(clientDir, 'index.html'), INDEX);
  mkdirSync(join(clientDir, '.rendered'));
  writeFileSync(join(clientDir, '.rendered/shells.json'), JSON.stringify([shell]));
  app = await startTestApp({ app: { clientDir } });
});
afterAll(async () => {
  await app?.close();
  rmSync(clientDir, { recursive: true });
});

const get = (path: string, headers = {}) => fetch(app.url + path, { headers });

it.each(['/dashboard', '/dashboard?order=7'])('%s names what its code begins with', async (path) => {
  const answer = await get(path);
  expect(await answer.text()).toBe(INDEX.replace('</head>', () => `${links}</head>`));
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'");
});

it.each(['/dashboard/', '/Dashboard', '/dashboard/orders/7', '/__proto__', '/constructor'])(
  '%s comes as the shell alone',
  async (path) => {
    expect(await (await get(path)).text()).toBe(INDEX);
  },
);

it('is asked for again each time, and sent again only in a new build', async () => {
  const { headers } = await get('/dashboard');
  expect(headers.get('cache-control')).toBe('no-cache');
  const etag = headers.get('etag') ?? '';
  expect((await get('/dashboard', { 'if-none-match': etag })).status).toBe(304);
  expect((await get('/dashboard', { 'if-none-match': 'W/"another"' })).status).toBe(200);
});
