import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { registerByScript, signIn } from './accounts.ts';
import { sharedPanel } from './shared-panel.ts';
import { testBrowser } from './test-browser.ts';
import { untilHydrated } from './until-hydrated.ts';

/** A phone's screen while the connection is lost. */
const panel = sharedPanel();

let page: Page;

const browser = await testBrowser();
const customer = await registerByScript(panel.url, 'offline.customer');
page = await browser.newPage({ viewport: { width: 360, height: 740 } });

test('the banner is visible at any scroll position, and covers nothing sticky', async () => {
  await page.goto(`${panel.url}/service`);
  await page
    .getByRole('button', { name: /Create Order/ })
    .first()
    .waitFor();
  await untilHydrated(page);
  await page.evaluate('window.scrollTo(0, 600)');
  await page.context().setOffline(true);
  const banner = page.getByText('You are offline.');
  await banner.waitFor();
  const header = await boxOf(page.getByRole('banner'));
  const shown = await boxOf(banner);
  const tabs = await boxOf(page.getByRole('tablist', { name: 'Category' }));
  expect(shown.y).toBeGreaterThanOrEqual(header.y + header.height);
  expect(tabs.y).toBeGreaterThanOrEqual(shown.y + shown.height);
  await page.context().setOffline(false);
  await banner.waitFor({ state: 'detached' });
});

test('logging in without a connection fails at once, and works with the typed values afterwards', async () => {
  await page.goto(`${panel.url}/login`);
  await page.getByLabel('Username').fill(panel.admin.userName);
  await page.getByLabel('Password', { exact: true }).fill(panel.admin.password);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Login' }).last().click();
  await page.getByText("The server can't be reached.").waitFor({ timeout: 5000 });
  await page.getByRole('button', { name: 'OK' }).click();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Login' }).last().click();
  await page.waitForURL(/\/(service|dashboard)/);
});

describe('a page that was not loaded yet', () => {
  const statement = '**/assets/statement-page-*.js';

  beforeEach(async () => {
    // Without a worker and a cache: only what a page has loaded.
    page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
    await signIn(page, customer);
    await page.goto(`${panel.url}/dashboard`);
    await page.getByRole('heading', { name: 'Dashboard' }).first().waitFor();
  });

  test('shows without a network that it is missing, and opens by itself afterwards', async () => {
    await page.context().setOffline(true);
    await page.getByText('You are offline.').waitFor();
    await page.getByRole('link', { name: 'Statement' }).click();
    // Its charts may be missing as well.
    await page.getByRole('region', { name: 'Orders Trend' }).waitFor({ state: 'detached' });
    await page.getByText('This is not on your device yet.', { exact: false }).waitFor();
    expect(await page.getByText('on our side').count()).toBe(0);
    expect(await page.getByRole('navigation', { name: 'Dashboard' }).count()).toBe(1);
    await page.evaluate('window.isStillTheSame = true');
    await page.context().setOffline(false);
    await page.getByRole('heading', { name: 'Statement' }).waitFor();
    expect(await page.evaluate('window.isStillTheSame')).toBe(true);
  });

  test('opens by itself after an undetected broken connection', async () => {
    await page.route('**/{livez,assets/statement-page-*}', (route) => route.abort());
    await page.getByRole('link', { name: 'Statement' }).click();
    await page.getByText('This did not load').waitFor();
    await page.unroute('**/{livez,assets/statement-page-*}');
    await page.getByRole('heading', { name: 'Statement' }).waitFor();
  });

  test('is reloaded once if its code is gone, as after a new version', async () => {
    await page.route(statement, (route) => route.fulfill({ status: 404 }), { times: 1 });
    await page.getByRole('link', { name: 'Statement' }).click();
    await page.getByRole('heading', { name: 'Statement' }).waitFor();
    expect(page.url()).toBe(`${panel.url}/dashboard/statement`);
  });

  test('is not reloaded repeatedly, and opens on request', async () => {
    await page.route(statement, (route) => route.fulfill({ status: 404 }));
    const documents: string[] = [];
    page.on('request', (request) => request.resourceType() === 'document' && documents.push(request.url()));
    await page.getByRole('link', { name: 'Statement' }).click();
    await expect.poll(() => documents.length).toBe(1);
    // Reported again in the new document, which then stays.
    const answered = page.waitForResponse('**/livez');
    await page.getByText('This did not load').waitFor();
    await answered;
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 1000))');
    expect(documents.length).toBe(1);
    await page.unroute(statement);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Statement' }).waitFor();
    expect(documents.length).toBe(2);
  });
});

async function boxOf(locator: ReturnType<Page['getByText']>) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('not on the page');
  return box;
}
