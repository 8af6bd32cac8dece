import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { registerByScript, scriptClient, signIn } from './accounts.ts';
import { watchPage, watchRequests } from './browser.ts';
import { ownPanel } from './own-panel.ts';
import { testBrowser } from './test-browser.ts';

/** An admin publishes a notice: it is there from the first paint on, moves nothing, and can be dismissed for good. */
const MARKUP = '<b>Not bold</b>';
const MOST_SHIFTED = 0.02;
const LIMIT_MS = 20_000;

const panel = await ownPanel();
const browser = await testBrowser();
let admin: Page;
let customer: Page;
let asAdmin: ReturnType<typeof scriptClient>;
const problems: string[][] = [];

beforeAll(async () => {
  const session = await scriptClient(panel.url).auth.login.mutate(panel.admin);
  asAdmin = scriptClient(panel.url, session.tokens.accessToken);
  admin = await openPage(session, { width: 1440, height: 900 });
  customer = await openPage(await registerByScript(panel.url, 'notices.customer'));
});

/** A new browser, of a visitor or of a user. */
async function openPage(session: object = {}, viewport = { width: 360, height: 740 }): Promise<Page> {
  const context: BrowserContext = await browser.newContext({ viewport });
  const page = await context.newPage();
  page.setDefaultTimeout(LIMIT_MS);
  problems.push(watchPage(page).problems);
  await page.addInitScript(`
    window.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });`);
  await signIn(page, session);
  return page;
}

const banner = (page: Page) => page.getByRole('complementary', { name: 'Notice of the shop' });
const shifted = (page: Page) => page.evaluate('window.shifted') as Promise<number>;
const go = (page: Page, path: string) => page.goto(panel.url + path);

test('an admin publishes a banner; a missing field has a message', async () => {
  await go(admin, '/dashboard/manageNotices');
  await admin.getByText('No notices yet').waitFor();
  await admin.getByRole('button', { name: 'Publish a notice' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Publish a Notice' });
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await dialog.getByText('Title is required').waitFor();
  await dialog.getByLabel('Title').fill('bKash rests tonight');
  await dialog.getByLabel('Text').fill(`From 11 pm to 1 am. ${MARKUP} https://shop.example/tonight`);
  await dialog.getByLabel('Start').fill('2026-01-02T00:00');
  await dialog.getByLabel('End').fill('2026-01-01T00:00');
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await dialog.getByText('The end must be after the start').waitFor();
  await dialog.getByLabel('Start').fill('');
  const refused = admin.waitForResponse('**/trpc/admin.notices.create*');
  await dialog.getByRole('button', { name: 'Publish' }).click();
  // With the current start it would already be over, which only the server can check.
  expect((await refused).status()).toBe(400);
  await dialog.getByText('The end must be after the start').waitFor();
  await dialog.getByLabel('End').fill('');
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await admin.getByText('Notice published').waitFor();
  await admin.getByRole('row').filter({ hasText: 'bKash rests tonight' }).getByText('Shown').waitFor();
});

test.each(['/', '/service', '/about', '/login'])('a visitor sees it on %s from the first paint on', async (path) => {
  // A busy server renders public pages a moment after the change.
  await expect.poll(async () => (await fetch(panel.url)).text()).toContain('bKash rests tonight');
  const visitor = await openPage();
  const requests = watchRequests(visitor);
  await go(visitor, path);
  await banner(visitor).getByText('bKash rests tonight').waitFor();
  await requests.areDone();
  expect(await shifted(visitor)).toBeLessThanOrEqual(MOST_SHIFTED);
  expect(await visitor.evaluate('document.documentElement.scrollWidth')).toBe(360);
  await visitor.context().close();
});

test('a customer sees it on the dashboard, and it covers nothing', async () => {
  const requests = watchRequests(customer);
  await go(customer, '/dashboard/orderHistory');
  const heading = customer.getByRole('heading', { name: 'Order History' });
  await heading.waitFor();
  await requests.areDone();
  expect(await shifted(customer)).toBeLessThanOrEqual(MOST_SHIFTED);
  const [box, below] = [await banner(customer).boundingBox(), await heading.boundingBox()];
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
});

test('a late one moves nothing, and appears with the next page', async () => {
  const visitor = await openPage();
  const late = Promise.withResolvers<void>();
  // Delays this response only, which a test can't make the server do.
  await visitor.route('**/trpc/notices.list', async (route) => {
    await late.promise;
    await route.continue();
  });
  // Not a rendered page: those contain it.
  await go(visitor, '/login');
  await visitor.getByRole('heading', { name: 'Login' }).waitFor();
  const told = visitor.waitForResponse('**/trpc/notices.list');
  late.resolve();
  await (await told).finished();
  await visitor.getByRole('link', { name: 'Login' }).first().hover();
  expect(await banner(visitor).count()).toBe(0);
  // Before the next page: browsers do not count shifts within half a second of a click, and a busy machine takes longer.
  expect(await shifted(visitor)).toBeLessThanOrEqual(MOST_SHIFTED);
  await visitor.getByRole('link', { name: 'Login' }).first().click();
  await banner(visitor).waitFor();
  await visitor.context().close();
});

test('a dismissed one does not appear again, until it changes', async () => {
  await banner(customer).getByRole('button', { name: 'Put away: bKash rests tonight' }).click();
  await banner(customer).waitFor({ state: 'detached' });
  await customer.reload();
  await customer.getByRole('heading', { name: 'Order History' }).waitFor();
  expect(await banner(customer).count()).toBe(0);
  await go(customer, '/dashboard/notices');
  await customer.getByRole('article').filter({ hasText: 'bKash rests tonight' }).getByText('Information').waitFor();
  await admin.getByRole('button', { name: 'Edit bKash rests tonight' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Edit Notice' });
  await dialog.getByLabel('Title').fill('bKash rests till noon');
  await dialog.getByLabel('Weight').selectOption('Important');
  await dialog.getByText('Readers may put it away').click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await admin.getByText('Notice saved').waitFor();
  // The page updates at once, the banner with the next page.
  await customer.getByRole('article').filter({ hasText: 'bKash rests till noon' }).getByText('Important').waitFor();
  await customer.goBack();
  await banner(customer).getByText('bKash rests till noon').waitFor();
  expect(await banner(customer).getByRole('button').count()).toBe(0);
});

test('its text is plain text, and its URL is a link', async () => {
  await go(customer, '/dashboard/notices');
  const notice = customer.getByRole('article').filter({ hasText: 'bKash rests till noon' });
  await notice.getByText(MARKUP).waitFor();
  expect(await notice.getByRole('link').getAttribute('href')).toBe('https://shop.example/tonight');
  expect(await notice.getByRole('link').getAttribute('rel')).toBe('noopener noreferrer nofollow');
});

test('one for the page appears only there, and a warning comes first in the banner', async () => {
  const words = { body: 'As every week.', level: 'info', dismissible: true } as const;
  await asAdmin.admin.notices.create.mutate({ ...words, title: 'New prices', kind: 'page' });
  await asAdmin.admin.notices.create.mutate({ ...words, title: 'Newer services', kind: 'banner' });
  const visitor = await openPage();
  await go(visitor, '/about');
  await banner(visitor).getByText('bKash rests till noon').waitFor();
  expect(await banner(visitor).count()).toBe(1);
  await banner(visitor).getByRole('link', { name: 'Read all 2 notices' }).click();
  await visitor.waitForURL(/\/notices$/);
  // The page before it is an article of its own.
  await visitor.getByRole('heading', { level: 1, name: 'Notices' }).waitFor();
  await visitor.getByRole('article').first().waitFor();
  expect(await visitor.getByRole('article').count()).toBe(3);
  await visitor.getByRole('article').filter({ hasText: 'New prices' }).waitFor();
  await visitor.context().close();
});

test('a deleted one disappears', async () => {
  await admin.reload();
  await admin.getByRole('button', { name: 'More for bKash rests till noon' }).click();
  await admin.getByRole('menuitem', { name: 'Withdraw' }).click();
  await admin.getByRole('button', { name: 'Withdraw', exact: true }).last().click();
  await admin.getByText('Notice withdrawn').waitFor();
  await customer.getByRole('article').filter({ hasText: 'bKash' }).waitFor({ state: 'detached' });
  const visitor = await openPage();
  await go(visitor, '/');
  await banner(visitor).getByText('Newer services').waitFor();
  await visitor.context().close();
});

test('no page reported a problem', () => {
  // Browsers print deliberate errors to the console: the end before the start.
  expect(problems.flat().filter((problem) => !/status of 400/.test(problem))).toEqual([]);
});
