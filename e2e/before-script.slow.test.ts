import type { Page, Route } from 'playwright-core';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { PASSWORD } from './accounts.ts';
import { watchPage } from './browser.ts';
import { sharedPanel } from './shared-panel.ts';
import { testBrowser } from './test-browser.ts';
import { untilHydrated } from './until-hydrated.ts';

/** A visitor's page is visible before its code: text typed meanwhile is not lost. */
const panel = sharedPanel();
const PHONE = { width: 360, height: 740 };
const SCRIPTS = '**/assets/*.js';

let page: Page;
let problems: string[];

const browser = await testBrowser();
afterEach(() => page?.context().close());

test.each([
  ['a search', '/service', () => page.getByLabel('Search services').fill('likes'), /\?q=likes$/],
  ['a link', '/', () => page.getByRole('link', { name: 'Login' }).first().click(), /\/(login|register\?mode=login)$/],
] as const)('%s on %s before hydration is handled', async (_what, path, act, address) => {
  const release = await openWithoutScript(path);
  await act();
  release();
  await page.waitForURL(address);
  await untilHydrated(page);
  expect(problems).toEqual([]);
});

test('an order typed on the home page before hydration goes on to the registration with its values', async () => {
  const release = await openWithoutScript('/');
  await page.getByLabel('Link').fill('https://example.com/early');
  await page.getByLabel('Quantity').fill('1200');
  await page.getByRole('button', { name: 'Create Order' }).first().click();
  release();
  await page.waitForURL(/\/register\?next=/);
  const next = new URL(new URL(page.url()).searchParams.get('next') ?? '', panel.url);
  expect(next.pathname).toBe('/');
  expect(Object.fromEntries(next.searchParams)).toMatchObject({ link: 'https://example.com/early', quantity: '1200' });
});

test('what is typed into the order form before hydration stays, with its price', async () => {
  const release = await openWithoutScript('/');
  await page.getByLabel('Link').fill('https://example.com/early');
  const [chosen] = await page.getByLabel('Service').selectOption({ index: 1 });
  await page.getByLabel('Quantity').fill('7');
  release();
  await untilHydrated(page);
  expect(await page.getByLabel('Link').inputValue()).toBe('https://example.com/early');
  expect(await page.getByLabel('Quantity').inputValue()).toBe('7');
  expect(await page.getByLabel('Service').inputValue()).toBe(chosen);
  await page.locator('form').getByText('$…').waitFor();
  expect(problems).toEqual([]);
});

test('a search typed before hydration continues after it', async () => {
  const release = await openWithoutScript('/service');
  await page.getByLabel('Search services').pressSequentially('lik');
  release();
  await page.waitForURL(/q=lik/);
  await page.getByLabel('Search services').press('e');
  await page.waitForURL(/q=like/);
  expect(await page.getByLabel('Search services').inputValue()).toBe('like');
});

test('the scroll position stays, and its content loads', async () => {
  const release = await openWithoutScript('/');
  await page.mouse.wheel(0, 1800);
  await vi.waitFor(async () => expect(await page.evaluate('scrollY')).toBeGreaterThan(1000));
  const before = await page.evaluate('scrollY');
  release();
  await page.getByRole('article').first().waitFor();
  expect(await page.evaluate('scrollY')).toBe(before);
});

test('categories that were scrolled to stay visible', async () => {
  const release = await openWithoutScript('/service');
  await page.getByRole('tab', { name: /WhatsApp/ }).scrollIntoViewIfNeeded();
  const scrolled = `document.querySelector('[role=tablist]').scrollLeft`;
  const before = await page.evaluate(scrolled);
  expect(before).toBeGreaterThan(100);
  release();
  await untilHydrated(page);
  expect(await page.evaluate(scrolled)).toBe(before);
});

test('the focus stays, and typing continues in place', async () => {
  const release = await openWithoutScript('/service');
  await page.getByRole('button', { name: 'Create Order' }).nth(1).focus();
  await page.evaluate('window.focused = document.activeElement');
  release();
  await untilHydrated(page);
  expect(await page.evaluate('document.activeElement === window.focused && window.focused.isConnected')).toBe(true);

  await page.context().close();
  const go = await openWithoutScript('/register');
  await page.getByLabel('Username').pressSequentially('half');
  go();
  await untilHydrated(page);
  await page.keyboard.type('-done');
  expect(await page.getByLabel('Username').inputValue()).toBe('half-done');
});

describe('registering', () => {
  const asked: string[] = [];

  async function fillIn(userName: string): Promise<void> {
    asked.length = 0;
    page.on('request', (request) => void asked.push(request.url()));
    await page.getByLabel('Username').fill(userName);
    await page.getByLabel('Name', { exact: true }).fill('Very Quick');
    await page.getByLabel('Email').fill(`${userName}@example.com`);
    await page.getByLabel('Phone').fill('+8801711111111');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Confirm Password').fill(PASSWORD);
  }

  test('with all fields filled in before hydration: Enter does nothing then, and submits afterwards', async () => {
    const release = await openWithoutScript('/register');
    await fillIn('very.quick');
    await page.getByLabel('Confirm Password').press('Enter');
    expect(new URL(page.url()).pathname).toBe('/register');
    release();
    await untilHydrated(page);
    await page.getByText(/Password strength/).waitFor();
    await page.getByLabel('Confirm Password').press('Enter');
    await page.waitForURL((url) => url.pathname !== '/register');
    expect(problems).toEqual([]);
    noneHoldsThePassword();
  });

  test('values filled in by the browser, as after going back, are sent', async () => {
    const release = await openWithoutScript('/register');
    await page.evaluate(`document.querySelector('[name=userName]').value = 'kept.by.browser'`);
    release();
    await untilHydrated(page);
    await page.getByRole('button', { name: 'Register' }).click();
    await page.getByText('Name is required').waitFor();
    expect(await page.getByText('Username is required').count()).toBe(0);
    expect(await page.getByLabel('Username').inputValue()).toBe('kept.by.browser');
  });

  test.each(['the button', 'Enter'])('without scripts %s puts no typed value into a URL', async (by) => {
    page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
    await page.goto(`${panel.url}/register`);
    await fillIn('without.script');
    const sent = page.waitForRequest((request) => request.isNavigationRequest());
    if (by === 'Enter') await page.getByLabel('Confirm Password').press('Enter');
    else await page.getByRole('button', { name: 'Register' }).click();
    expect((await sent).method()).toBe('POST');
    noneHoldsThePassword();
    expect(new URL(page.url()).search).toBe('');
  });

  function noneHoldsThePassword() {
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((url) => decodeURIComponent(url).includes(PASSWORD) || url.includes('quick@'))).toEqual([]);
  }
});

test('a page whose code failed to load is loaded again as soon as there is a network', async () => {
  page = await (await browser.newContext({ viewport: PHONE })).newPage();
  await page.route(SCRIPTS, (route) => route.abort());
  await page.goto(`${panel.url}/service`, { waitUntil: 'load' });
  await page.unroute(SCRIPTS);
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await untilHydrated(page);
  await page.getByRole('tab', { name: /TikTok/ }).click();
  await page.waitForURL(/category=tiktok/);
});

test('a page whose connection breaks before its code has loaded stays, and continues afterwards', async () => {
  page = await (await browser.newContext({ viewport: PHONE })).newPage();
  const itsOwn = '**/{livez,assets/service-list-page-*}';
  await page.route(itsOwn, (route) => route.abort());
  const looked = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/livez'));
  await page.goto(`${panel.url}/service`, { waitUntil: 'load' });
  await looked;
  expect(await page.getByRole('button', { name: 'Create Order' }).count()).toBeGreaterThan(10);
  await page.unroute(itsOwn);
  await untilHydrated(page);
  await page.getByRole('tab', { name: /YouTube/ }).click();
  await page.waitForURL(/category=youtube/);
});

test('a language chosen before the server knew of it is the only one displayed', async () => {
  page = await (await browser.newContext({ viewport: PHONE })).newPage();
  ({ problems } = watchPage(page));
  await page.addInitScript(`
    localStorage.setItem('language', 'bn');
    document.addEventListener('DOMContentLoaded', () => {
      const { visibility } = getComputedStyle(document.documentElement);
      if (document.documentElement.lang !== 'bn' && visibility !== 'hidden') console.error('English is shown');
    });`);
  await page.goto(`${panel.url}/about`, { waitUntil: 'commit' });
  await page.getByRole('heading', { level: 1, name: 'আমাদের সম্পর্কে' }).waitFor();
  expect(await page.context().cookies()).toMatchObject([{ name: 'language', value: 'bn', sameSite: 'Lax' }]);
  await untilHydrated(page);
  expect(await page.evaluate('document.documentElement.lang')).toBe('bn');
  expect(problems).toEqual([]);
});

/** A phone's page without its code. @returns a function that releases it */
async function openWithoutScript(path: string): Promise<() => void> {
  page = await (await browser.newContext({ viewport: PHONE })).newPage();
  ({ problems } = watchPage(page));
  const held = Promise.withResolvers<void>();
  await page.route(SCRIPTS, async (route: Route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(panel.url + path, { waitUntil: 'commit' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  return held.resolve;
}
