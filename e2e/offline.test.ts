import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { launchBrowser } from './browser.ts';

/** What a phone shows while its connection is gone. */
const panel = inject('panel');

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  page = await browser.newPage({ viewport: { width: 360, height: 740 } });
});

afterAll(async () => {
  await browser?.close();
});

test('the banner is on screen wherever the page is scrolled to, and covers nothing that sticks there', async () => {
  await page.goto(`${panel.url}/service`);
  await page
    .getByRole('button', { name: /Create Order/ })
    .first()
    .waitFor();
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

test('logging in without a connection fails at once, and works with what was typed once it is back', async () => {
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

async function boxOf(locator: ReturnType<Page['getByText']>) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('not on the page');
  return box;
}
