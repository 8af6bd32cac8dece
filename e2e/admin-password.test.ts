import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Panel, startPanel } from '#server/testing/panel.ts';
import { launchBrowser } from './browser.ts';

/** An admin whose password is shorter than the rule is told at the login, with a link to change it. */
const SHORT = 'owl & fox';
const LONG = 'owl & fox & bee';
let panel: Panel;
let browser: Browser;

beforeAll(async () => {
  panel = await startPanel({ ADMIN_USERNAME: 'boss', ADMIN_PASSWORD: SHORT });
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await panel?.stop();
});

async function logIn(password: string) {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${panel.url}/login`);
  await page.getByLabel('Username').fill('boss');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await page.waitForURL(/\/service/);
  return page;
}

test('an admin with a short password is told at login, and chooses a longer one', async () => {
  const page = await logIn(SHORT);
  await page.getByText('Your password is too short').waitFor();
  await page.getByRole('link', { name: 'Change password' }).click();
  await page.waitForURL(/\/dashboard\/profile$/);
  await page.getByRole('button', { name: 'Change Password' }).click();

  const dialog = page.getByRole('dialog');
  await dialog.getByText('At least 10 characters').waitFor();
  await dialog.getByLabel('Old Password').fill(SHORT);
  await dialog.getByLabel('New Password').fill('fox & owl');
  await dialog.getByText('Password strength: Too short').waitFor();
  await dialog.getByLabel('New Password').blur();
  await dialog.getByText('Password must be at least 10 characters').waitFor();
  await dialog.getByLabel('New Password').fill('48151623421');
  await dialog.getByText('A password of digits alone must be at least 12 characters').waitFor();
  await dialog.getByLabel('New Password').fill('Bangladesh123');
  await dialog.getByRole('button', { name: 'Change Password' }).click();
  await dialog.getByText('This password is too common').first().waitFor();
  await dialog.getByLabel('New Password').fill(LONG);
  await dialog.getByRole('button', { name: 'Change Password' }).click();
  await dialog.waitFor({ state: 'detached' });

  const later = await logIn(LONG);
  await later.getByRole('button', { name: 'Account menu' }).waitFor();
  expect(await later.getByText('Your password is too short').count()).toBe(0);
});
