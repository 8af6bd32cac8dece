import type { Page, Route } from 'playwright-core';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { registerByScript, scriptClient, signIn } from './accounts.ts';
import { watchPage, watchRequests } from './browser.ts';
import { sharedPanel } from './shared-panel.ts';
import { testBrowser } from './test-browser.ts';
import { untilHydrated } from './until-hydrated.ts';

/** Public pages are sent as HTML: for slow phones, for search engines, and without scripts. */
const panel = sharedPanel();

const words = {
  '/': { en: 'The best panel for likes, followers and views', bn: 'লাইক, ফলোয়ার ও ভিউয়ের সেরা প্যানেল' },
  '/service': { en: 'Price per 1000', bn: 'প্রতি ১,০০০-এর দাম' },
  '/about': { en: 'Affordable Pricing', bn: 'আমাদের সম্পর্কে' },
  '/developers': { en: 'API v2, webhooks and a typed client', bn: 'ওয়েবহুক ও টাইপ করা ক্লায়েন্ট' },
  '/register': { en: 'Confirm Password', bn: 'পাসওয়ার্ড আবার লিখুন' },
} as const;
const paths = Object.keys(words) as (keyof typeof words)[];
/** Of the document; an ordinary page has the shop's settings as data, too. */
const RENDERED = '<html lang="en" data-rendered';
/** Of 1,460 bytes each (RFC 6928), in which the response's head has room as well. */
const TEN_SEGMENTS = 14_600;
const MOST_SHIFTED = 0.02;
const PHONE = { width: 360, height: 740 };
/** A page that is not rendered within a second is sent in its previous version. */
const UNTIL_RENDERED = { timeout: 20_000, interval: 200 };

const browser = await testBrowser();
const { tokens } = await scriptClient(panel.url).auth.login.mutate(panel.admin);
const admin = scriptClient(panel.url, tokens.accessToken);

const get = (path: string, headers: Record<string, string> = {}) => fetch(panel.url + path, { headers });
const textOf = async (path: string, headers?: Record<string, string>) => (await get(path, headers)).text();
const bodyOf = (html: string) => html.slice(html.indexOf('<div id="root">'), html.indexOf('<script id="page-data"'));

/** The page's own, in the first view of a wide screen. */
async function shownService() {
  const { items } = await scriptClient(panel.url).services.list.query({ sort: 'recommended', limit: 5 });
  const [first] = items;
  if (!first) throw new Error('there are no services');
  const { id, name, image, description, category, priceMicros, min, max, avgTimeHours } = first;
  return { id, name, image, description, category, priceMicros, min, max, avgTimeHours };
}

/** A busy machine sends a page unrendered until it has rendered it once. */
beforeAll(async () => {
  for (const path of paths)
    for (const language of ['en', 'bn'] as const)
      await vi.waitFor(
        async () =>
          expect(bodyOf(await textOf(path, { cookie: `language=${language}` }))).toContain(words[path][language]),
        UNTIL_RENDERED,
      );
});

test.each([
  ['en', 'Is there an extra fee?', 'Every dollar that you add is on your balance.'],
  ['bn', 'বাড়তি কোনো ফি আছে?', 'পুরোটাই ব্যালেন্সে জমা হয়।'],
])('the questions and answers are in the first HTML of the home page, in %s', async (language, question, answer) => {
  const html = bodyOf(await textOf('/', { cookie: `language=${language}` }));
  expect(html.match(/<details/g)).toHaveLength(6);
  for (const text of [question, answer]) expect(html.slice(html.indexOf('<details'))).toContain(text);
});

test.each([
  ['en', '24/7 support, affordable prices and fast delivery'],
  ['bn', '২৪/৭ সাপোর্ট, সাশ্রয়ী দাম আর দ্রুত ডেলিভারি'],
])('the first HTML of the home page markets the panel with its three promises, in %s', async (language, promises) => {
  expect(bodyOf(await textOf('/', { cookie: `language=${language}` }))).toContain(promises);
});

test.each(['en', 'bn'])('the home page fits into the first ten segments of a connection, in %s', async (language) => {
  const { headers } = await get('/', { 'accept-encoding': 'br', cookie: `language=${language}` });
  expect(Number(headers.get('content-length'))).toBeLessThanOrEqual(TEN_SEGMENTS);
});

test('a page has the global styles that it uses, and all of them once its code is there', async () => {
  const hasAnimation = `[...document.styleSheets].some(({ cssRules }) => JSON.stringify([...cssRules].map(({ cssText }) => cssText))
    .includes('@keyframes slide-from-right-full'))`;
  const page = await (await browser.newContext({ viewport: PHONE })).newPage();
  const go = await holdScripts(page);
  await page.goto(panel.url, { waitUntil: 'commit' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.evaluate(hasAnimation)).toBe(false);
  go();
  await untilHydrated(page);
  expect(await page.evaluate(hasAnimation)).toBe(true);
  await page.context().close();
});

describe.each(paths)('%s over HTTP', (path) => {
  test.each([
    ['the cookie', 'bn', { cookie: 'language=bn', 'accept-language': 'en' }],
    ['the browser', 'bn', { 'accept-language': 'fr-FR, bn-BD;q=0.9, en;q=0.5' }],
    ['nobody', 'en', { 'accept-language': 'fr', cookie: 'language=xx' }],
  ] as const)('it has the language of %s', async (_who, language, headers) => {
    const answer = await get(path, headers);
    const html = await answer.text();
    expect(html).toContain(`<html lang="${language}"`);
    expect(bodyOf(html)).toContain(words[path][language]);
    expect(answer.headers.get('content-language')).toBe(language);
    expect(answer.headers.get('vary')).toBe('Cookie, Accept-Language, Accept-Encoding');
  });

  test('it is compressed, and not sent again to a client that has it', async () => {
    const [br, gzip] = [await get(path, { 'accept-encoding': 'br' }), await get(path, { 'accept-encoding': 'gzip' })];
    expect([br, gzip].map(({ headers }) => headers.get('content-encoding'))).toEqual(['br', 'gzip']);
    // It may have been rendered again in between, because of figures without events.
    await vi.waitFor(async () => {
      const etag = (await get(path)).headers.get('etag') ?? '';
      const again = await get(path, { 'if-none-match': etag });
      expect([again.status, await again.text()]).toEqual([304, '']);
    }, UNTIL_RENDERED);
  });

  test('no script runs in it except the one allowed by the policy', async () => {
    const answer = await get(path);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/=]+';/);
    const inline = [...(await answer.text()).matchAll(/<script(?![^>]*\ssrc=)([^>]*)>/g)].map(([, rest]) => rest);
    expect(inline).toEqual(['', ' id="page-data" type="application/json"']);
  });
});

test('a URL with its own parameters is an ordinary page', async () => {
  for (const path of ['/service?category=facebook', '/register?mode=login', '/?order=1', '/login'])
    expect(await textOf(path)).not.toContain(RENDERED);
  expect(await textOf('/service?fbclid=abc')).toContain(RENDERED);
  expect(await textOf('/.rendered/pages.json')).toContain('<div class="boot"');
});

test("an admin's change is in the next HTML, as text", async () => {
  const service = await shownService();
  const name = `Followers </script><!--page-root--><img src=x onerror=alert(1)> $& ${service.id}`;
  await admin.admin.services.update.mutate({ ...service, name });
  await vi.waitFor(async () => {
    const html = await textOf('/service');
    expect(bodyOf(html)).toContain(
      `Followers &lt;/script&gt;&lt;!--page-root--&gt;&lt;img src=x onerror=alert(1)&gt; $&amp; ${service.id}`,
    );
    expect(html).not.toContain('<img src=x');
    // The inline one allowed by the policy, the page's code, and the data.
    expect(html.split('</script>')).toHaveLength(4);
  }, UNTIL_RENDERED);
  await admin.admin.services.update.mutate({ ...service, name: service.name });
  await vi.waitFor(async () => expect(bodyOf(await textOf('/service'))).toContain(service.name), UNTIL_RENDERED);
});

test('without scripts the pages are readable and look the same', async () => {
  const context = await browser.newContext({ viewport: PHONE, javaScriptEnabled: false });
  const page = await context.newPage();
  for (const path of paths) {
    await page.goto(panel.url + path);
    const heading = page.getByRole('heading', { level: 1 });
    await heading.waitFor();
    expect(await page.getByRole('link', { name: 'Login' }).first().isVisible()).toBe(true);
    // Parts for signed-in users, and for wider screens, are hidden.
    expect(await page.getByText('$…').first().isVisible()).toBe(false);
    expect(await page.getByRole('navigation', { name: 'Main' }).count()).toBe(0);
    const look = await heading.evaluate((element) => {
      const style = (
        globalThis as never as { getComputedStyle: (of: unknown) => { fontFamily: string; fontWeight: string } }
      ).getComputedStyle(element);
      return [style.fontFamily.includes('Geist'), style.fontWeight];
    });
    expect(look).toEqual([true, '600']);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
  }
  await context.close();
});

test('hydration causes no errors, no shift, and no second request', async () => {
  const customer = await registerByScript(panel.url, 'public.reader');
  for (const session of [undefined, customer]) {
    for (const path of session ? (['/', '/service'] as const) : paths) {
      const page = await (await browser.newContext({ viewport: PHONE })).newPage();
      const { problems } = watchPage(page);
      const requests = watchRequests(page);
      const asked: string[] = [];
      page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
      await page.addInitScript(`
        window.shifted = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
        }).observe({ type: 'layout-shift', buffered: true });`);
      if (session) await signIn(page, session, 'black');
      await page.goto(panel.url + path);
      await untilHydrated(page);
      await requests.areDone();
      expect([path, problems]).toEqual([path, []]);
      expect(await page.evaluate('window.shifted')).toBeLessThanOrEqual(MOST_SHIFTED);
      if (!session) expect(asked.filter((name) => name.startsWith('/trpc/'))).toEqual([]);
      await page.context().close();
    }
  }
});

test('before the script nobody sees the wrong version', async () => {
  const own = await (await browser.newContext({ viewport: PHONE })).newPage();
  await signIn(own, await registerByScript(panel.url, 'public.owner'), 'black');
  const go = await holdScripts(own);
  await own.goto(panel.url, { waitUntil: 'commit' });
  await own.getByRole('heading', { level: 1 }).waitFor();
  expect(await own.getByRole('link', { name: 'Login' }).count()).toBe(0);
  expect(await own.getByRole('link', { name: 'Balance' }).innerText()).toContain('$…');
  expect(await own.evaluate('getComputedStyle(document.documentElement).backgroundColor')).toBe('rgb(0, 0, 0)');
  go();
  await own.getByRole('link', { name: 'Balance' }).getByText('$0.00').waitFor();
  await own.context().close();
});

/** Blocks a page's scripts, like a slow connection. @returns a function that releases them */
async function holdScripts(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route: Route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}
