import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { nanos } from '#shared/money.ts';
import { loginAsAdmin, registerByScript, scriptClient, signIn } from './accounts.ts';
import { watchPage } from './browser.ts';
import { sharedPanel } from './shared-panel.ts';
import { testBrowser } from './test-browser.ts';

/** Exports, saved by a browser. */
const panel = sharedPanel();

const browser = await testBrowser();
const { userName, password } = panel.admin;
const admin = await loginAsAdmin(panel.url, { userName, password });
const asAdmin = scriptClient(panel.url, admin.tokens.accessToken);
const customer = await registerByScript(panel.url, 'exporting.customer');
await asAdmin.admin.users.giveBalance.mutate({ id: customer.user.id, amountNanos: nanos(20_000_000_000) });
const asCustomer = scriptClient(panel.url, customer.tokens.accessToken);
const [service] = (await asCustomer.services.list.query({ limit: 1 })).items;
for (const link of ['@the.wanted', '-1.other']) {
  await asCustomer.orders.place.mutate({ serviceId: service?.id ?? 0, link, quantity: service?.min ?? 0 });
}
await asCustomer.balance.requestRecharge.mutate({
  method: 'Nagad',
  amountNanos: nanos(5_000_000_000),
  reference: 'EXPORT12345',
});
const page = await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage();
const { problems } = watchPage(page);
await signIn(page, customer);

test.each([
  ['orderHistory?q=wanted', 'orders', /@the\.wanted/, /other/],
  ['orderHistory', 'orders', /'-1\.other/, /"-1/],
  ['rechargeHistory?status=pending', 'recharges', /EXPORT12345/, /Approved/],
  ['statement', 'statement', /Given by the shop/, /undefined/],
])('%s is saved as %s, as filtered', async (path, name, wanted, unwanted) => {
  await page.goto(`${panel.url}/dashboard/${path}`);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toMatch(new RegExp(`^${name}-\\d{4}-\\d\\d-\\d\\d\\.csv$`));
  const text = readFileSync(await download.path(), 'utf8');
  expect(text).toMatch(wanted);
  expect(text).not.toMatch(unwanted);
  expect(problems).toEqual([]);
});

test('an aborted file is not saved, and the user gets a message', async () => {
  await page.goto(`${panel.url}/dashboard/statement`);
  await page.route('**/exports/**', (route) => route.abort());
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText('The file could not be downloaded').waitFor();
  await dialog.getByRole('button', { name: 'OK' }).click();
  await page.getByRole('button', { name: 'Export CSV', disabled: false }).waitFor();
});
