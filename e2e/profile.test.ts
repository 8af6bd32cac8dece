import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { PASSWORD, registerByScript, scriptClient } from './accounts.ts';
import { watchPage } from './browser.ts';
import { linkMailedTo } from './mails.ts';
import { sharedPanel } from './shared-panel.ts';
import { testBrowser } from './test-browser.ts';

/** A customer's account in two browsers, with a new email address and a new password. */
const panel = sharedPanel();
const NEW_PASSWORD = 'another horse battery';

const browser = await testBrowser();
await registerByScript(panel.url, 'profile.customer');
const desk = await newBrowser({ width: 1440, height: 900 });
const phone = await newBrowser({ width: 360, height: 740 });
const problems = watchPage(desk).problems;

async function newBrowser(viewport: { width: number; height: number }): Promise<Page> {
  const page = await (await browser.newContext({ viewport })).newPage();
  page.setDefaultTimeout(20_000);
  return page;
}

async function logIn(page: Page, password: string): Promise<void> {
  await page.goto(`${panel.url}/login`);
  await page.getByLabel('Username').fill('profile.customer');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await page.waitForURL(/\/service/);
}

test('the avatar menu leads to the profile, and the sidebar to the one in the dashboard', async () => {
  for (const page of [desk, phone]) await logIn(page, PASSWORD);
  await desk.getByRole('button', { name: 'Account menu' }).click();
  await desk.getByRole('menuitem', { name: 'Profile' }).click();
  await desk.waitForURL(/\/profile$/);
  await desk.getByText('profile.customer@example.com').first().waitFor();
  await desk.goto(`${panel.url}/dashboard`);
  await desk.getByRole('link', { name: 'Profile' }).click();
  await desk.waitForURL(/\/dashboard\/profile$/);
});

test('a new name appears in the sidebar at once', async () => {
  await desk.getByRole('button', { name: 'Edit Profile' }).click();
  await desk.getByRole('dialog').getByLabel('Name').fill('Rahim of the Desk');
  await desk.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await desk.getByText('Profile updated successfully.').first().waitFor();
  await desk.getByRole('complementary').getByText('Rahim of the Desk').waitFor();
});

test('a new email address takes effect when its link is opened', async () => {
  await desk.getByRole('button', { name: 'Edit Profile' }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByLabel('Email').fill('moved@example.com');
  await dialog.getByLabel('Current Password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await desk.getByText('Will change to moved@example.com').waitFor();
  await desk.goto(await linkMailedTo('moved@example.com', '/confirm-email/', panel));
  await desk.getByRole('button', { name: 'Confirm' }).click();
  await desk.getByText('Your email address is now moved@example.com.').waitFor();
  await desk.goto(`${panel.url}/profile`);
  await desk.getByRole('definition').filter({ hasText: 'moved@example.com' }).waitFor();
  expect(await desk.getByText('Will change to').count()).toBe(0);
});

test('the phone is logged out from the desktop, and loses access at its next call', async () => {
  await desk.getByRole('button', { name: 'Log out others' }).click();
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Log out others' }).click();
  await desk.getByText('Logged out everywhere else').first().waitFor();
  await phone.goto(`${panel.url}/dashboard/orderHistory`);
  await phone.getByRole('alert').getByText('Oops... You need to login first').waitFor();
  await phone.waitForURL(/\/register/);
});

test("a new password logs the phone out again and keeps the desktop's session", async () => {
  await logIn(phone, PASSWORD);
  await desk.getByRole('button', { name: 'Change Password' }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByLabel('Old Password').fill('not the old one');
  await dialog.getByLabel('New Password').fill(NEW_PASSWORD);
  await dialog.getByRole('button', { name: 'Change Password' }).click();
  await dialog.getByText('Could not change password. Please try again.').waitFor();
  await dialog.getByText('The current password is not right.').waitFor();
  await dialog.getByLabel('Old Password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Change Password' }).click();
  await desk.getByText('Password changed successfully.').first().waitFor();

  await phone.goto(`${panel.url}/profile`);
  await phone.waitForURL(/\/register/);
  await desk.reload();
  await desk.getByRole('heading', { name: 'Active Sessions' }).waitFor();
  const { userName } = (
    await scriptClient(panel.url).auth.login.mutate({
      userName: 'profile.customer',
      password: NEW_PASSWORD,
    })
  ).user;
  expect(userName).toBe('profile.customer');
});

test('the terms of Add Balance link to the full terms, and back to the typed values', async () => {
  await desk.goto(`${panel.url}/dashboard/addBalance`);
  await desk.getByLabel('Amount in dollars').fill('12');
  await desk.getByRole('button', { name: 'Read the terms' }).click();
  await desk.getByRole('link', { name: /on the About page/ }).click();
  await desk.waitForURL(/\/about#terms$/);
  const heading = desk.getByRole('heading', { name: 'Terms of Service' });
  await expect.poll(async () => (await heading.boundingBox())?.y ?? Infinity).toBeLessThan(900);
  await desk.goBack();
  await desk.getByLabel('Amount in dollars').waitFor();
  expect(await desk.getByLabel('Amount in dollars').inputValue()).toBe('12');
  // Browsers print deliberate errors to the console: the wrong password.
  expect(problems.filter((problem) => !/status of 400/.test(problem))).toEqual([]);
});
