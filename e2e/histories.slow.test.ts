import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { nanos } from '#shared/money.ts';
import { registerWithBalance, signIn } from './accounts.ts';
import { watchPage } from './browser.ts';
import { sharedPanel } from './shared-panel.ts';
import { testBrowser } from './test-browser.ts';

/** A customer's histories, and the pages and receipts of their rows. */
const panel = sharedPanel();
const TABLET = { width: 768, height: 900 };
const DESK = { width: 1440, height: 900 };

const browser = await testBrowser();
const { customer, asAdmin, asCustomer } = await registerWithBalance(panel, 'reading.customer', 60);
const { id: serviceId } = await asAdmin.admin.services.create.mutate({
  name: 'Likes to the digit',
  description: 'For whoever counts.',
  category: 'linkedin',
  image: null,
  priceMicros: 6_417_000 as never,
  min: 10,
  max: 10_000,
  avgTimeHours: 1,
});
const placed = await asCustomer.orders.place.mutate({ serviceId, link: '@page', quantity: 1000 });
/** Failed, and what it cost: an amount with digits beyond the cents. */
const order = { id: placed.order.id, charge: '$6.417' };
await asAdmin.admin.orders.decide.mutate({ id: order.id, decision: 'reject', reason: 'The page is private' });
await asCustomer.orders.place.mutate({ serviceId, link: '@page', quantity: 2000 });
const { id: rechargeId } = await asCustomer.balance.requestRecharge.mutate({
  method: 'Nagad',
  amountNanos: nanos(5_000_000_000),
  reference: 'HISTORY12345',
});
const page = await (await browser.newContext({ viewport: DESK })).newPage();
const { problems } = watchPage(page);
await signIn(page, customer, 'black');

test('an order is the same in the history, on its page and in the statement', async () => {
  await page.goto(`${panel.url}/dashboard/orderHistory`);
  const row = page.getByRole('row').filter({ hasText: 'Failed' });
  expect(await row.textContent()).toContain(order.charge);
  await page.goto(`${panel.url}/dashboard/statement`);
  const entries = page.getByRole('row').filter({ has: page.getByRole('link', { name: `Order #${order.id}` }) });
  await entries.first().waitFor();
  const amounts = await entries.allTextContents();
  expect(amounts).toHaveLength(2);
  expect(amounts.join()).toContain(`−${order.charge}`);
  expect(amounts.join()).toContain(`+${order.charge}`);
  await page.goto(`${panel.url}/dashboard/orders/${order.id}`);
  const charge = page.getByText('Charge', { exact: true }).locator('xpath=following-sibling::*[1]');
  expect(await charge.textContent()).toBe(order.charge);
});

test('a row opens on a click and its title by keyboard; the link in it stays a link', async () => {
  await page.goto(`${panel.url}/dashboard/orderHistory`);
  const row = page.getByRole('row').filter({ hasText: 'Failed' });
  await row.getByText('Failed', { exact: true }).click();
  await page.waitForURL(`**/dashboard/orders/${order.id}`);
  await page.goBack();
  await row.getByRole('link', { name: 'Likes to the digit' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/dashboard/orders/${order.id}`);
  await page.goto(`${panel.url}/dashboard/rechargeHistory`);
  const recharge = page.getByRole('row').filter({ hasText: 'HISTORY12345' });
  await recharge.getByText('Pending', { exact: true }).click();
  await page.waitForURL(`**/dashboard/recharges/${rechargeId}`);
});

test("the order's id is a link, and the largest come first if requested", async () => {
  await page.goto(`${panel.url}/dashboard/orderHistory`);
  const numbers = () => page.locator('tbody tr td:first-child').allTextContents();
  await page.getByRole('row').filter({ hasText: 'Failed' }).waitFor();
  const newest = await numbers();
  expect(newest[1]).toBe(String(order.id));
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Smallest first');
  await page.waitForURL(/sort=smallest/);
  await page.locator('tbody tr').first().filter({ hasText: 'Failed' }).waitFor();
  expect(await numbers()).toEqual(newest.toReversed());
});

test.each([
  ['orderHistory', 'Failed', () => [String(order.id), 'Likes to the digit', order.charge]],
  ['rechargeHistory', 'HISTORY12345', () => [String(rechargeId), 'Nagad', '$5.00', 'Pending']],
])('at 768 px the %s is a table with every fact, without horizontal scrolling', async (list, what, facts) => {
  await page.setViewportSize(TABLET);
  await page.goto(`${panel.url}/dashboard/${list}`);
  const row = page.getByRole('row').filter({ hasText: what });
  for (const text of facts()) expect(await row.textContent()).toContain(text);
  const { right } = (await page.evaluate(
    `(({ right }) => ({ right }))(document.querySelector('tbody tr td:last-child').getBoundingClientRect())`,
  )) as {
    right: number;
  };
  expect(right).toBeLessThanOrEqual(TABLET.width);
  await page.setViewportSize(DESK);
});

test('a failed order offers help before ordering again', async () => {
  await page.goto(`${panel.url}/dashboard/orders/${order.id}`);
  const actions = page.locator('article header').locator('a, button');
  await actions.first().waitFor();
  expect(await actions.allTextContents()).toEqual(
    ['Get help', 'Order again', 'Print receipt'].map((text) => ` ${text}`),
  );
  await actions.first().click();
  await page.waitForURL(`**/dashboard/tickets/new?orderId=${order.id}`);
});

test.each([
  ['an order', () => `orders/${order.id}`, 'Likes to the digit'],
  ['a recharge', () => `recharges/${rechargeId}`, 'HISTORY12345'],
])('the receipt of %s prints alone, dark on white', async (_, path, what) => {
  await page.goto(`${panel.url}/dashboard/${path()}`);
  await page.getByText(what).first().waitFor();
  await page.emulateMedia({ media: 'print' });
  const shown = await page.evaluate<string[]>(`
    [...document.querySelectorAll('header, nav, aside, button')].filter((part) => part.checkVisibility() && !part.closest('article'))
      .map((part) => part.outerHTML.slice(0, 80))`);
  expect(shown).toEqual([]);
  expect(await page.getByText('receipt for Some Body').isVisible()).toBe(true);
  expect(await page.getByRole('button', { name: 'Print receipt' }).isVisible()).toBe(false);
  const colours = await page.evaluate<string[]>(`
    [getComputedStyle(document.documentElement).backgroundColor, getComputedStyle(document.querySelector('article dd')).color]`);
  expect(colours).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)']);
  await page.emulateMedia({ media: 'screen' });
});

test('a period of the statement is in the URL and has its sums', async () => {
  await page.goto(`${panel.url}/dashboard/statement`);
  await page.getByRole('button', { name: 'This month' }).click();
  await page.waitForURL(/from=\d{4}-\d\d-01&to=/);
  await page.getByText('+$66.417').waitFor();
  await page.reload();
  expect(await page.getByRole('button', { name: 'This month' }).getAttribute('aria-pressed')).toBe('true');
  await page.getByText('−$19.251').waitFor();
  await page.getByRole('button', { name: 'Last month' }).click();
  await page.getByText('No movements in this period').waitFor();
  await page.getByLabel('To').fill('');
  await page.waitForURL((url) => !url.searchParams.has('to') && url.searchParams.has('from'));
  await page.getByText('Balance given').waitFor();
  expect(problems).toEqual([]);
});

test('a day of a period is typed over the current one', async () => {
  await page.goto(`${panel.url}/dashboard/statement`);
  await page.getByRole('button', { name: 'This month' }).click();
  await page.waitForURL(/from=\d{4}-\d\d-01&to=/);
  const field = page.getByLabel('From');
  await expect.poll(() => field.inputValue()).toMatch(/-01$/);
  await field.focus();
  // Month, day and year: each digit except the last results in another valid day.
  await page.keyboard.type('11092025', { delay: 400 });
  await page.waitForURL(/from=2025-11-09&to=/);
  expect(await field.inputValue()).toBe('2025-11-09');
  expect(await page.evaluate('document.activeElement.type')).toBe('date');
  await page.goBack();
  await page.waitForURL((url) => !url.searchParams.has('from'));
  expect(problems).toEqual([]);
});

test.each([
  ['a table', DESK],
  ['cards', { width: 360, height: 740 }],
])('of hundreds of rows only the visible ones are rendered, as %s', async (_, viewport) => {
  if ((await asCustomer.orders.list.query({ search: '@many' })).items.length === 0) {
    const lines = Array.from({ length: 300 }, (__, nth) => ({ serviceId, link: `@many.${nth}`, quantity: 10 }));
    await asCustomer.orders.placeMany.mutate({ lines, requestId: randomUUID() });
  }
  await page.setViewportSize(viewport);
  await page.goto(`${panel.url}/dashboard/orderHistory?q=many`);
  for (let shown = 50; shown <= 275; shown += 25) {
    await page.getByRole('button', { name: 'Load more' }).click();
    await page.getByText(`First ${shown} shown`).waitFor();
  }
  expect(await page.evaluate('document.querySelectorAll("*").length')).toBeLessThan(3_000);
  expect(await page.getByText(/^@many\.\d+$/).count()).toBeLessThan(60);
  await page.evaluate('scrollTo(0, 0)');
  await page.getByText('@many.299', { exact: true }).waitFor();
  await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
  await page.getByText('@many.25', { exact: true }).waitFor();
});

// The last one: it sets the account's language.
test.each(['orderHistory', 'rechargeHistory', 'statement'])(
  'at 768 px the table of %s fits its frame in Bengali, with dates of two lines at most',
  async (list) => {
    const bengali = await (await browser.newContext({ viewport: TABLET })).newPage();
    await signIn(bengali, customer, 'black', 'bn');
    await bengali.goto(`${panel.url}/dashboard/${list}`);
    const date = bengali.locator('tbody time').first();
    await date.waitFor();
    expect((await date.boundingBox())?.height).toBeLessThanOrEqual(44);
    const frame = 'document.querySelector("table").parentElement';
    expect(await bengali.evaluate(`${frame}.scrollWidth - ${frame}.clientWidth`)).toBe(0);
    await bengali.context().close();
  },
);
