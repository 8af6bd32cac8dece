import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { nanos } from '#shared/money.ts';
import { registerWithBalance, signIn } from './accounts.ts';
import { watchPage } from './browser.ts';
import { sharedPanel } from './shared-panel.ts';
import { testBrowser } from './test-browser.ts';

/** On every page where a customer may wait for money, an approval appears without a reload. */
const panel = sharedPanel();
const LIMIT_MS = 20_000;

const problems: string[][] = [];

const browser = await testBrowser();
const { customer: session, asCustomer, asAdmin } = await registerWithBalance(panel, 'live.balance', 0);
const service = (await asCustomer.services.list.query({ limit: 1 })).items[0] ?? { id: 0 };
const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });

async function open(path: string): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(LIMIT_MS);
  problems.push(watchPage(page).problems);
  await signIn(page, session);
  await page.goto(panel.url + path);
  return page;
}

/** Requests a recharge, and has it approved. */
async function recharge(dollars: number, reference: string): Promise<() => Promise<unknown>> {
  const asked = { method: 'Nagad', amountNanos: nanos(dollars * 1_000_000_000), reference };
  const { id } = await asCustomer.balance.requestRecharge.mutate(asked);
  return () => asAdmin.admin.recharges.decide.mutate({ id, decision: 'approve' });
}

test('the overview: a new customer sees the top-up, then the request, then the money', async () => {
  const page = await open('/dashboard');
  await page.getByRole('heading', { name: 'Add your first balance' }).waitFor();
  const approve = await recharge(7, 'LIVEBAL1');
  await page.getByText('One balance request of $7.00 is being checked.').waitFor();
  await page.getByText('Spent this month').waitFor();
  await approve();
  await page.getByRole('main').getByText('$7.00', { exact: true }).waitFor();
  await page.getByText('is being checked').waitFor({ state: 'detached' });
  await page.close();
});

test.each([
  ['Add Balance', '/dashboard/addBalance', 'banner', 8],
  ['the statement', '/dashboard/statement', 'main', 9],
])('%s', async (_name, path, where, after) => {
  const page = await open(path);
  await page
    .getByRole('banner')
    .getByText(`$${after - 1}.00`)
    .waitFor();
  const approve = await recharge(1, `LIVEBAL${after}`);
  await approve();
  await page
    .getByRole(where as 'banner' | 'main')
    .getByText(`$${after}.00`)
    .first()
    .waitFor();
  await page.close();
});

test('the order dialog: the balance after the order, and the next step', async () => {
  const page = await open(`/service?order=${service.id}`);
  const dialog = page.getByRole('dialog');
  await dialog.getByText('$9.00').waitFor();
  const approve = await recharge(100, 'LIVEBAL109');
  await approve();
  await dialog.getByText('$109.00').waitFor();
  await page.close();
});

test("the overview's figures follow an order and its changes", async () => {
  const page = await open('/dashboard');
  const inProgress = page.getByRole('link', { name: /Orders in progress/ });
  const spent = page.getByRole('link', { name: /Spent this month/ });
  await inProgress.getByText('0', { exact: true }).waitFor();
  const { min, priceMicros } = await asCustomer.services.get.query({ id: service.id });
  expect(priceMicros).toBeGreaterThan(0);
  const { order } = await asCustomer.orders.place.mutate({ serviceId: service.id, link: '@shop', quantity: min });
  await inProgress.getByText('1', { exact: true }).waitFor();
  expect(await spent.textContent()).not.toContain('$0.00');
  await asAdmin.admin.orders.decide.mutate({ id: order.id, decision: 'reject', reason: 'private' });
  await inProgress.getByText('0', { exact: true }).waitFor();
  await spent.getByText('$0.00', { exact: true }).waitFor();
  await page.close();
});

test('no page reported a problem', () => {
  expect(problems.flat()).toEqual([]);
});
