import type { Page, Route } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { registerWithBalance, signIn } from './accounts.ts';
import { sharedPanel } from './shared-panel.ts';
import { testBrowser } from './test-browser.ts';

/** The outcome of a money action is reported on any page: each response is delayed until the customer has left. */
const panel = sharedPanel();

let page: Page;

const browser = await testBrowser();
const { customer, asCustomer } = await registerWithBalance(panel, 'leaves.early', 50);
beforeEach(async () => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  page = await context.newPage();
  await signIn(page, customer);
});
afterEach(() => page.context().close());

test('an order without a response is never reported as failed, and can be sent again from another page', async () => {
  const held = await hold('orders.place');
  const url = await sendOrder('@not.answered');
  const answer = await held();
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  // The request arrives, its response does not.
  await answer.fetch();
  await answer.abort('connectionreset');
  await page.getByText('No answer came', { exact: true }).waitFor();
  expect(await page.getByText('Order Failed').count()).toBe(0);
  expect(page.url()).not.toBe(url);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.getByText('Order Successful!').waitFor();
  expect(await ordersFor('@not.answered')).toBe(1);
});

test('after leaving for another page the outcome of an order is reported, and it is charged once', async () => {
  const held = await hold('orders.place');
  const url = await sendOrder('@loaded.again');
  const answer = await held();
  // The request arrives, its response does not.
  await answer.fetch();
  const before = await ordersFor('@loaded.again');
  expect(before).toBe(1);
  await page.goto(`${panel.url}/about`);
  await page.getByText('No answer has come yet').waitFor();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Look at it' }).click();
  await page.waitForURL(url);
  await page.getByText('No answer came to your last try').waitFor();
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByText('Order Successful!').waitFor();
  expect(await ordersFor('@loaded.again')).toBe(1);
});

test('the outcome of a recharge is reported on another page', async () => {
  await page.goto(`${panel.url}/dashboard/addBalance`);
  await page.getByRole('radio', { name: 'Nagad' }).check({ force: true });
  await page.getByLabel('Amount in dollars').fill('10');
  await page.getByText('I accept the terms and conditions').click();
  await page.getByRole('link', { name: /Go to Payment/ }).click();
  await page.getByLabel('Transaction ID').fill('LEFT1234');
  const held = await hold('balance.requestRecharge');
  await page.getByRole('button', { name: 'VERIFY' }).click();
  const answer = await held();
  await page.goBack();
  await page.getByLabel('Amount in dollars').waitFor();
  await answer.continue();
  await page.getByText('Balance request Posted Successfully').waitFor();
  await page.getByText('$10.00, Nagad, LEFT1234').waitFor();
  expect(page.url()).toContain('/dashboard/addBalance');
  await page.getByRole('link', { name: 'See your recharges' }).click();
  await page.waitForURL(/rechargeHistory/);
});

/** Delays calls. @returns a function that waits for the first of them */
async function hold(procedure: string): Promise<() => Promise<Route>> {
  const held = Promise.withResolvers<Route>();
  await page.route(new RegExp(`/trpc/${procedure.replace('.', '\\.')}`), (route) => held.resolve(route));
  return () => held.promise;
}

/** Opens the dialog from the list and submits it. @returns the URL with the open dialog */
async function sendOrder(link: string): Promise<string> {
  await page.goto(`${panel.url}/service`);
  await page
    .getByRole('button', { name: /Create Order/ })
    .first()
    .click();
  await page.getByLabel('Link').fill(link);
  const url = page.url();
  await page.getByRole('button', { name: 'Submit' }).click();
  return url;
}

async function ordersFor(link: string): Promise<number> {
  return (await asCustomer.orders.list.query({ search: link })).items.length;
}
