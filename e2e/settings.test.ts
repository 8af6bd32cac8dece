import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { nanos } from '#shared/money.ts';
import { loginAsAdmin, registerByScript, scriptClient, signIn } from './accounts.ts';
import { watchPage } from './browser.ts';
import { ownPanel } from './own-panel.ts';
import { testBrowser } from './test-browser.ts';

/** A new shop becomes payable: an admin enters a number and a rate, and a customer pays with them. */
const LIMIT_MS = 15_000;
const USUAL_RATE = '126';

const panel = await ownPanel();
const browser = await testBrowser();
let admin: Page;
let customer: Page;
let accessToken: string;
let customerToken: string;
const problems: string[][] = [];

beforeAll(async () => {
  const session = await loginAsAdmin(panel.url, panel.admin);
  accessToken = session.tokens.accessToken;
  admin = await newPage({ width: 1440, height: 900 }, session);
  const registered = await registerByScript(panel.url, 'settings.customer');
  customerToken = registered.tokens.accessToken;
  customer = await newPage({ width: 360, height: 740 }, registered);
});

test("the overview tells the admin that customers can't pay yet, and links to the settings", async () => {
  await admin.goto(`${panel.url}/dashboard`);
  await admin.getByText(/Customers can't pay by Bkash/).waitFor();
  await admin.getByRole('link', { name: 'Payment methods' }).click();
  await admin.waitForURL(/\/dashboard\/settings\?section=methods$/);
  await bkash().getByText("Customers can't pay here yet: put in your own number.").waitFor();
});

test("the admin enters the shop's number for Bkash, and sees the steps as customers will", async () => {
  await admin.getByRole('button', { name: 'Edit Bkash' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Edit Bkash' });
  await dialog.locator('input[name=recipient]:focus').waitFor();
  await dialog.getByLabel('Recipient number').fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Recipient is required').waitFor();
  await dialog.getByLabel('Recipient number').fill(' 01711-222333 ');
  await dialog.getByText('Enter 01711-222333 as the recipient’s number.').waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  const question = admin.getByRole('alertdialog', { name: 'Change the number of Bkash?' });
  await question.getByText('01XXX-XXXXXX').waitFor();
  await question.getByText('01711222333').waitFor();
  await question.getByRole('button', { name: 'Change number' }).click();
  await admin.getByText('Bkash saved').first().waitFor();
  await bkash().getByText('01711222333').waitFor();
  expect(await bkash().getByText("Customers can't pay here yet").count()).toBe(0);
});

test('an invalid rate is an error of its field and stays typed; a valid one is saved', async () => {
  await openSection('Rate and fee');
  const rate = admin.getByLabel('Taka per dollar');
  await rate.fill('127.505');
  await admin.getByRole('button', { name: 'Save rate and fee' }).click();
  await admin.getByText('Enter taka with up to 2 decimals, such as 126 or 126.50').waitFor();
  expect(await rate.inputValue()).toBe('127.505');
  await rate.fill('127.5');
  await admin.getByText('$10.00 costs ৳1,275.00').waitFor();
  await admin.getByRole('button', { name: 'Save rate and fee' }).click();
  await admin.getByText('Rate and fee saved').first().waitFor();
  expect(await rate.inputValue()).toBe('127.50');
});

test('a customer is charged by the new rate and sees the new number', async () => {
  await customer.goto(`${panel.url}/dashboard/addBalance`);
  await customer.getByText('Rate: $1 = ৳127.50').waitFor();
  await customer.getByRole('radiogroup', { name: 'Payment method' }).getByText('Bkash').click();
  await customer.getByLabel('Amount in dollars').fill('10');
  expect(await customer.getByLabel('Total in taka').textContent()).toBe('৳1,275.00');
  await customer.getByText('I accept the terms and conditions').click();
  await customer.getByRole('link', { name: /Go to Payment/ }).click();
  await customer.waitForURL(/\/payment/);
  await customer.getByRole('listitem').filter({ hasText: 'Recipient number' }).getByText('01711222333').waitFor();
  expect(await customer.getByText('This is a sample').count()).toBe(0);
});

test('a disabled method is not offered, and offered again when it is enabled', async () => {
  const offered = async () => {
    await customer.goto(`${panel.url}/dashboard/addBalance`);
    const methods = customer.getByRole('radiogroup', { name: 'Payment method' }).getByRole('radio');
    await methods.first().waitFor({ state: 'attached' });
    return Promise.all((await methods.all()).map((radio) => radio.getAttribute('value')));
  };
  await openSection('Payment methods');
  await flip('Off');
  expect(await offered()).not.toContain('Bkash');
  await flip('Active');
  expect(await offered()).toContain('Bkash');
});

test("a method with recharges can't be deleted, and is disabled instead", async () => {
  const asAdmin = scriptClient(panel.url, accessToken).admin.paymentMethods;
  const { id, ...fields } = (await asAdmin.list.query()).find(({ name }) => name === 'Bkash') ?? {};
  expect(id).toBeDefined();
  await scriptClient(panel.url, customerToken).balance.requestRecharge.mutate({
    method: 'Bkash',
    amountNanos: nanos(5_000_000_000),
    reference: 'SETTINGS1',
  });
  await admin.getByRole('button', { name: 'Delete Bkash' }).click();
  await admin.getByRole('button', { name: 'Yes, delete it!' }).click();
  await admin.getByText('Switch it off instead of deleting it.').waitFor();
  await admin.getByRole('button', { name: 'Switch it off' }).click();
  await untilBkashIs('Off');
  expect((await asAdmin.list.query()).find((listed) => listed.id === id)).toEqual({ ...fields, id, active: false });
  await flip('Active');
});

test('a custom method is added, and deleted after a confirmation', async () => {
  await admin.getByRole('button', { name: 'Add method' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Add Payment Method' });
  await dialog.getByLabel('Name').fill('bkash');
  await dialog.getByLabel('Recipient number').fill('01811-000000');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('A payment method with this name already exists').waitFor();
  await dialog.getByLabel('Name').fill('Upay');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await admin.getByText('Upay added').first().waitFor();
  await admin.getByRole('button', { name: 'Delete Upay' }).click();
  await admin.getByRole('button', { name: 'Yes, delete it!' }).click();
  await admin.getByText('Upay deleted').first().waitFor();
  await method('Upay').waitFor({ state: 'detached' });
});

test('the chat is visible on every page once its URL is known', async () => {
  const { settings } = scriptClient(panel.url, accessToken).admin;
  const before = await settings.get.query();
  await customer.goto(`${panel.url}/service`);
  await customer.getByRole('heading', { name: 'Services' }).waitFor();
  expect(await customer.getByRole('link', { name: 'Chat with us' }).count()).toBe(0);
  await settings.update.mutate({ ...before, chatUrl: 'https://t.me/some_shop' });
  await customer.reload();
  const chat = customer.getByRole('link', { name: 'Chat with us' });
  await chat.waitFor();
  expect(await chat.getAttribute('href')).toBe('https://t.me/some_shop');
  expect(await chat.getAttribute('rel')).toBe('noopener noreferrer');
  await settings.update.mutate(before);
});

test('the usual rate is restored, and no page reported a problem', async () => {
  await openSection('Rate and fee');
  await admin.getByLabel('Taka per dollar').fill(USUAL_RATE);
  await admin.getByRole('button', { name: 'Save rate and fee' }).click();
  await admin.getByText(`$1 = ৳${USUAL_RATE} from now on.`).waitFor();
  // Browsers print deliberate errors to the console: the name that was taken, the method with a recharge.
  expect(problems.flat().filter((problem) => !/status of (400|409)/.test(problem))).toEqual([]);
});

const method = (name: string) =>
  admin.getByRole('listitem').filter({ has: admin.getByRole('button', { name: `Edit ${name}` }) });
const bkash = () => method('Bkash');

async function openSection(name: string): Promise<void> {
  await admin.getByRole('navigation', { name: 'Sections of the settings' }).getByRole('link', { name }).click();
}

/** Toggles Bkash. */
async function flip(to: 'Active' | 'Off'): Promise<void> {
  await bkash()
    .getByText(/^(Active|Off)$/)
    .click();
  await untilBkashIs(to);
}

/** The switch moves at once; the row's other buttons wait for the response. */
async function untilBkashIs(word: 'Active' | 'Off'): Promise<void> {
  await bkash().getByText(word, { exact: true }).waitFor();
  await bkash().getByRole('button', { name: 'Edit Bkash', disabled: false }).waitFor();
}

async function newPage(viewport: { width: number; height: number }, session: object): Promise<Page> {
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  page.setDefaultTimeout(LIMIT_MS);
  problems.push(watchPage(page).problems);
  await signIn(page, session);
  return page;
}
