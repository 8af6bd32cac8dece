import { afterAll, expect, test } from 'vitest';
import { listedService, startSupplierServer } from '#server/testing/supplier-server.ts';
import { registerWithBalance, signIn } from './accounts.ts';
import { watchPage } from './browser.ts';
import { sharedPanel } from './shared-panel.ts';
import { testBrowser } from './test-browser.ts';

/** An admin adds a supplier on screen and accepts its list. A customer's order is bought there by itself, and then unknown once. */
const panel = sharedPanel();
const SERVICE = 'Forwarded Likes';
const supplier = await startSupplierServer({
  services: [listedService({ service: 77, name: SERVICE, category: 'Facebook' })],
});
afterAll(() => supplier.close());

const { adminSession, asAdmin, asCustomer } = await registerWithBalance(panel, 'buys.there', 20);
const browser = await testBrowser();
const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
page.setDefaultTimeout(20_000);
const { problems } = watchPage(page);
await signIn(page, adminSession);

async function place(link: string): Promise<number> {
  const { items } = await asCustomer.services.list.query({ search: SERVICE, limit: 20 });
  const service = items.find(({ name }) => name === SERVICE);
  const { order } = await asCustomer.orders.place.mutate({ serviceId: service?.id ?? 0, link, quantity: 1000 });
  return order.id;
}

test('a supplier is added and tested, and its list is accepted', async () => {
  await page.goto(`${panel.url}/dashboard/suppliers`);
  await page.getByRole('button', { name: 'Add supplier' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a Supplier' });
  await dialog.getByLabel('Name').fill('Loopback');
  await dialog.getByLabel('Address').fill(supplier.url);
  await dialog.getByLabel('API key').fill(supplier.key);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Test Loopback' }).click();
  await page.getByText(/^Balance at Loopback: \$/).waitFor();
  // The button was disabled in the meantime.
  await page.locator('button:focus[aria-label="Test Loopback"]').waitFor();
  await page.getByRole('link', { name: 'Loopback' }).click();
  await page.getByRole('button', { name: 'Fetch list' }).first().click();
  await page.getByText('1 line differs from the shop.').waitFor();
  await page.locator('button:focus', { hasText: 'Fetch list' }).waitFor();
  await page.getByRole('button', { name: 'Accept 1 line' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Accept 1' }).click();
  await page.getByText('Created 1, updated 0, paused 0.').waitFor();
});

test("a customer's order is bought there, and the order says where and with which bytes", async () => {
  const orderId = await place('https://www.facebook.com/first');
  await page.goto(`${panel.url}/dashboard/purchases?state=accepted`);
  await page.getByRole('link', { name: `Order ${orderId}` }).waitFor();
  const [externalId] = supplier.orders.keys();
  expect(supplier.orders.size).toBe(1);
  await page.getByRole('link', { name: `Order ${orderId}` }).click();
  const details = page.getByRole('complementary', { name: 'Details' });
  await details.getByRole('heading', { name: 'Bought at' }).waitFor();
  await details.getByText(externalId ?? 'none', { exact: true }).waitFor();
  await details.getByText('1 attempt').click();
  await details.getByText(/action=add/).waitFor();
  expect(await details.textContent()).not.toContain(supplier.key);
});

test('an answer that got lost makes an unknown purchase, which a person settles with its number', async () => {
  supplier.answerNext('add', { dropAfter: true });
  const orderId = await place('https://www.facebook.com/second');
  await page.goto(`${panel.url}/dashboard/purchases`);
  await page.getByRole('button', { name: `Order ${orderId}: it is number…` }).click();
  const bought = [...supplier.orders].find(([, { link }]) => link.endsWith('/second'));
  const dialog = page.getByRole('dialog', { name: `Order ${orderId} was bought` });
  await dialog.getByRole('textbox').fill(bought?.[0] ?? '');
  await dialog.getByRole('button', { name: /^Save the number/ }).click();
  await page.getByText(`Order ${orderId}: Bought`).waitFor();
  expect(supplier.orders.size).toBe(2);
  const read = async () => (await asAdmin.admin.suppliers.list.query()).items.find(({ name }) => name === 'Loopback');
  await expect.poll(read).toMatchObject({ unknown: 0, unexplained: expect.any(String) });
  expect(problems).toEqual([]);
});
