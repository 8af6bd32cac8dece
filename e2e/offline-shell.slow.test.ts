import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { registerByScript, signIn } from './accounts.ts';
import { sharedPanel } from './shared-panel.ts';
import { testBrowser } from './test-browser.ts';

/** The panel opened without a network: by a reload, or from a phone's home screen. */
const panel = sharedPanel();

/** API, health, and a file that no page needs. */
const ANSWERS = ['/trpc/notices.list', '/trpc/services.categories', '/livez', '/readyz', '/robots.txt'];
const FILE_OF_THE_BUILD =
  /^\/(assets\/[\w.-]+\.(js|css|woff2)|index\.html|manifest\.webmanifest|favicon\.svg|avatar\.svg|icons\/icon-192\.png)$/;

/** A worker starts after the page has finished loading. */
const PATIENCE = { timeout: 30_000 };

const cleanUps: (() => void)[] = [];
let context: BrowserContext;

const browser = await testBrowser();
const customer = await registerByScript(panel.url, 'shell.customer');

afterEach(async () => {
  await context?.close();
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
});

test('the dashboard opens without a network, says so, and recovers by itself', async () => {
  const page = await openWithWorker(panel.url, '/dashboard', customer);
  await page.getByRole('heading', { name: 'Dashboard' }).first().waitFor();
  await context.setOffline(true);
  await page.reload();
  await page.getByText('You are offline.').waitFor();
  await page.getByRole('navigation', { name: 'Dashboard' }).waitFor();
  await page.getByRole('heading', { name: 'Dashboard' }).first().waitFor();
  await page.evaluate('window.isStillTheSame = true');
  await context.setOffline(false);
  await page.getByText('You are offline.').waitFor({ state: 'detached' });
  await page.getByText('$0.00').first().waitFor();
  expect(await page.evaluate('window.isStillTheSame')).toBe(true);
});

test('it opens from the home screen, whatever was visited before, and a missing page says so', async () => {
  const visited = await openWithWorker(panel.url, '/login');
  await context.setOffline(true);
  const page = await context.newPage();
  await page.goto(panel.url);
  await page.getByText('You are offline.').waitFor();
  await page.getByRole('heading', { level: 1, name: /The best panel/ }).waitFor();
  await visited.close();
  await page.goto(`${panel.url}/about`);
  await page.getByText('This is not on your device yet.', { exact: false }).waitFor();
  await context.setOffline(false);
  await page.getByRole('heading', { level: 1, name: 'About' }).waitFor();
});

test('in Bengali it opens in Bengali', async () => {
  // A separate user, because the account stores the language.
  const reader = await registerByScript(panel.url, 'shell.reader');
  const page = await openWithWorker(panel.url, '/dashboard', reader, 'bn');
  await page.getByRole('heading', { name: 'ড্যাশবোর্ড' }).first().waitFor();
  await context.setOffline(true);
  await page.reload();
  await page.getByRole('heading', { name: 'ড্যাশবোর্ড' }).first().waitFor();
});

test('only files of the build are cached, and no API response comes from the cache', async () => {
  const page = await openWithWorker(panel.url, '/dashboard', customer);
  await page.getByRole('heading', { name: 'Dashboard' }).first().waitFor();
  await page.goto(`${panel.url}/service`);
  await page
    .getByRole('button', { name: /Create Order/ })
    .first()
    .waitFor();
  // Bypasses the browser's HTTP cache; a worker would still respond.
  const ask = () =>
    page.evaluate(`Promise.all(${JSON.stringify(ANSWERS)}.map((path) =>
      fetch(path, { cache: 'no-store' }).then((answer) => answer.status).catch(() => 'no answer')))`);
  expect(await ask()).toEqual(ANSWERS.map(() => 200));
  const kept = await keptPaths(page);
  expect(kept).toEqual(expect.arrayContaining(['/index.html', expect.stringMatching(/^\/assets\/service-list-page-/)]));
  expect(kept.filter((path) => !FILE_OF_THE_BUILD.test(path))).toEqual([]);
  await context.setOffline(true);
  expect(await ask()).toEqual(ANSWERS.map(() => 'no answer'));
});

test.each(['/reset-password/some-token', '/api/docs', '/exports/orders.csv'])(
  '%s never gets the cached shell',
  async (path) => {
    const page = await openWithWorker(panel.url, '/');
    await context.setOffline(true);
    await expect(page.goto(panel.url + path)).rejects.toThrow('ERR_INTERNET_DISCONNECTED');
  },
);

test('a page that does not arrive in time is the cached shell, and one that does is the new one', async () => {
  const held: (() => void)[] = [];
  let isSlow = false;
  const front = await putInFront((path, body) => {
    if (isSlow && path === '/') return new Promise((resolve) => held.push(() => resolve(body)));
    return Promise.resolve(path === '/' ? body.replace('<head>', '<head><meta name="from" content="server">') : body);
  });
  const page = await openWithWorker(front.url, '/');
  await page.reload();
  expect(await page.locator('meta[name=from]').count()).toBe(1);
  isSlow = true;
  await page.reload();
  await page.getByRole('heading', { level: 1, name: /The best panel/ }).waitFor();
  expect(await page.locator('meta[name=from]').count()).toBe(0);
  for (const release of held) release();
});

test('the worker of a new build takes over without a reload, and removes the old files', async () => {
  let build = 1;
  const front = await putInFront(async (path, body) => {
    if (build === 1) return body;
    if (path === '/sw.js')
      return body
        .replace(/"revision":"[0-9a-f]+","url":"index\.html"/, '"revision":"of-build-2","url":"index.html"')
        .replace(/\{"revision":null,"url":"assets\/geist[^}]*\},/, '');
    return path === '/index.html' || path === '/'
      ? body.replace('<head>', '<head><meta name="build" content="2">')
      : body;
  });
  const page = await openWithWorker(front.url, '/');
  const before = await keptPaths(page);
  expect(before.some((path) => path.includes('geist'))).toBe(true);
  build = 2;
  const loads: string[] = [];
  page.on('request', (request) => request.isNavigationRequest() && loads.push(request.url()));
  await page.reload();
  const pages = async () => (await keptUrls(page)).filter((url) => /index\.html|geist/.test(url));
  await expect.poll(pages, PATIENCE).toEqual(['/index.html?__WB_REVISION__=of-build-2']);
  expect(loads).toEqual([`${front.url}/`]);
  await context.setOffline(true);
  await page.reload();
  await page.getByText('You are offline.').waitFor();
  expect(await page.locator('meta[name=build]').count()).toBe(1);
});

/** A page that was opened once, with all its files cached by its worker. */
async function openWithWorker(url: string, path: string, session?: object, language?: 'bn'): Promise<Page> {
  context = await browser.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: 'allow' });
  const page = await context.newPage();
  if (session) await signIn(page, session, 'bumblebee', language);
  await page.goto(url + path);
  await expect.poll(() => page.evaluate('Boolean(navigator.serviceWorker.controller)'), PATIENCE).toBe(true);
  await page.locator('main h1, main h2').first().waitFor();
  await expect
    .poll(
      () =>
        page.evaluate(`Promise.all(performance.getEntriesByType('resource').map(({ name }) => name)
        .filter((name) => name.startsWith(location.origin + '/assets/'))
        .map(async (name) => (await caches.match(name)) ? [] : [name])).then((missing) => missing.flat())`),
      PATIENCE,
    )
    .toEqual([]);
  return page;
}

/** All cached URLs of this origin, from any cache. */
async function keptUrls(page: Page): Promise<string[]> {
  return (await page.evaluate(`(async () => {
    const opened = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = await Promise.all(opened.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => url.slice(location.origin.length));
  })()`)) as string[];
}

async function keptPaths(page: Page): Promise<string[]> {
  return (await keptUrls(page)).map((url) => url.replace(/\?.*/, ''));
}

/** A separate origin that can modify the panel's pages and files. */
async function putInFront(change: (path: string, body: string) => Promise<string>): Promise<{ url: string }> {
  const server = createServer((request, response) => {
    void pass(request, response).catch(() => response.destroy());
  });
  async function pass({ url = '/' }: IncomingMessage, response: ServerResponse): Promise<void> {
    const answer = await fetch(panel.url + url);
    const type = answer.headers.get('content-type') ?? '';
    response.writeHead(answer.status, {
      'content-type': type,
      'cache-control': answer.headers.get('cache-control') ?? 'no-store',
      'content-security-policy': answer.headers.get('content-security-policy') ?? '',
    });
    if (/html|javascript/.test(type)) response.end(await change(url, await answer.text()));
    else response.end(Buffer.from(await answer.arrayBuffer()));
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUps.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://localhost:${(server.address() as AddressInfo).port}` };
}
