import { expect, test } from 'vitest';
import { nanos } from '#shared/money.ts';
import { loginAsAdmin, registerByScript, scriptClient, signIn } from './accounts.ts';
import { watchPage } from './browser.ts';
import { sharedPanel } from './shared-panel.ts';
import { testBrowser } from './test-browser.ts';

/** The command palette by keyboard alone. */
const panel = sharedPanel();

const browser = await testBrowser();
const { userName, password } = panel.admin;
const admin = await loginAsAdmin(panel.url, { userName, password });
const customer = await registerByScript(panel.url, 'palette.customer');
await scriptClient(panel.url, admin.tokens.accessToken).admin.users.giveBalance.mutate({
  id: customer.user.id,
  amountNanos: nanos(9_000_000_000),
});
const client = scriptClient(panel.url, customer.tokens.accessToken);
// Of another platform than the one searched below, because orders come before services.
const [service] = (await client.services.list.query({ limit: 1, search: 'facebook' })).items;
const link = 'https://example.com/palette-link';
const placed = await client.orders.place.mutate({ serviceId: service?.id ?? 0, link, quantity: service?.min ?? 0 });
const orderId = placed.order.id;
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
const { problems } = watchPage(page);
await signIn(page, customer);
await page.goto(`${panel.url}/dashboard`);
await page.getByRole('heading', { name: 'Dashboard' }).first().waitFor();

test('Ctrl-K, part of a link, Enter: the order is open, and the focus was never lost', async () => {
  await openByKey();
  await page.keyboard.type('palette-link');
  await page.getByRole('option', { name: `Order #${orderId}` }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/dashboard/orders/${orderId}`);
  await page.getByRole('dialog', { name: 'Search' }).waitFor({ state: 'detached' });
});

test('a service is found by its platform in Bengali, and its order dialog opens', async () => {
  await openByKey();
  await page.keyboard.type('টিকটক');
  // Enter chooses the highlighted option, and results for half of the word arrive first.
  const found = page.getByRole('group', { name: 'Services' }).getByRole('option');
  await found.filter({ hasText: 'TikTok' }).first().waitFor();
  await found.first().and(page.locator('[data-highlighted]')).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/service\?order=\d+/);
  await page.getByRole('dialog', { name: /Order for/ }).waitFor();
  await page.keyboard.press('Escape');
});

test('the box opens it too, Escape closes it and restores the focus', async () => {
  await page.goto(`${panel.url}/dashboard`);
  const box = page.getByRole('complementary').getByRole('button', { name: 'Search' });
  await box.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('combobox').or(page.getByPlaceholder('Pages, services, orders…')).first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Search' }).waitFor({ state: 'detached' });
  await expect.poll(() => box.evaluate('document.activeElement.textContent')).toContain('Search');
});

test('? shows the keys', async () => {
  await page.locator('body').press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor({ state: 'detached' });
  expect(problems).toEqual([]);
});

async function openByKey(): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.locator(':focus[placeholder="Pages, services, orders…"]').waitFor();
}
