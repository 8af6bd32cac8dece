import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nanos } from '../shared/money.ts';
import { registerByScript, scriptClient, signIn } from './accounts.ts';
import { launchBrowser, watchPage } from './browser.ts';
import { sharedPanel } from './shared-panel.ts';

/** A decision waits in the browser: it can be undone, and closing the tab sends what was not. */
const panel = sharedPanel();

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser?.close());

test('of two approvals the undone one never happens, and closing the tab sends the other at once', async () => {
  const { userName, password } = panel.admin;
  const session = await scriptClient(panel.url).auth.login.mutate({ userName, password });
  const customer = scriptClient(panel.url, (await registerByScript(panel.url, 'undo.customer')).tokens.accessToken);
  const { methods } = await customer.balance.methods.query();
  const ids: number[] = [];
  for (const reference of ['UNDO0001', 'UNDO0002']) {
    const input = { method: methods[0]?.name ?? '', amountNanos: nanos(3_000_000_000), reference };
    ids.push((await customer.balance.requestRecharge.mutate(input)).id);
  }
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const { problems } = watchPage(page);
  await signIn(page, session);
  await page.addInitScript(`try { localStorage.removeItem('decisionWait') } catch {}`);
  await page.goto(`${panel.url}/dashboard/manageRecharges?q=undo.customer&status=pending`);
  for (const id of ids) await page.getByRole('button', { name: `Approve recharge ${id}` }).click();
  await page.getByText('2 decisions wait').waitFor();
  await page.keyboard.press('z');
  await page.getByText('1 decision waits').waitFor();
  await page.getByRole('button', { name: `Approve recharge ${ids[1]}` }).waitFor();
  await page.close({ runBeforeUnload: true });

  const statuses = async () => {
    const { items } = await customer.balance.recharges.query({ sort: 'oldest' });
    return items.map(({ status }) => status);
  };
  await expect.poll(statuses, { timeout: 5_000 }).toEqual(['approved', 'pending']);
  expect((await customer.balance.get.query()).balanceNanos).toBe(3_000_000_000);
  expect(problems).toEqual([]);
  await context.close();
});
