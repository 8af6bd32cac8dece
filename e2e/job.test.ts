import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { PASSWORD, registerByScript, registerWithBalance, scriptClient, signIn } from './accounts.ts';
import { watchPage } from './browser.ts';
import { sharedPanel } from './shared-panel.ts';
import { testBrowser } from './test-browser.ts';

/** A bulk decision is a job on the server: its tab may close, and until its first row it can be undone. */
const panel = sharedPanel();
const ADMIN = 'job.admin';
const CUSTOMER = 'job.customer';
const QUEUE = `${panel.url}/dashboard/manageOrders?q=${CUSTOMER}&status=open`;
/** More than a page of the list. */
const ORDERS = 30;
const LIMIT_MS = 30_000;

const browser = await testBrowser();
const { asAdmin, asCustomer } = await registerWithBalance(panel, CUSTOMER, 1_000);
// An admin of its own: others would see its result on all their pages.
const { user } = await registerByScript(panel.url, ADMIN);
await asAdmin.admin.users.setRole.mutate({ id: user.id, role: 'admin' });
const session = await scriptClient(panel.url).auth.login.mutate({ userName: ADMIN, password: PASSWORD });
const asStarter = scriptClient(panel.url, session.tokens.accessToken);
const [service] = (await asCustomer.services.list.query({ limit: 1 })).items;
const lines = Array.from({ length: ORDERS }, (_, at) => ({
  serviceId: service?.id ?? 0,
  link: `@job${at}`,
  quantity: service?.min ?? 0,
}));
await asCustomer.orders.placeMany.mutate({ lines, requestId: randomUUID() });

afterAll(() => asAdmin.admin.users.setRole.mutate({ id: user.id, role: 'user' }));

const problems: string[][] = [];

async function openPage(url: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  page.setDefaultTimeout(LIMIT_MS);
  problems.push(watchPage(page).problems);
  await signIn(page, session);
  await page.goto(url);
  return page;
}

/** Selects all orders, and opens the dialog of their rejection. */
async function rejectAll(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: 'Select all rows' }).check({ force: true });
  await page.getByRole('button', { name: `Select all ${ORDERS} that match` }).click();
  await page.getByRole('button', { name: `Reject ${ORDERS} selected` }).click();
  await page.getByRole('alertdialog').getByRole('textbox').fill('Not available today');
}

const start = (page: Page) => page.getByRole('button', { name: `Reject ${ORDERS} orders`, exact: true }).click();
const dock = (page: Page) => page.getByRole('region', { name: 'Your bulk jobs' });

async function statuses(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const { items } = await asAdmin.admin.orders.list.query({ search: CUSTOMER, limit: 100 });
  for (const { status } of items) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

test('a job is undone before its first row, and nothing has moved', async () => {
  const page = await openPage(QUEUE);
  await rejectAll(page);
  await start(page);
  await dock(page)
    .getByText(/^Rejecting 30 orders: starts in \d s$/)
    .waitFor();
  await page
    .getByRole('link', { name: /^In a job: order/ })
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Undo: Reject 30 orders' }).click();
  await dock(page).waitFor({ state: 'detached' });
  await page
    .getByRole('button', { name: /^Reject order/ })
    .first()
    .waitFor();
  const [job] = (await asStarter.admin.jobs.list.query({})).items;
  expect(job).toMatchObject({ status: 'canceled', done: 0, movedNanos: '0' });
  expect(await statuses()).toEqual({ pending: ORDERS });
  await page.context().close();
});

test('a job whose tab has closed is found again on another page, with the outcome of each row', async () => {
  const before = await asCustomer.balance.get.query();
  const page = await openPage(QUEUE);
  await rejectAll(page);
  // By another admin, after this one has seen it.
  const [first] = (await asAdmin.admin.orders.list.query({ search: CUSTOMER, status: 'open', sort: 'oldest' })).items;
  await asAdmin.admin.orders.decide.mutate({ id: first?.id ?? 0, decision: 'complete' });
  await start(page);
  await dock(page).waitFor();
  await page.context().close();

  const later = await openPage(`${panel.url}/dashboard/manageUsers`);
  await dock(later).getByText('29 orders rejected, 1 refused').first().waitFor();
  await later.getByRole('link', { name: 'Open the result: Reject 30 orders' }).click();
  await later.getByRole('heading', { name: 'Reject 30 orders' }).waitFor();
  await later.getByRole('row').nth(ORDERS).waitFor();
  await later.getByRole('button', { name: 'Refused 1' }).click();
  await later.getByRole('row', { name: `Order ${first?.id} refused This has already been decided.` }).waitFor();
  await later.getByRole('row').nth(2).waitFor({ state: 'detached' });
  expect(await later.getByRole('row').count()).toBe(2);
  await dock(later).waitFor({ state: 'detached' });

  expect(await statuses()).toEqual({ completed: 1, rejected: ORDERS - 1 });
  const refund = (ORDERS - 1) * (first?.chargeNanos ?? 0);
  expect((await asCustomer.balance.get.query()).balanceNanos - before.balanceNanos).toBe(refund);
  expect(problems.flat()).toEqual([]);
});
