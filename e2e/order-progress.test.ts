import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { micros } from '#shared/money.ts';
import { registerWithBalance, signIn } from './accounts.ts';
import { watchPage } from './browser.ts';
import { sharedPanel } from './shared-panel.ts';
import { testBrowser } from './test-browser.ts';

/** An admin sets how far an order is, by keyboard and by mouse; its customer's open pages follow. */
const panel = sharedPanel();
const CUSTOMER = 'progress.customer';
const LIMIT_MS = 20_000;

const browser = await testBrowser();
const { customer, asCustomer, asAdmin, adminSession } = await registerWithBalance(panel, CUSTOMER, 20);
const service = await asAdmin.admin.services.create.mutate({
  ...{ name: 'Progress likes', description: 'For one test.', category: 'facebook', image: null },
  ...{ priceMicros: micros(1_000_000), min: 10, max: 10_000, avgTimeHours: 1 },
});
const { order } = await asCustomer.orders.place.mutate({ serviceId: service.id, link: '@shop', quantity: 5_000 });
const problems: string[][] = [];

async function open(path: string, session: object, language?: 'bn'): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  page.setDefaultTimeout(LIMIT_MS);
  problems.push(watchPage(page).problems);
  await signIn(page, session, 'bumblebee', language);
  await page.goto(panel.url + path);
  return page;
}

test('the customer reads "1,200 of 5,000, started at 830" without a reload, in the order and in the history', async () => {
  const orderPage = await open(`/dashboard/orders/${order.id}`, customer);
  const history = await open('/dashboard/orderHistory', customer);
  const inBengali = await open(`/dashboard/orders/${order.id}`, customer, 'bn');
  await orderPage.getByText('Quantity', { exact: true }).waitFor();
  await inBengali.getByText('পরিমাণ', { exact: true }).waitFor();
  await history.getByText('@shop').waitFor();
  expect(await orderPage.getByText('Progress', { exact: true }).count()).toBe(0);

  const queue = await open(`/dashboard/manageOrders?q=${CUSTOMER}&status=all`, adminSession);
  await queue.getByRole('button', { name: `Open order ${order.id}` }).waitFor();
  await queue.keyboard.press('j');
  await queue.keyboard.press('s');
  const dialog = queue.getByRole('dialog', { name: `Progress of order ${order.id}` });
  await dialog.waitFor();
  await queue.keyboard.type('830');
  await queue.keyboard.press('Tab');
  await queue.keyboard.type('3800');
  await queue.keyboard.press('Enter');
  await queue.getByText(`The progress of order ${order.id} is saved`).first().waitFor();
  await dialog.waitFor({ state: 'detached' });

  const words = '1,200 of 5,000, started at 830';
  for (const page of [orderPage, history]) await page.getByText(words).first().waitFor();
  await inBengali.getByText('৫,০০০-এর মধ্যে ১,২০০, শুরুতে ছিল ৮৩০').waitFor();

  // The same from the details by mouse, also of a finished order.
  await queue.keyboard.press('o');
  const details = queue.getByRole('complementary', { name: 'Details' });
  await details.getByText(words).waitFor();
  await asAdmin.admin.orders.decide.mutate({ id: order.id, decision: 'complete' });
  await orderPage.getByText('5,000 of 5,000, started at 830').waitFor();
  await details.getByText('5,000 of 5,000, started at 830').waitFor();
  await details.getByRole('button', { name: `Set: Progress of order ${order.id}` }).click();
  await dialog.getByLabel('Start count').fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await orderPage.getByText('5,000 of 5,000', { exact: true }).waitFor();
  await details.getByText('Set the progress of order').first().waitFor();
  expect(problems.flat()).toEqual([]);
});
