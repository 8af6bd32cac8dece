import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { PASSWORD } from './accounts.ts';
import { watchPage } from './browser.ts';
import { ownPanel } from './own-panel.ts';
import { testBrowser } from './test-browser.ts';

/** The main task in a real browser, from an empty panel: a customer on a phone, an admin on a desktop, and the ledger at the end. */
const LIMIT_MS = 15_000;

const panel = await ownPanel();
const browser = await testBrowser();
let customer: Page;
let admin: Page;
const problems: string[][] = [];

beforeAll(async () => {
  customer = await newPage({ width: 360, height: 740 });
  admin = await newPage({ width: 1440, height: 900 });
});

test('a visitor who wants to order registers and returns to that order', async () => {
  await customer.goto(`${panel.url}/service`);
  await chooseFirst('YouTube');
  await customer
    .getByRole('dialog', { name: /^Order for/ })
    .getByRole('link', { name: 'Register' })
    .click();
  await customer.waitForURL(/\/register/);
  await customer.getByRole('heading', { name: 'Register' }).waitFor();
  await customer.getByText(/^Your order waits: #\d+ YouTube/).waitFor();
  await customer.getByLabel('Username').fill('rahim');
  await customer.getByLabel('Name', { exact: true }).fill('Rahim Uddin');
  await customer.getByLabel('Email').fill('rahim@example.com');
  await customer.getByLabel('Phone').fill('+8801711111111');
  await customer.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await customer.getByLabel('Confirm Password').fill(PASSWORD);
  await customer.getByRole('button', { name: 'Register' }).last().click();
  await customer.waitForURL(/\/service/);
  const dialog = customer.getByRole('dialog', { name: /^Order for/ });
  await dialog.waitFor();
  await dialog.getByRole('link', { name: 'Add Balance' }).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
});

test('the customer requests a recharge and sees it pending', async () => {
  await customer.goto(`${panel.url}/dashboard/addBalance`);
  await customer.getByRole('radiogroup', { name: 'Payment method' }).getByText('Nagad').click();
  await customer.getByLabel('Amount in dollars').fill('10');
  expect(await customer.getByLabel('Total in taka').textContent()).toBe('৳1,260.00');
  await customer.getByText('I accept the terms and conditions').click();
  await customer.getByRole('link', { name: /Go to Payment/ }).click();
  await customer.waitForURL(/\/payment/);
  await customer.getByText('*167#').first().waitFor();
  await customer.reload();
  await customer.getByLabel('Transaction ID').fill('  n7x8k9q2 ');
  await customer.getByRole('button', { name: 'VERIFY' }).click();
  await customer.getByText('Balance request Posted Successfully').first().waitFor();
  await customer.waitForURL(/\/dashboard$/);
  await customer.goto(`${panel.url}/dashboard/rechargeHistory`);
  await cardOf('n7x8k9q2').getByText('Pending', { exact: true }).waitFor();
});

test('the admin approves it and the customer sees the money without a reload', async () => {
  await admin.goto(`${panel.url}/dashboard/manageRecharges`);
  await admin.getByText('You need to login first').waitFor();
  await admin.getByLabel('Username').fill(panel.admin.userName);
  await admin.getByLabel('Password', { exact: true }).fill(panel.admin.password);
  await admin.getByRole('button', { name: 'Login' }).last().click();
  await admin.waitForURL(/\/dashboard\/manageRecharges/);
  const row = admin.getByRole('row', { name: /n7x8k9q2/ });
  await row.getByRole('button', { name: /Approve/ }).click();
  await admin.getByText('Recharge request approved successfully').first().waitFor();
  await customer
    .getByRole('link', { name: /\$10\.00/ })
    .first()
    .waitFor();
});

test('the customer orders within the balance, which is reduced at once', async () => {
  await placeOrder('Instagram', 'https://instagram.com/dhaka.shop');
  expect(await shownBalance()).toBeLessThan(10);
});

test('the admin rejects the order: it is refunded and the customer sees the reason', async () => {
  await admin.goto(`${panel.url}/dashboard/manageOrders`);
  const row = admin.getByRole('row', { name: /rahim/ });
  await row.getByRole('button', { name: /Reject/ }).click();
  const dialog = admin.getByRole('alertdialog').or(admin.getByRole('dialog'));
  await dialog.getByRole('textbox').fill('The account is private');
  await dialog.getByRole('button', { name: /Reject/ }).click();
  await admin.getByText('Service status updated successfully').first().waitFor();
  await customer.goto(`${panel.url}/dashboard/orderHistory`);
  await cardOf('Instagram').getByText('Failed', { exact: true }).waitFor();
  await customer
    .getByRole('link', { name: /\$10\.00/ })
    .first()
    .waitFor();
  await customer
    .getByRole('link', { name: /Instagram/ })
    .first()
    .click();
  await customer.getByText('The account is private').first().waitFor();
});

test('a second order is approved and stays paid', async () => {
  await placeOrder('Facebook', 'https://facebook.com/some.page');
  const left = await shownBalance();
  await admin.goto(`${panel.url}/dashboard/manageOrders`);
  const row = admin.getByRole('row', { name: /rahim/ }).filter({ hasText: 'some.page' });
  await row.getByRole('button', { name: /Approve/ }).click();
  await admin.getByText('Service status updated successfully').first().waitFor();
  await customer.goto(`${panel.url}/dashboard/orderHistory`);
  await cardOf('Facebook').getByText('Completed', { exact: true }).waitFor();
  expect(await shownBalance()).toBe(left);
});

test('a third order is processing, then partially delivered, and the undelivered units are refunded', async () => {
  await placeOrder('TikTok', 'https://tiktok.com/@somebody');
  await admin.goto(`${panel.url}/dashboard/manageOrders`);
  const row = admin.getByRole('row', { name: /rahim/ }).filter({ hasText: '@somebody' });
  const choose = async (item: string) => {
    await row.getByRole('button', { name: /More for order/ }).click();
    await admin.getByRole('menuitem', { name: item }).click();
  };
  await choose('Mark processing');
  await row.getByText('processing').waitFor();
  await choose('Partial…');
  const dialog = admin.getByRole('dialog', { name: /Deliver order \d+ in part/ });
  await dialog.locator('input[name=remaining]:focus').waitFor();
  expect(await dialog.getByText(/^Enter a whole number/).count()).toBe(0);
  await dialog.getByLabel('Undelivered units').fill('5');
  await dialog.getByRole('button', { name: 'Mark partial' }).click();
  await dialog.waitFor({ state: 'detached' });
  await customer.goto(`${panel.url}/dashboard/orderHistory`);
  await cardOf('TikTok').getByText('Partial', { exact: true }).waitFor();
  await customer
    .getByRole('link', { name: /TikTok/ })
    .first()
    .click();
  await customer.getByText(/^5 not delivered, \$\S+ refunded/).waitFor();
});

test('a customer who opens an admin page gets a message, and a visitor the login', async () => {
  await customer.goto(`${panel.url}/dashboard/manageOrders`);
  await customer.getByText('Not allowed').waitFor();
  // Away from the panel's pages, one of which may be storing the session right now.
  await customer.goto(`${panel.url}/robots.txt`);
  await customer.evaluate(() => localStorage.removeItem('auth'));
  await customer.goto(`${panel.url}/dashboard/orderHistory`);
  await customer.getByText('You need to login first').first().waitFor();
  await customer.waitForURL(/\/(register|login)/);
});

test('the ledger proves every taka and dollar, and no page reported a problem', () => {
  const check = fileURLToPath(new URL('../scripts/ledger-check.ts', import.meta.url));
  const env = { ...process.env, DATA_DIR: panel.dataDir, DATABASE_URL: '' };
  const report = execFileSync(process.execPath, [check], { env, encoding: 'utf8' });
  expect(report).toContain('Every balance is proved by the ledger');
  expect(problems.flat()).toEqual([]);
});

async function newPage(viewport: { width: number; height: number }): Promise<Page> {
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  page.setDefaultTimeout(LIMIT_MS);
  problems.push(watchPage(page).problems);
  return page;
}

/** Orders the first service of a category with its minimum quantity. */
async function placeOrder(category: string, link: string): Promise<void> {
  await customer.goto(`${panel.url}/service`);
  await chooseFirst(category);
  const dialog = customer.getByRole('dialog', { name: /^Order for/ });
  await dialog.getByLabel('Link').fill(link);
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await customer.getByText('Order Successful!').waitFor();
  await customer.getByText('Your service has been successfully purchased.').waitFor();
  await customer.goto(`${panel.url}/dashboard/orderHistory`);
  await cardOf(category).getByText('Processing', { exact: true }).waitFor();
}

/** Opens a category and its first service; the previous cards stay visible until the new ones have loaded. */
async function chooseFirst(category: string): Promise<void> {
  const name = new RegExp(category);
  await customer.getByRole('tab', { name }).click();
  await customer.waitForURL(new RegExp(`category=${category.toLowerCase()}`));
  const first = customer.getByRole('listitem', { name }).and(customer.locator('[aria-posinset="1"]'));
  await first.getByRole('button', { name: 'Create Order' }).click();
}

/** The customer's own row of a history; on a phone rows are cards. */
function cardOf(text: string): Locator {
  return customer
    .getByRole('list', { name: /History$/ })
    .getByRole('listitem')
    .filter({ hasText: text });
}

async function shownBalance(): Promise<number> {
  const text = await customer.getByRole('link', { name: /\$\d/ }).first().textContent();
  return Number(/\$([\d,.]+)/.exec(text ?? '')?.[1]?.replaceAll(',', ''));
}
