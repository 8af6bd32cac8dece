import { afterAll, expect, test } from 'vitest';
import { micros } from '#shared/money.ts';
import { registerWithBalance, signIn } from './accounts.ts';
import { watchPage } from './browser.ts';
import { sharedPanel } from './shared-panel.ts';
import { testBrowser } from './test-browser.ts';

/** A package and comments, ordered one by one and together, and read by an admin. */
const panel = sharedPanel();

const browser = await testBrowser();
const { customer, asCustomer, adminSession, asAdmin } = await registerWithBalance(panel, 'orders.types', 50);
const fields = { category: 'snapchat', description: 'By hand.', avgTimeHours: 24 } as const;
const kit = { ...fields, type: 'package', name: 'Launch Kit', priceMicros: micros(5_000_000) } as const;
const replies = {
  ...fields,
  type: 'custom_comments',
  name: 'Written Replies',
  priceMicros: micros(10_000_000),
  min: 2,
  max: 100,
} as const;
const { id: kitId } = await asAdmin.admin.services.create.mutate(kit);
const { id: repliesId } = await asAdmin.admin.services.create.mutate(replies);
afterAll(async () => {
  for (const id of [kitId, repliesId]) await asAdmin.admin.services.delete.mutate({ id });
});

const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
const { problems } = watchPage(page);
await signIn(page, customer);
const newest = async () => (await asCustomer.orders.list.query({ limit: 1 })).items[0];

test('a package is listed at its own price, and ordered by its link alone', async () => {
  await page.goto(`${panel.url}/service?q=${kit.name}`);
  const row = page.getByRole('listitem').filter({ hasText: kit.name });
  expect(await row.innerText()).toMatch(/\$5\.00/);
  // The list's header says "per 1000", so the row names its unit.
  expect((await row.getByText('Package price').boundingBox())?.width).toBeGreaterThan(40);
  await row.getByRole('button', { name: 'Create Order' }).click();
  const dialog = page.getByRole('dialog', { name: `Order for ${kit.name}` });
  await dialog.getByText('$5.00 a package').waitFor();
  await dialog.getByLabel('Link').fill('@launch');
  await dialog.getByText('$45.00', { exact: true }).waitFor();
  expect(await dialog.locator('input').count()).toBe(1);
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await page.getByText('Order Successful!').first().waitFor();
  expect(await newest()).toMatchObject({ serviceId: kitId, quantity: 1, per: 1, chargeNanos: 5_000_000_000 });
});

test('comments are counted while they are typed, ordered by keyboard, and ordered again from the page of the order', async () => {
  await page.goto(`${panel.url}/dashboard/singleOrder?service=${repliesId}`);
  await page.getByLabel('Link').fill('@post');
  await page.getByLabel('Link').press('Enter');
  for (const line of ['Nice!', '', 'Where can I buy it?']) {
    await page.keyboard.type(line);
    await page.keyboard.press('Enter');
  }
  await page.getByText('2 comments', { exact: true }).waitFor();
  expect(await page.getByLabel('Charge').inputValue()).toBe('$0.02');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('link', { name: 'View order' }).click();
  await page.waitForURL(/\/dashboard\/orders\/\d+$/);
  expect(await page.getByRole('group', { name: '2 comments' }).innerText()).toBe('Nice!\nWhere can I buy it?');
  await page.getByRole('button', { name: 'Order again' }).click();
  const dialog = page.getByRole('dialog', { name: `Order for ${replies.name}` });
  expect(await dialog.getByLabel('Comments, one a line').inputValue()).toBe('Nice!\nWhere can I buy it?');
  await page.keyboard.press('Escape');
  expect(await newest()).toMatchObject({ serviceId: repliesId, quantity: 2, chargeNanos: 20_000_000 });
});

test('many lines may be of different types, and an admin reads and copies the comments', async () => {
  await page.goto(`${panel.url}/dashboard/massOrder`);
  const lines = [`${kitId} | @first`, `${repliesId} | @second | Nice! | 100`, `${repliesId} | @third | only one`];
  await page.getByLabel('Orders, one a line').fill(lines.join('\n'));
  await page.getByText('This service takes 2 to 100 comments').waitFor();
  await page.getByRole('button', { name: 'Place 2 orders' }).click();
  await page.getByRole('heading', { name: '2 of 2 orders placed' }).waitFor();
  expect(await page.getByLabel('Orders, one a line').inputValue()).toBe(lines[2]);
  const [commented] = (await asCustomer.orders.list.query({ search: '@second' })).items;
  expect((await asCustomer.orders.get.query({ id: commented?.id ?? 0 })).comments).toEqual(['Nice!', '100']);
  expect(problems).toEqual([]);

  const admin = await (await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })).newPage();
  await signIn(admin, adminSession);
  await admin.goto(`${panel.url}/dashboard/manageOrders?order=${commented?.id}`);
  await admin.getByRole('group', { name: '2 comments' }).waitFor();
  await admin.getByRole('button', { name: 'Copy comments' }).click();
  expect(await admin.evaluate('navigator.clipboard.readText()')).toBe('Nice!\n100');
});
