import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { nanos } from '#shared/money.ts';
import { loginAsAdmin, registerByScript, scriptClient, signIn } from './accounts.ts';
import { watchPage } from './browser.ts';
import { sharedPanel } from './shared-panel.ts';
import { testBrowser } from './test-browser.ts';

/** An admin's action appears on the customer's screen, which refetches only the changed data. */
const panel = sharedPanel();
const LIMIT_MS = 15_000;

let page: Page;
/** Every stream that the customer's browser opened, and every time it read the balance. */
const streams: string[] = [];
const reads: string[] = [];

const browser = await testBrowser();
const { userName, password } = panel.admin;
const adminContext = await browser.newContext();
const admin = await adminContext.newPage();
const session = await loginAsAdmin(panel.url, { userName, password });
await signIn(admin, session);
const registered = await registerByScript(panel.url, 'live.customer');
const { users } = scriptClient(panel.url, session.tokens.accessToken).admin;
/** An admin gives the customer a dollar, by script. */
const giveDollar = () =>
  users.giveBalance.mutate({ id: registered.user.id, amountNanos: nanos(1_000_000_000), confirm: true });
const customerToken = registered.tokens.accessToken;
const customer = await browser.newContext();
customer.on('request', (request) => {
  if (request.url().includes('live.changes')) streams.push(request.url());
  if (request.url().includes('balance.get')) reads.push(request.url());
});
page = await customer.newPage();
const { problems } = watchPage(page);
await signIn(page, registered);

test("an approved recharge appears on the customer's screen without a reload or polling", async () => {
  const client = scriptClient(panel.url, customerToken);
  const [method] = await client.balance.methods.query().then(({ methods }) => methods);
  if (!method) throw new Error('There is no payment method');
  await client.balance.requestRecharge.mutate({
    method: method.name,
    amountNanos: nanos(7_000_000_000),
    reference: 'LIVE0001',
  });
  await page.goto(`${panel.url}/dashboard/rechargeHistory`);
  await page.getByText('LIVE0001').waitFor();
  await expect.poll(() => streams.length, { timeout: LIMIT_MS }).toBe(1);
  await admin.goto(`${panel.url}/dashboard/manageRecharges?q=LIVE0001`);
  const row = admin.getByRole('row').filter({ hasText: 'LIVE0001' });
  // After the stream's first refetch nothing is read while nothing happens.
  await row.waitFor();
  await expect.poll(async () => quietFor(6_000), { timeout: 40_000 }).toBe(true);
  reads.length = 0;
  await row.getByRole('button', { name: /Approve/ }).click();
  await page.getByText('$7.00').first().waitFor({ timeout: LIMIT_MS });
  await page.getByRole('row').filter({ hasText: 'LIVE0001' }).getByText('Approved').waitFor({ timeout: LIMIT_MS });
  await page.getByRole('banner').getByText('$7.00').waitFor({ timeout: LIMIT_MS });
  expect(reads.length).toBe(1);
  expect(streams.length).toBe(1);
});

test('a second tab has no stream of its own, and takes over when the first one is closed', async () => {
  const second = await customer.newPage();
  await second.goto(`${panel.url}/dashboard/statement`);
  await second.getByRole('banner').getByText('$7.00').waitFor({ timeout: LIMIT_MS });
  await page.close();
  await expect.poll(() => streams.length, { timeout: LIMIT_MS }).toBe(2);
  await giveDollar();
  await second.getByRole('banner').getByText('$8.00').waitFor({ timeout: LIMIT_MS });
  page = second;
});

test('a hidden tab has none, and refetches when it is visible again', async () => {
  await setVisibility(page, 'hidden');
  const streamsBefore = streams.length;
  reads.length = 0;
  await giveDollar();
  await new Promise((resolve) => setTimeout(resolve, 6_000));
  expect(reads).toEqual([]);
  await setVisibility(page, 'visible');
  await page.getByRole('banner').getByText('$9.00').waitFor({ timeout: LIMIT_MS });
  expect(streams.length).toBe(streamsBefore + 1);
  expect(streams.join()).not.toContain(customerToken);
  expect(problems).toEqual([]);
});

/** Whether the customer's browser does not read the balance for longer than the polling interval. */
async function quietFor(milliseconds: number): Promise<boolean> {
  const before = reads.length;
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  return reads.length === before;
}

function setVisibility(tab: Page, state: 'hidden' | 'visible'): Promise<unknown> {
  return tab.evaluate(`
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => '${state}' });
    document.dispatchEvent(new Event('visibilitychange'));`);
}
