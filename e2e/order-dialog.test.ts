import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { registerWithBalance, signIn } from './accounts.ts';
import { watchPage } from './browser.ts';
import { sharedPanel } from './shared-panel.ts';
import { testBrowser } from './test-browser.ts';

/** The order dialog in a real browser. */
const panel = sharedPanel();

const browser = await testBrowser();
const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
const { problems } = watchPage(page);
await signIn(page, (await registerWithBalance(panel, 'opens.dialogs', 10)).customer);

test('Create Order opens the dialog at once, even while its code loads, and Escape closes it', async () => {
  const held: Route[] = [];
  await page.goto(`${panel.url}/service`);
  const createOrder = page.getByRole('button', { name: /Create Order/ }).first();
  await createOrder.waitFor();
  // From here on: parts that the page itself needs have such a name too.
  await page.route(/order-dialog-(?!host)[^/]*\.js$/, (route) => void held.push(route));
  await createOrder.click();
  const frame = page.getByRole('dialog', { name: 'Order', exact: true });
  await frame.waitFor();
  await page.keyboard.press('Escape');
  await frame.waitFor({ state: 'detached' });
  await createOrder.click();
  await frame.waitFor();
  expect(held.length).toBeGreaterThan(0);
  await Promise.all(held.map((route) => route.continue()));
  await page.getByRole('dialog', { name: /^Order for/ }).waitFor();
  expect(await frame.count()).toBe(0);
  await page.unrouteAll();
  expect(problems).toEqual([]);
});

test("without a connection the dialog itself says so, within a phone's screen", async () => {
  await openOrder();
  await page.context().setOffline(true);
  const note = page.getByRole('dialog').getByText('You are offline.', { exact: false });
  await note.waitFor();
  const { y, height } = (await note.boundingBox()) ?? { y: 0, height: 0 };
  expect(y + height).toBeLessThanOrEqual(740);
  // Nothing covers it.
  await note.click({ trial: true });
  await page.context().setOffline(false);
  await note.waitFor({ state: 'detached' });
});

test('a link is ordered with its missing scheme added', async () => {
  await openOrder();
  const sent = page.waitForRequest(/orders\.place/);
  await page.getByLabel('Link').fill('facebook.com/some.page');
  await page.getByRole('button', { name: 'Submit' }).click();
  expect((await sent).postData()).toContain('"link":"https://facebook.com/some.page"');
});

/** Opens the order dialog of the first service. */
async function openOrder(): Promise<void> {
  await page.goto(`${panel.url}/service`);
  await page
    .getByRole('button', { name: /Create Order/ })
    .first()
    .click();
}
