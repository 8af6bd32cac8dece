import { expect, test } from 'vitest';
import { loginAsAdmin, registerWithBalance, scriptClient, signIn } from './accounts.ts';
import { watchPage } from './browser.ts';
import { makeService } from './refusal-scenes.ts';
import { sharedPanel } from './shared-panel.ts';
import { testBrowser } from './test-browser.ts';

/** Hundreds of orders from a phone. */
const panel = sharedPanel();

const browser = await testBrowser();
const { customer, asCustomer } = await registerWithBalance(panel, 'orders.by.mass', 9000);
// Its name says no platform, so it takes any link.
const { tokens } = await loginAsAdmin(panel.url, panel.admin);
const service = await makeService(scriptClient(panel.url, tokens.accessToken), {
  name: 'A mass of anything',
  category: 'feature',
});
const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
const { problems } = watchPage(page);
await signIn(page, customer);

test('500 lines are checked, placed together and reported line by line, with few rendered rows', async () => {
  await page.goto(`${panel.url}/dashboard/massOrder`);
  const lines = Array.from({ length: 499 }, (_, at) => `${service.id} | @mass${at} | ${service.min}`);
  const box = page.getByLabel('Orders, one a line');
  await box.fill([...lines, `${service.id} | @too.few | 1`].join('\n'));
  await page.getByRole('button', { name: 'Place 499 orders' }).click();
  await page.getByRole('heading', { name: '499 of 499 orders placed' }).waitFor();
  expect(await box.inputValue()).toBe(`${service.id} | @too.few | 1`);
  expect(await page.evaluate('document.querySelectorAll("*").length')).toBeLessThan(3000);
  await page
    .getByRole('link', { name: /^Order #\d+/ })
    .first()
    .click();
  await page.waitForURL(/\/dashboard\/orders\/\d+$/);
  expect(problems).toEqual([]);
});

test('lines without a response are sent again after a reload, and charged once', async () => {
  await page.goto(`${panel.url}/dashboard/massOrder`);
  const box = page.getByLabel('Orders, one a line');
  await box.fill(`${service.id} | @lost.once | ${service.min}`);
  await page.route(/orders\.placeMany/, async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await page.getByRole('button', { name: 'Place 1 order' }).click();
  await page.getByText('No answer came', { exact: true }).waitFor();
  expect(await page.getByText('Order Failed').count()).toBe(0);
  await page.getByRole('button', { name: 'Later' }).click();
  await page.unrouteAll();
  await page.reload();
  await page.getByText('No answer came to your last try').waitFor();
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.getByRole('heading', { name: '1 of 1 orders placed' }).waitFor();
  expect((await asCustomer.orders.list.query({ search: '@lost.once' })).items).toHaveLength(1);
});
