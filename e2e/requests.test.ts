import { expect, test } from 'vitest';
import { micros } from '#shared/money.ts';
import { registerWithBalance, signIn } from './accounts.ts';
import { watchPage } from './browser.ts';
import { sharedPanel } from './shared-panel.ts';
import { testBrowser } from './test-browser.ts';

/** A customer asks for a speed-up, a cancellation and a refill, and sees each answer without a reload. */
const panel = sharedPanel();

const browser = await testBrowser();
const { customer, asCustomer, asAdmin } = await registerWithBalance(panel, 'requests.customer', 20);
const fields = {
  description: 'Real likes.',
  category: 'facebook',
  priceMicros: micros(2_000_000),
  min: 100,
  max: 10_000,
  avgTimeHours: 6,
} as const;
const { create } = asAdmin.admin.services;
const allowed = { refillDays: 30, cancel: true, speedUp: true };
const service = await create.mutate({ ...fields, ...allowed, name: 'Likes that can be refilled' });
const plain = await create.mutate({ ...fields, name: 'Likes as they are' });
const place = async (serviceId: number) =>
  (await asCustomer.orders.place.mutate({ serviceId, link: '@some.page', quantity: 1000 })).order.id;
const [faster, cancelled, refilled] = [await place(service.id), await place(service.id), await place(service.id)];
await asAdmin.admin.orders.decide.mutate({ id: refilled, decision: 'complete' });

const page = await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage();
const { problems } = watchPage(page);
await signIn(page, customer);

const panelOf = () => page.getByRole('region', { name: 'Requests' });
const orderUrl = (id: number) => `${panel.url}/dashboard/orders/${id}`;

/** Decides on the customer's only open request. */
async function decide(decision: 'accept' | 'reject' | 'done', reason?: string): Promise<void> {
  const { items } = await asCustomer.orders.requests.query({ open: true });
  expect(items).toHaveLength(1);
  await asAdmin.admin.requests.decide.mutate({ id: items[0]?.id ?? 0, decision, ...(reason && { reason }) });
}

test('a speed-up is requested on the page of the order, and its answers appear there', async () => {
  await page.goto(orderUrl(faster));
  await panelOf().getByRole('button', { name: 'Speed up' }).click();
  await page.getByText('Requested: Speed up').waitFor();
  await panelOf().getByText('Waiting', { exact: true }).waitFor();
  expect(await panelOf().getByRole('button').count()).toBe(0);
  await decide('accept', 'We moved it to the front');
  await panelOf().getByText('“We moved it to the front”').waitFor();
  await decide('done');
  await panelOf().getByText('Done', { exact: true }).first().waitFor();
  // Customers do not see which admin answered.
  expect(await panelOf().getByText(panel.admin.userName, { exact: true }).count()).toBe(0);
  await expect
    .poll(() =>
      panelOf()
        .getByText(/^Possible again in 2[34] h/)
        .count(),
    )
    .toBe(2);
  await panelOf().getByText('Possible after the delivery').waitFor();
  expect(await panelOf().getByRole('button', { name: 'Cancel order' }).isDisabled()).toBe(true);
});

test('a cancellation is requested in the history; accepted, it returns the charge', async () => {
  await page.goto(`${panel.url}/dashboard/orderHistory`);
  await page.getByRole('banner').getByText('$14.00').waitFor();
  await page.getByRole('button', { name: `Cancel order: order #${cancelled}` }).click();
  const question = page.getByRole('alertdialog', { name: `Cancel order #${cancelled}?` });
  await question.getByText('$2.00 comes back to your balance').waitFor();
  await question.getByRole('button', { name: 'Request the cancellation' }).click();
  const card = page.getByRole('listitem').filter({ has: page.locator(`a[href="/dashboard/orders/${cancelled}"]`) });
  await card.getByText('Waiting', { exact: true }).waitFor();
  await decide('accept');
  await page.getByRole('banner').getByText('$16.00').waitFor();
  await card.getByText('Failed', { exact: true }).waitFor();
  await page.goto(orderUrl(cancelled));
  await panelOf().getByText('Canceled', { exact: true }).first().waitFor();
  expect(await panelOf().getByRole('button').count()).toBe(0);
});

test('a ticket about an order offers the refill first, and a lost response asks only once', async () => {
  await page.goto(`${panel.url}/dashboard/tickets/new?orderId=${refilled}`);
  const offer = page.getByRole('region', { name: 'Without a ticket' });
  await page.route('**/trpc/orders.request*', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await offer.getByRole('button', { name: 'Refill' }).click();
  await page.getByRole('button', { name: 'OK' }).click();
  await page.unrouteAll();
  await offer.getByText('Waiting', { exact: true }).waitFor();
  const { items } = await asCustomer.orders.requests.query({ orderId: refilled });
  expect(items.map(({ kind, status }) => [kind, status])).toEqual([['refill', 'pending']]);
  await offer.getByRole('link', { name: `Follow it on the page of order #${refilled}` }).click();
  await page.waitForURL(orderUrl(refilled));
  await panelOf().getByText('Waiting', { exact: true }).waitFor();
  await decide('reject', 'The count has not dropped');
  await panelOf().getByText('“The count has not dropped”').waitFor();
});

test('a service without requests says so', async () => {
  const id = await place(plain.id);
  await page.goto(orderUrl(id));
  await panelOf().getByText('Orders of this service can’t be canceled').waitFor();
  await panelOf().getByText('This service has no speed-up').waitFor();
  await panelOf().getByText('This service has no refill').waitFor();
  await page.goto(`${panel.url}/dashboard/tickets/new?orderId=${id}`);
  await page.getByRole('link', { name: `Order #${id}` }).waitFor();
  expect(await page.getByRole('region', { name: 'Without a ticket' }).count()).toBe(0);
});

test('no page reported a problem', () => {
  expect(problems.filter((problem) => !/ERR_CONNECTION_RESET|net::/.test(problem))).toEqual([]);
});
