import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { PASSWORD, registerByScript } from './accounts.ts';
import { linkMailedTo } from './mails.ts';
import { ownPanel } from './own-panel.ts';
import { testBrowser } from './test-browser.ts';
import { type Authenticator, authenticatorOf } from './totp.ts';

/** A second factor from its set-up to its end, in a shop that requires one of its admins. */
const CUSTOMER = 'two.factors';
const STRANGER = 'new.device';
const LIMIT_MS = 20_000;

const panel = await ownPanel({ REQUIRE_ADMIN_2FA: '1' });
const browser = await testBrowser();
let page: Page;
let authenticator: Authenticator;
let recoveryCodes: string[];

beforeAll(async () => {
  for (const userName of [CUSTOMER, STRANGER]) await registerByScript(panel.url, userName);
  page = await newPage();
});

test('a customer sets it up by keyboard alone, and can not leave before the recovery codes are stored', async () => {
  await logIn(page, CUSTOMER, PASSWORD, '/dashboard/tickets');
  await page.getByRole('link', { name: 'Profile' }).click();
  await page.getByRole('button', { name: 'Set up' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Set up two-factor authentication' });
  await dialog.locator('input[name=password]:focus').waitFor();
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  authenticator = authenticatorOf(await secretIn(page));
  await dialog.locator('input[name=code]:focus').waitFor();
  await page.keyboard.type('000 000');
  await page.keyboard.press('Enter');
  await dialog.getByText('This code is not right').waitFor();
  // The wrong one is selected, so that typing replaces it.
  await page.keyboard.type(await authenticator.next());
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Two-factor authentication is on' }).waitFor();
  recoveryCodes = await page.getByRole('list', { name: 'recovery codes' }).getByRole('listitem').allTextContents();
  expect(new Set(recoveryCodes).size).toBe(10);
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await page.goBack();
  await page.getByText('Store them first, then tick this.').waitFor();
  await page.getByLabel('I have stored them').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await page.getByText('10 recovery codes left').waitFor();
  expect(new URL(page.url()).pathname).toBe('/dashboard/profile');
});

test('the next login takes a code, and returns to the page that was wanted', async () => {
  await logOut(page);
  await logIn(page, CUSTOMER, PASSWORD, '/dashboard/statement');
  await page.getByRole('heading', { name: 'Enter the code' }).waitFor();
  await page.locator('input[name=code]:focus').fill('123456');
  await page.keyboard.press('Enter');
  await page.getByText('This code is not right').waitFor();
  expect(await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')).not.toContain(PASSWORD);
  await page.locator('input[name=code]').fill(await authenticator.next());
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/dashboard\/statement$/);
});

test('a recovery code opens it once', async () => {
  await logOut(page);
  await logIn(page, CUSTOMER, PASSWORD, '/dashboard/profile');
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await page.getByLabel('Recovery code').fill(recoveryCodes[0]?.toLowerCase() ?? '');
  await page.keyboard.press('Enter');
  await page.getByText('9 recovery codes left').waitFor();
});

test('it is turned off with a recovery code, but not with one that was used', async () => {
  await page.getByRole('button', { name: 'Turn off' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Turn off two-factor authentication?' });
  for (const [at, isRefused] of [
    [0, true],
    [1, false],
  ] as const) {
    await dialog.locator('input[name=code]').fill(recoveryCodes[at] ?? '');
    await page.keyboard.press('Enter');
    if (isRefused) await dialog.getByText('This code is not right').waitFor();
  }
  await page.getByText('Two-factor authentication is off').first().waitFor();
  await logOut(page);
  await logIn(page, CUSTOMER, PASSWORD, '/dashboard/profile');
  await page.getByRole('button', { name: 'Set up' }).waitFor();
});

test('an admin gets only the set-up before it is on, and then the page that was wanted, without a reload', async () => {
  const admin = await newPage();
  await logIn(admin, panel.admin.userName, panel.admin.password, '/dashboard/manageOrders');
  await admin.getByRole('heading', { name: 'Set up two-factor authentication first' }).waitFor();
  await admin.evaluate('window.isSamePage = true');
  const links = admin.locator('header a, aside a, nav a');
  const addresses = async () => Promise.all((await links.all()).map((link) => link.getAttribute('href')));
  await expect.poll(addresses).toEqual(['/', '/dashboard/profile']);
  await admin.getByRole('link', { name: 'Profile' }).click();
  await admin.getByText('This shop requires it for its admins').waitFor();
  await admin.goBack();
  await admin.getByRole('button', { name: 'Set up' }).click();
  await admin.locator('input[name=password]').fill(panel.admin.password);
  await admin.keyboard.press('Enter');
  const ownersApp = authenticatorOf(await secretIn(admin));
  await admin.locator('input[name=code]').fill(await ownersApp.next());
  await admin.keyboard.press('Enter');
  await admin.getByLabel('I have stored them').check({ force: true });
  await admin.getByRole('button', { name: 'Done' }).click();
  await admin.getByRole('heading', { name: 'Manage Promotion Orders' }).waitFor();
  await admin.getByRole('link', { name: 'Manage Users' }).waitFor();
  expect(await admin.evaluate('window.isSamePage')).toBe(true);
});

test('the mail on a login from a new device leads to a new password, and its link does nothing without the click', async () => {
  const stranger = await newPage();
  await logIn(stranger, STRANGER, PASSWORD, '/dashboard/profile');
  await stranger.getByRole('heading', { name: 'Active Sessions' }).waitFor();
  const link = await linkMailedTo(`${STRANGER}@example.com`, '/not-me/', panel);
  const owner = await newPage();
  await owner.goto(link);
  const press = owner.getByRole('button', { name: 'It was not me: log out everywhere' });
  await press.waitFor();
  await stranger.reload();
  await stranger.getByRole('heading', { name: 'Active Sessions' }).waitFor();
  await press.click();
  await owner.waitForURL(/\/reset-password\/./);
  await owner.getByText('All sessions of your account have ended.').waitFor();
  await stranger.reload();
  await stranger.waitForURL(/\/register/);
  for (const name of ['password', 'confirmPassword']) await owner.locator(`input[name=${name}]`).fill('a new battery');
  await owner.keyboard.press('Enter');
  await owner.getByText('Password has been reset!').waitFor();
  // After the login the owner looks at the API keys, which a new password leaves alone.
  await owner.waitForURL(({ searchParams }) => searchParams.get('next') === '/dashboard/profile/keys?after=reset');
  await logIn(owner, STRANGER, 'a new battery', '/dashboard/profile');
  await owner.getByRole('heading', { name: 'Active Sessions' }).waitFor();

  await stranger.goto(link);
  await stranger.getByRole('button', { name: 'It was not me: log out everywhere' }).click();
  await stranger.getByText('This link no longer works, or has been used').waitFor();
});

async function newPage(): Promise<Page> {
  const context = await browser.newContext({ baseURL: panel.url, viewport: { width: 1280, height: 900 } });
  const opened = await context.newPage();
  opened.setDefaultTimeout(LIMIT_MS);
  return opened;
}

async function logIn(on: Page, userName: string, password: string, next: string): Promise<void> {
  await on.goto(`/register?mode=login&next=${encodeURIComponent(next)}`);
  await on.locator('input[name=userName]').fill(userName);
  await on.locator('input[name=password]').fill(password);
  await on.keyboard.press('Enter');
}

async function logOut(on: Page): Promise<void> {
  await on.getByRole('button', { name: 'Account menu' }).click();
  await on.getByRole('menuitem', { name: 'Logout' }).click();
  await on.waitForURL(/\/$/);
}

async function secretIn(on: Page): Promise<string> {
  return ((await on.locator('[data-secret]').textContent()) ?? '').replaceAll(' ', '');
}
