import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { nanos } from '#shared/money.ts';
import { loginAsAdmin, PASSWORD, registerByScript, scriptClient } from './accounts.ts';
import { ownPanel } from './own-panel.ts';
import { testBrowser } from './test-browser.ts';

/** A visitor's way to the first order, on a new panel. */
const panel = await ownPanel();
const browser = await testBrowser();

const MOST_TAPS = 6;

test('a stranger taps at most six times between the home page and the placed order', async () => {
  const page = await openPage();
  const taps = await countTaps(page);
  await page.goto(panel.url);
  await page.getByRole('navigation', { name: 'Platforms' }).waitFor();
  await page.mouse.wheel(0, 10_000);
  const offer = page.getByRole('article', { name: /YouTube Views/ }).first();
  // On a phone an offer is a row that opens.
  await offer.getByRole('button', { name: /YouTube Views/ }).click();
  await offer.getByRole('button', { name: 'Create Order' }).click();

  const dialog = page.getByRole('dialog', { name: /^Order for YouTube/ });
  await dialog.getByLabel('Link').fill('https://youtube.com/watch?v=tapped');
  await dialog.getByRole('textbox', { name: 'Quantity' }).fill('1000');
  await dialog.getByText('$2.35', { exact: true }).last().waitFor();
  await dialog.getByRole('link', { name: 'Register' }).click();
  await page.getByText(/^Your order waits: #\d+ YouTube/).waitFor();
  await page.getByText(/^1,000 units for \$2\.35\. Adding \$5 afterwards is enough/).waitFor();
  await fillRegistration(page, 'counted.taps');
  await page.getByRole('main').getByRole('button', { name: 'Register' }).click();

  // An admin gives the balance: the payment and its taps have their own test.
  await dialog.getByText(/^You need \$2\.35 more/).waitFor();
  await giveBalance(page, 5);
  expect(await dialog.getByLabel('Link').inputValue()).toBe('https://youtube.com/watch?v=tapped');
  expect(await dialog.getByRole('textbox', { name: 'Quantity' }).inputValue()).toBe('1000');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await page.getByText('Order Successful!').first().waitFor();
  console.log(`taps of a stranger's first order: ${taps()}`);
  expect(taps()).toBeLessThanOrEqual(MOST_TAPS);
});

test('the first order takes five clicks in addition to the fields and the payment itself', async () => {
  const page = await openPage();
  let clicks = 0;
  const click = async (name: string, within = page.locator('body')) => {
    clicks += 1;
    await within.getByRole('button', { name }).or(within.getByRole('link', { name })).first().click();
  };
  await page.goto(`${panel.url}/service?category=youtube&sort=priceHigh`);
  await page.getByRole('listitem').nth(1).waitFor();
  await click('Create Order', page.getByRole('listitem').nth(1));
  const dialog = page.getByRole('dialog', { name: /^Order for YouTube/ });
  await click('Register', dialog);

  await page.getByText(/^Your order waits: #\d+ YouTube/).waitFor();
  await page.getByText(/^From \d+ units for \$\d+\.\d+\. Adding \$\d+ afterwards is enough/).waitFor();
  await fillRegistration(page, 'first.timer');
  await click('Register', page.getByRole('main'));

  await dialog.getByLabel('Link').fill('https://youtube.com/watch?v=abc');
  await click('Add Balance', dialog);

  // The payment itself, with the proposed amount.
  const amount = page.getByLabel('Amount in dollars');
  await amount.waitFor();
  expect(Number(await amount.inputValue())).toBeGreaterThanOrEqual(1);
  expect(await amount.inputValue()).toMatch(/^\d+$/);
  await page.getByRole('radio', { name: 'Nagad' }).check({ force: true });
  await page.getByText('I accept the terms and conditions').click();
  await page.getByRole('link', { name: /Go to Payment/ }).click();
  await page.getByLabel('Transaction ID').fill('FIRST1234');
  await page.getByRole('button', { name: 'VERIFY' }).click();
  await page.waitForURL(/\/dashboard$/);
  await page.getByText(/as soon as your payment is approved/).waitFor();
  await approveAll();

  await dialog.waitFor();
  expect(await dialog.getByLabel('Link').inputValue()).toBe('https://youtube.com/watch?v=abc');
  await click('Submit', dialog);
  await page.getByText('Order Successful!').first().waitFor();
  expect(clicks).toBe(5);
});

test('a browser with an earlier session is led to the login instead, with the waiting order', async () => {
  await registerByScript(panel.url, 'known.here');
  const page = await openPage();
  await page.goto(`${panel.url}/login`);
  await logIn(page, 'known.here');
  await page.waitForURL(/\/service/);
  await page.evaluate(`localStorage.setItem('auth', JSON.stringify({ user: null, tokens: null }))`);
  await page.goto(`${panel.url}/service?order=1`);
  await page.getByRole('dialog').getByRole('link', { name: 'Login' }).click();
  await page.getByRole('heading', { level: 1, name: 'Login' }).waitFor();
  await page.getByText(/^Your order waits: /).waitFor();
  await logIn(page, 'known.here');
  await page.getByRole('dialog', { name: /^Order for/ }).waitFor();
});

test('a refused registration leads to the invalid field, with the reason next to it', async () => {
  await registerByScript(panel.url, 'taken.name');
  const page = await openPage();
  await page.goto(`${panel.url}/register`);
  await fillRegistration(page, 'taken.name', 'another@example.com');
  await page.getByRole('main').getByRole('button', { name: 'Register' }).click();
  await page.getByText('This user name is already taken.').waitFor();
  const alert = page.getByRole('alert').filter({ hasText: 'Register Failed' });
  await alert.getByText('Please check your credentials').waitFor();
  expect(await page.locator('input:focus').getAttribute('name')).toBe('userName');
  expect(await page.getByRole('alertdialog').count()).toBe(0);
  expect(await page.getByLabel('Email').inputValue()).toBe('another@example.com');
});

async function openPage(): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  return context.newPage();
}

/** Counts every tap and click on the page's elements, which typing into a field is not. */
async function countTaps(page: Page): Promise<() => number> {
  let count = 0;
  await page.exposeFunction('countTap', () => {
    count += 1;
  });
  await page.addInitScript(`addEventListener('pointerdown', ({ isTrusted }) => isTrusted && countTap(), true)`);
  return () => count;
}

/** Gives balance to the page's user. */
async function giveBalance(page: Page, dollars: number): Promise<void> {
  const id = await page.evaluate(() => {
    const { user } = JSON.parse(localStorage.getItem('auth') ?? '{}') as { user: { id: number } };
    return user.id;
  });
  const { tokens } = await loginAsAdmin(panel.url, panel.admin);
  const { users } = scriptClient(panel.url, tokens.accessToken).admin;
  await users.giveBalance.mutate({ id, amountNanos: nanos(dollars * 1_000_000_000) });
}

async function fillRegistration(page: Page, userName: string, email = `${userName}@example.com`): Promise<void> {
  await page.getByLabel('Username').fill(userName);
  await page.getByLabel('Name', { exact: true }).fill('First Timer');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Phone').fill('+8801711111111');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm Password').fill(PASSWORD);
}

async function logIn(page: Page, userName: string): Promise<void> {
  await page.getByLabel('Username').fill(userName);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
}

async function approveAll(): Promise<void> {
  const { tokens } = await loginAsAdmin(panel.url, panel.admin);
  const { recharges } = scriptClient(panel.url, tokens.accessToken).admin;
  for (const { id } of (await recharges.list.query({})).items)
    await recharges.decide.mutate({ id, decision: 'approve' });
}
