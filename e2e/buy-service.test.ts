import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { registerWithBalance, signIn } from './accounts.ts';
import { watchPage } from './browser.ts';
import { sharedPanel } from './shared-panel.ts';
import { testBrowser } from './test-browser.ts';

/** The order form by keyboard alone. */
const panel = sharedPanel();

const browser = await testBrowser();
const { customer } = await registerWithBalance(panel, 'buys.by.form', 50);
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
const { problems } = watchPage(page);
await signIn(page, customer);

test('a service is found, ordered and displayed without a mouse', async () => {
  await page.goto(`${panel.url}/dashboard`);
  await page.getByRole('link', { name: 'Buy Service' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Min: 100 - Max: 2147483647').waitFor();
  await page.getByRole('combobox', { name: 'Service Name' }).focus();
  await page.keyboard.type('instagram likes');
  await page.locator('[data-part=item]', { hasText: 'Instagram Likes' }).first().waitFor();
  await page.locator('[data-part=item]', { hasNotText: 'Likes' }).first().waitFor({ state: 'detached' });
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(/service=\d+/);
  await page.getByText(/Avg\. Time/).waitFor();
  expect(await page.getByRole('combobox', { name: 'Service Name' }).inputValue()).toMatch(/Instagram .*Likes/);
  await page
    .getByRole('main')
    .locator('form')
    .getByText(/^#\d+ Instagram .*Likes/)
    .waitFor();
  await page.getByLabel('Link').focus();
  await page.keyboard.type('instagram.com/p/by-keyboard');
  await page.keyboard.press('Enter');
  await page.keyboard.type('1 000');
  expect(await page.getByLabel('Quantity').inputValue()).toBe('1 000');
  expect(await page.getByLabel('Charge').inputValue()).toMatch(/^\$\d/);
  await page.keyboard.press('Enter');
  expect(await page.getByRole('button', { name: 'Submit' }).isEnabled()).toBe(true);
  await page.keyboard.press('Control+Enter');
  await page.getByText('Order Successful!').waitFor();
  expect(await page.getByLabel('Link').inputValue()).toBe('');
  await page.getByRole('link', { name: 'View order' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/dashboard\/orders\/\d+$/);
  await page.getByText('https://instagram.com/p/by-keyboard').first().waitFor();
  expect(problems).toEqual([]);
});

test('a reload keeps the chosen service, with its name in the field', async () => {
  await page.goto(`${panel.url}/dashboard/singleOrder?service=1`);
  const field = page.getByRole('combobox', { name: 'Service Name' });
  await page.getByText(/Avg\. Time/).waitFor();
  const name = await field.inputValue();
  expect(name).not.toBe('');
  await field.click();
  await expect.poll(() => selectionOf(page)).toBe(name);
  await page.keyboard.type('no such thing');
  expect(await field.inputValue()).toBe('no such thing');
  await page.getByText('No Services Found').waitFor();
  await page.keyboard.press('Escape');
  await page.getByLabel('Link').focus();
  expect(await field.inputValue()).toBe(name);
});

/** The selected part of the focused field. */
function selectionOf(of: Page): Promise<string> {
  return of.evaluate(
    `(({ value, selectionStart, selectionEnd }) => value.slice(selectionStart, selectionEnd))(document.activeElement)`,
  );
}
