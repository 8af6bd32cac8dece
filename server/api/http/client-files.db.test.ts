import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { testApp } from '../../testing/app.ts';

const INDEX = '<!doctype html><html lang="en"><head><title>Panel</title></head><body></body></html>';
/** The same with the shop's name and settings. */
const SHELL =
  /^<!doctype html><html lang="en" data-shop><head><title>Reseller Panel<\/title><\/head><body><script id="page-data" type="application\/json">\{"language":"en","reads":\[.*"shopName":[^<]*\}<\/script><\/body><\/html>$/;
const links = '<link rel="modulepreload" crossorigin href="/assets/$&.js">';

const clientDir = mkdtempSync(join(tmpdir(), 'panel-client-'));
writeFileSync(join(clientDir, 'index.html'), INDEX);
writeFileSync(join(clientDir, 'sw.js'), 'self.skipWaiting();');
mkdirSync(join(clientDir, '.rendered'));
mkdirSync(join(clientDir, 'videos'));
writeFileSync(join(clientDir, 'videos/order-en.webm'), 'a silent film');
writeFileSync(join(clientDir, '.rendered/shells.json'), JSON.stringify([{ path: '/dashboard', links }]));
const app = await testApp({ app: { clientDir } });
afterAll(async () => {
  rmSync(clientDir, { recursive: true });
});

const get = (path: string, headers = {}) => fetch(app.url + path, { headers });

it.each(['/reset-password/some-token', '/confirm-email/some-token', '/not-me/some-token'])(
  '%s sends its URL, with the token in it, to nobody',
  async (path) => {
    const response = await get(path);
    expect([response.status, response.headers.get('referrer-policy')]).toEqual([200, 'no-referrer']);
    expect(await response.text()).toContain('<title>Reseller Panel</title>');
  },
);

it('the purchases are found at the path that older mails have', async () => {
  const { status, headers } = await fetch(`${app.url}/dashboard/forwards?state=unknown`, { redirect: 'manual' });
  expect([status, headers.get('location')]).toEqual([308, '/dashboard/purchases?state=unknown']);
});

it.each([
  ['a script of an older build', '/assets/home-page-of-yesterday.js'],
  ['an icon that browsers guess', '/favicon.ico'],
])('%s is not found, and the 404 is not cached', async (_, path) => {
  const response = await get(path);
  expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store']);
});

it('the worker is revalidated each time, and only the panel may provide it', async () => {
  const response = await get('/sw.js');
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-cache']);
  expect(response.headers.get('content-type')).toMatch(/^(text|application)\/javascript/);
  expect(response.headers.get('content-security-policy')).toContain("worker-src 'self'");
});

it('a video is served in parts, and cached for a week', async () => {
  const response = await get('/videos/order-en.webm', { range: 'bytes=2-7' });
  expect([response.status, await response.text()]).toEqual([206, 'silent']);
  expect(response.headers.get('content-range')).toBe('bytes 2-7/13');
  expect(response.headers.get('content-type')).toBe('video/webm');
  expect(response.headers.get('cache-control')).toBe('public, max-age=604800');
  expect(response.headers.get('content-security-policy')).toContain("media-src 'self'");
});

it('other pages send other hosts their origin, without the path', async () => {
  const { headers } = await get('/service');
  expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
});

describe('a page with preloaded scripts', () => {
  it.each(['/dashboard', '/dashboard?order=7'])('%s links to them', async (path) => {
    const answer = await get(path);
    const html = await answer.text();
    expect(html).toContain(`${links}</head>`);
    expect(html.replace(links, '')).toMatch(SHELL);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'");
  });

  it.each(['/dashboard/', '/Dashboard', '/dashboard/orders/7', '/__proto__', '/constructor'])(
    '%s is the shell alone',
    async (path) => {
      expect(await (await get(path)).text()).toMatch(SHELL);
    },
  );

  it('is served to the service worker without the shop, which may change', async () => {
    expect(await (await get('/index.html')).text()).toBe(INDEX);
  });

  it('is revalidated each time, and sent again only after a new build', async () => {
    const { headers } = await get('/dashboard');
    expect(headers.get('cache-control')).toBe('no-cache');
    const etag = headers.get('etag') ?? '';
    expect((await get('/dashboard', { 'if-none-match': etag })).status).toBe(304);
    expect((await get('/dashboard', { 'if-none-match': 'W/"another"' })).status).toBe(200);
  });
});
