import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { PASSWORD, registerWithBalance } from './accounts.ts';
import { watchPage } from './browser.ts';
import { sharedPanel } from './shared-panel.ts';
import { testBrowser } from './test-browser.ts';

/** A browser inside of another app, which refuses to store anything but cookies. */
const panel = sharedPanel();
const browser = await testBrowser();

const REFUSE = `
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { get() { throw new DOMException('refused', 'SecurityError'); } });`;

test('a login outlasts reloads, on rendered pages too, until the logout', async () => {
  await registerWithBalance(panel, 'no.storage', 5);
  const { page, problems } = await openPage('/login?next=%2Fdashboard');
  await page.getByLabel('Username').fill('no.storage');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  const balance = page.getByRole('banner').getByText('$5.00');
  await balance.waitFor();
  expect(new URL(page.url()).pathname).toBe('/dashboard');
  for (const path of ['/dashboard', '/dashboard/massOrder', '/service', '/']) {
    await page.goto(panel.url + path);
    await balance.waitFor();
    expect(new URL(page.url()).pathname).toBe(path);
  }
  // A visitor's call for the session is refused, and the browser logs that.
  expect(problems.filter((problem) => !problem.includes('401'))).toEqual([]);

  await page.context().clearCookies();
  await page.goto(`${panel.url}/dashboard`);
  await page.getByRole('heading', { level: 1, name: 'Login' }).waitFor();
});

test("a visitor's order and a theme last as long as the page", async () => {
  const { page, problems } = await openPage('/service?order=1');
  await page.getByRole('dialog').getByRole('textbox', { name: 'Quantity' }).fill('1000');
  await page.getByRole('dialog').getByRole('link', { name: 'Register' }).click();
  await page.getByText(/^1,000 units for /).waitFor();
  await page.getByRole('button', { name: 'Use the dark theme' }).click();
  await page.locator('html[data-theme=black]').waitFor();
  expect(problems.filter((problem) => !problem.includes('401'))).toEqual([]);
});

async function openPage(path: string): Promise<{ page: Page; problems: string[] }> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  await context.addInitScript(REFUSE);
  const page = await context.newPage();
  const { problems } = watchPage(page);
  await page.goto(panel.url + path);
  return { page, problems };
}
