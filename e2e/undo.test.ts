import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { nanos } from '#shared/money.ts';
import { loginAsAdmin, registerByScript, scriptClient, signIn } from './accounts.ts';
import { watchPage } from './browser.ts';
import { sharedPanel } from './shared-panel.ts';
import { testBrowser } from './test-browser.ts';

/** A decision waits in the browser: it can be undone, and closing the tab or hiding it sends the rest. */
const panel = sharedPanel();
const CUSTOMER = 'undo.customer';
const QUEUE = `${panel.url}/dashboard/manageRecharges?q=${CUSTOMER}&status=pending`;
const DOLLARS = nanos(3_000_000_000);

/** The customer's pending requests. */
const ids: number[] = [];

const browser = await testBrowser();
const { userName, password } = panel.admin;
const loggedIn = await loginAsAdmin(panel.url, { userName, password });
const session = loggedIn;
const asAdmin = scriptClient(panel.url, loggedIn.tokens.accessToken);
const customer = scriptClient(panel.url, (await registerByScript(panel.url, CUSTOMER)).tokens.accessToken);
const { methods } = await customer.balance.methods.query();
for (const reference of ['UNDO0001', 'UNDO0002', 'UNDO0003', 'UNDO0004', 'UNDO0005']) {
  const input = { method: methods[0]?.name ?? '', amountNanos: DOLLARS, reference };
  ids.push((await customer.balance.requestRecharge.mutate(input)).id);
}

async function openQueue(): Promise<{ page: Page; problems: string[] }> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  page.setDefaultTimeout(15_000);
  const { problems } = watchPage(page);
  await signIn(page, session);
  await page.addInitScript(`
    try { localStorage.removeItem('decisionWait') } catch {}
    // Eight seconds never are over here: what is sent was sent for another reason.
    const later = window.setTimeout;
    window.setTimeout = (work, ms, ...rest) => (ms === 8000 ? 0 : later(work, ms, ...rest));`);
  await page.goto(QUEUE);
  return { page, problems };
}

const approve = (page: Page, id: number | undefined) =>
  page.getByRole('button', { name: `Approve recharge ${id}`, exact: true }).press('Enter');

async function statuses(): Promise<string[]> {
  const { items } = await customer.balance.recharges.query({ sort: 'oldest' });
  return items.map(({ status }) => status);
}

test('of two approvals the undone one never happens, and closing the tab sends the other at once', async () => {
  const { page, problems } = await openQueue();
  for (const id of ids.slice(0, 2)) await approve(page, id);
  await page.getByText('2 decisions wait').waitFor();
  await page.keyboard.press('z');
  await page.getByText('1 decision waits').waitFor();
  await page.getByRole('button', { name: `Approve recharge ${ids[1]}` }).waitFor();
  expect((await statuses())[1]).toBe('pending');
  await page.close({ runBeforeUnload: true });

  await expect.poll(statuses).toEqual(['approved', 'pending', 'pending', 'pending', 'pending']);
  expect((await customer.balance.get.query()).balanceNanos).toBe(DOLLARS);
  expect(problems).toEqual([]);
});

test('hiding the page sends at once, a late refusal stays on its row, and a switch disables the delay', async () => {
  const { page, problems } = await openQueue();
  const [, , hidden, late, unwaited] = ids;
  await approve(page, hidden);
  await page.getByText('1 decision waits').waitFor();
  await page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
    Reflect.deleteProperty(document, 'visibilityState');
    document.dispatchEvent(new Event('visibilitychange'));`);
  await expect.poll(async () => (await statuses())[2]).toBe('approved');

  await approve(page, late);
  await page.getByText('1 decision waits').waitFor();
  await asAdmin.admin.recharges.decide.mutate({ id: late ?? 0, decision: 'reject' });
  await page.getByRole('button', { name: 'Send now' }).click();
  const refusal = page.getByRole('row').filter({ hasText: /^already rejected by admin, .*\. Nothing has moved\.$/ });
  const row = page.getByRole('row').filter({ has: page.getByRole('button', { name: `Open recharge ${late}` }) });
  // Rows above may still be leaving the list.
  await expect
    .poll(async () => {
      const [above, below] = await Promise.all([row.boundingBox(), refusal.boundingBox()]);
      if (!above || !below) return null;
      return { gapPx: Math.round(below.y - above.y - above.height), isOneLine: below.height < 40 };
    })
    .toEqual({ gapPx: 0, isOneLine: true });
  await refusal.getByRole('button', { name: 'Dismiss' }).click();
  await refusal.waitFor({ state: 'detached' });

  // Navigates within the page: after a load the hint about waiting decisions would appear again.
  await page.getByRole('link', { name: 'Settings', exact: true }).first().press('Enter');
  await page.getByRole('link', { name: 'This browser' }).press('Enter');
  const waits = page.getByLabel(/^A decision on an order or recharge waits 8 seconds/);
  await waits.press('Space');
  expect(await waits.isChecked()).toBe(false);
  await page.goBack();
  await page.goBack();
  await approve(page, unwaited);
  await expect.poll(statuses).toEqual(['approved', 'pending', 'approved', 'rejected', 'approved']);
  expect((await customer.balance.get.query()).balanceNanos).toBe(3 * DOLLARS);
  expect(problems).toEqual([expect.stringContaining('409 (Conflict)')]);
});
