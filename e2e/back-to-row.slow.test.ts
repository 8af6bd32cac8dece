import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { nanos } from '#shared/money.ts';
import { loginAsAdmin, registerByScript, scriptClient, signIn } from './accounts.ts';
import { launchBrowser, watchPage } from './browser.ts';
import { sharedPanel } from './shared-panel.ts';

/** Going back from an order's page leads to its row, at any position in a list of five hundred. */
const panel = sharedPanel();
const ORDERS = 500;
const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
/** A page has the rows of a screen or two, and a busy machine takes long for each. */
const PATIENCE_MS = 300_000;

let browser: Browser;
let admin: object;
let customer: object;
let customerId: number;

beforeAll(async () => {
  browser = await launchBrowser();
  const signedIn = await loginAsAdmin(panel.url, panel.admin);
  admin = signedIn;
  const asAdmin = scriptClient(panel.url, signedIn.tokens.accessToken);
  const { items } = await asAdmin.services.list.query({ sort: 'priceLow', limit: 1 });
  const registered = await registerByScript(panel.url, 'many.orders');
  customer = registered;
  customerId = registered.user.id;
  await asAdmin.admin.users.giveBalance.mutate({ id: customerId, amountNanos: nanos(1_000_000_000_000) });
  const { orders } = scriptClient(panel.url, registered.tokens.accessToken);
  const [service] = items;
  if (!service) throw new Error('there are no services');
  const lines = Array.from({ length: ORDERS }, (_, nth) => ({
    serviceId: service.id,
    // Some cards are higher than others.
    link: `https://example.com/${'long/'.repeat((nth % 4) * 8)}${nth}`,
    quantity: service.min,
  }));
  const { results } = await orders.placeMany.mutate({ lines, requestId: randomUUID() });
  expect(results.filter((line) => 'order' in line)).toHaveLength(ORDERS);
}, PATIENCE_MS);
afterAll(() => browser?.close());

describe.each([
  ['the own history on a wide screen', WIDE, (): object => customer, (): string => '/dashboard/orderHistory'],
  ['the own history on a phone', PHONE, (): object => customer, (): string => '/dashboard/orderHistory'],
  [
    'a desk of the admin',
    WIDE,
    (): object => admin,
    (): string => `/dashboard/manageOrders?user=${customerId}&status=pending`,
  ],
] as const)('%s', (_name, viewport, who, path) => {
  test('going back from a row at any depth restores its position', { timeout: PATIENCE_MS }, async () => {
    const page = await (await browser.newContext({ viewport })).newPage();
    const { problems } = watchPage(page);
    await signIn(page, who());
    await page.goto(panel.url + path());
    await page.locator('[data-row]').first().waitFor();
    await loadAll(page);
    for (const share of [1, 0.5, 0.83, 0.12, 0.31, 0.97, 0.67]) await goAndComeBack(page, share);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

/** Loads the list to its end. */
async function loadAll(page: Page): Promise<void> {
  const indexes = () => page.locator('[data-row]').last().getAttribute('data-index');
  for (let last = -1; last < ORDERS - 1; ) {
    await page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)');
    const more = page.getByRole('button', { name: /Load more|Show more/i });
    if (await more.isVisible()) await more.click().catch(() => undefined);
    await page.waitForTimeout(100);
    last = Number(await indexes());
  }
}

async function goAndComeBack(page: Page, share: number): Promise<void> {
  await page.evaluate(`window.scrollTo(0, (document.documentElement.scrollHeight - innerHeight) * ${share})`);
  const { id, topPx } = await vi.waitFor(() => middleRow(page), { timeout: 30_000 });
  const row = page.locator(`[data-row="${id}"]`);
  const list = new URL(page.url()).pathname;
  await row.locator('a[href^="/dashboard/"]').first().click();
  await page.waitForURL((url) => url.pathname !== list);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.goBack();
  await expect
    .poll(async () => (await row.boundingBox({ timeout: 1_000 }).catch(() => null))?.y ?? Number.NaN, {
      timeout: 90_000,
      interval: 100,
    })
    .toSatisfy((y: number) => Math.abs(y - topPx) < 30, `row ${id} at ${topPx}`);
}

/** A row in the middle of the screen, once it does not move. */
async function middleRow(page: Page): Promise<{ id: string; topPx: number }> {
  const look = () =>
    page.evaluate<{ id: string; topPx: number } | null>(`(() => {
      const rows = [...document.querySelectorAll('[data-row]')];
      const row = rows.find((each) => each.getBoundingClientRect().top > innerHeight * 0.35);
      return row ? { id: row.dataset.row, topPx: row.getBoundingClientRect().top } : null;
    })()`);
  const before = await look();
  await page.waitForTimeout(300);
  const after = await look();
  if (!before || before.id !== after?.id || before.topPx !== after.topPx) throw new Error('the list still moves');
  return after;
}
