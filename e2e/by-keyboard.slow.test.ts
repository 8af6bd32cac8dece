import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { PASSWORD } from './accounts.ts';
import { watchPage } from './browser.ts';
import { pressOn, tabTo, typeInto } from './keyboard.ts';
import { ownPanel } from './own-panel.ts';
import { testBrowser } from './test-browser.ts';

/** The main tasks by keyboard alone, with the focus always visible. */
const LIMIT_MS = 15_000;

const panel = await ownPanel();
const browser = await testBrowser();
let customer: Page;
let admin: Page;
const problems: string[][] = [];

beforeAll(async () => {
  customer = await newPage();
  admin = await newPage();
});
async function newPage(): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.setDefaultTimeout(LIMIT_MS);
  problems.push(watchPage(page).problems);
  return page;
}

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const key = (page: Page, name: string) => page.keyboard.press(name);

test('a visitor registers', async () => {
  await customer.goto(`${panel.url}/register`);
  await typeInto(customer, field(customer, 'Username'), 'keys');
  await typeInto(customer, field(customer, 'Name'), 'Without Mouse');
  await typeInto(customer, field(customer, 'Email'), 'keys@example.com');
  await typeInto(customer, field(customer, 'Phone'), '+8801711111111');
  await typeInto(customer, field(customer, 'Password'), PASSWORD);
  await typeInto(customer, field(customer, 'Confirm Password'), PASSWORD);
  await key(customer, 'Enter');
  await customer.waitForURL(/\/service$/);
});

test('the customer chooses a payment method with the arrow keys, and an amount, and opens the payment', async () => {
  await pressOn(customer, customer.getByRole('banner').getByRole('link', { name: /\$0\.00/ }), 'Shift+Tab');
  await customer.waitForURL(/\/dashboard\/addBalance$/);
  const methods = customer.getByRole('radiogroup', { name: 'Payment method' }).getByRole('radio');
  await tabTo(customer, methods);
  await key(customer, 'ArrowDown');
  await key(customer, 'ArrowUp');
  await key(customer, 'ArrowDown');
  expect(await customer.getByRole('radio', { name: 'Nagad' }).isChecked()).toBe(true);
  // One step passes the whole group.
  await key(customer, 'Tab');
  expect(await field(customer, 'Amount in dollars').and(customer.locator(':focus')).count()).toBe(1);
  await customer.keyboard.type('10');
  await tabTo(customer, field(customer, 'I accept the terms and conditions'));
  await key(customer, 'Space');
  await pressOn(customer, customer.getByRole('link', { name: 'Go to Payment' }));
  await customer.waitForURL(/\/payment$/);
});

test('the customer enters the transaction ID', async () => {
  await typeInto(customer, field(customer, 'Transaction ID'), 'KEYS1234');
  await key(customer, 'Enter');
  await customer.getByText('Balance request Posted Successfully').first().waitFor();
  await customer.waitForURL(/\/dashboard$/);
});

test('the admin logs in and approves it', async () => {
  await admin.goto(`${panel.url}/dashboard/manageRecharges`);
  await admin.getByText('You need to login first').waitFor();
  await typeInto(admin, field(admin, 'Username'), panel.admin.userName);
  await typeInto(admin, field(admin, 'Password'), panel.admin.password);
  await key(admin, 'Enter');
  await admin.waitForURL(/\/dashboard\/manageRecharges$/);
  const row = admin.getByRole('row', { name: /KEYS1234/ });
  await pressOn(admin, row.getByRole('button', { name: /Approve/ }));
  await admin.getByText('Recharge request approved successfully').first().waitFor();
});

test('the customer orders from the list', async () => {
  const bar = customer.getByRole('banner');
  await bar.getByRole('link', { name: /\$10\.00/ }).waitFor();
  await pressOn(customer, bar.getByRole('link', { name: 'Service', exact: true }), 'Shift+Tab');
  await customer.waitForURL(/\/service$/);
  await pressOn(customer, customer.getByRole('main').getByRole('button', { name: /Create Order/ }));
  const dialog = customer.getByRole('dialog', { name: /^Order for/ });
  await typeInto(customer, dialog.getByLabel('Link'), 'https://facebook.com/without.mouse');
  await pressOn(customer, dialog.getByRole('button', { name: 'Submit' }));
  await customer.getByText('Order Successful!').waitFor();
  await key(customer, 'Escape');
  await customer.getByRole('dialog').waitFor({ state: 'detached' });
});

test('the customer opens a ticket', async () => {
  const bar = customer.getByRole('banner');
  await pressOn(customer, bar.getByRole('link', { name: 'Dashboard' }), 'Shift+Tab');
  await customer.waitForURL(/\/dashboard$/);
  await pressOn(customer, customer.getByRole('link', { name: 'Support', exact: true }));
  await customer.waitForURL(/\/dashboard\/tickets$/);
  await pressOn(customer, customer.getByRole('link', { name: 'Open a ticket' }));
  await customer.getByRole('heading', { name: 'Open a Ticket' }).waitFor();
  await typeInto(customer, field(customer, 'Subject'), 'When will it be done?');
  await typeInto(customer, field(customer, 'Message'), 'I have ordered without a mouse.');
  await pressOn(customer, customer.getByRole('button', { name: 'Open a ticket' }));
  await customer.waitForURL(/\/dashboard\/tickets\/\d+$/);
  await customer.getByText('I have ordered without a mouse.').waitFor();
});

test('no page reported a problem', () => {
  expect(problems.flat()).toEqual([]);
});
