import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';

let clientDir: string;
let app: TestApp;
beforeAll(async () => {
  clientDir = await mkdtemp(join(tmpdir(), 'panel-client-'));
  await writeFile(join(clientDir, 'index.html'), '<!doctype html><title>Panel</title>');
  await writeFile(join(clientDir, 'sw.js'), 'self.skipWaiting();');
  app = await startTestApp({ app: { clientDir } });
});
afterAll(async () => {
  await app?.close();
  await rm(clientDir, { recursive: true });
});

it.each(['/reset-password/some-token', '/confirm-email/some-token'])(
  '%s tells its address, with the token in it, to nobody',
  async (path) => {
    const response = await fetch(app.url + path);
    expect([response.status, response.headers.get('referrer-policy')]).toEqual([200, 'no-referrer']);
    expect(await response.text()).toContain('<title>Panel</title>');
  },
);

it('a script that is no longer there is told so, to be asked for again', async () => {
  const response = await fetch(`${app.url}/assets/home-page-of-yesterday.js`);
  expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store']);
});

it('the worker is asked for again each time, and may come from the panel alone', async () => {
  const response = await fetch(`${app.url}/sw.js`);
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-cache']);
  expect(response.headers.get('content-type')).toMatch(/^(text|application)\/javascript/);
  expect(response.headers.get('content-security-policy')).toContain("worker-src 'self'");
});

it('other pages tell other hosts where they are, without the path', async () => {
  const { headers } = await fetch(`${app.url}/service`);
  expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
});
