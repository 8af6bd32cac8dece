import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { nanos } from '#shared/money.ts';
import { loginAsAdmin, registerByScript, scriptClient, signIn } from './accounts.ts';
import { sharedPanel } from './shared-panel.ts';
import { testBrowser } from './test-browser.ts';

/** Attacks that need a real browser; the others are in `server/testing/abuses`. */
const panel = sharedPanel();
const LINK = 'https://example.com/an-honest-link';
const HOSTILE = "javascript:document.title='taken-over'";

const browser = await testBrowser();
const { userName, password } = panel.admin;
const admin = await loginAsAdmin(panel.url, { userName, password });
const session = admin;
const asAdmin = scriptClient(panel.url, admin.tokens.accessToken);
const customer = await registerByScript(panel.url, 'hostile.customer');
await asAdmin.admin.users.giveBalance.mutate({ id: customer.user.id, amountNanos: nanos(100_000_000_000) });
const [service] = (await asAdmin.services.list.query({ limit: 1 })).items;
const order = { serviceId: service?.id ?? 0, quantity: service?.min ?? 0 };
const customerToken = customer.tokens.accessToken;
await scriptClient(panel.url, customerToken).orders.place.mutate({ ...order, link: LINK });

describe('21 a javascript: link clicked by an admin', () => {
  test('a stored one is displayed as text, and a click on it does nothing', async () => {
    const { context, page } = await pageOf(session);
    // Both APIs refuse such a link; this response pretends that one was stored.
    await page.route('**/trpc/**admin.orders.list**', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replaceAll(LINK, HOSTILE) });
    });
    await page.goto(`${panel.url}/dashboard/manageOrders?q=hostile.customer`);
    const link = page.getByText('taken-over').first();
    await link.waitFor();
    expect(await page.locator('a[href^="javascript"]').count()).toBe(0);
    await link.click();
    // Effects of the click are complete after the next frame.
    await page.evaluate('new Promise(requestAnimationFrame)');
    expect(await page.locator('a[href^="javascript"]').count()).toBe(0);
    expect(await page.title()).not.toBe('taken-over');
    expect(new URL(page.url()).pathname).toBe('/dashboard/manageOrders');
    for (const each of context.pages()) expect(each.url()).not.toMatch(/^javascript/);
    await page.unrouteAll({ behavior: 'wait' });
    await context.close();
  });

  test.each([
    HOSTILE,
    ' JavaScript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
  ])('neither API accepts %j', async (link) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${customerToken}` };
    for (const [path, body] of [
      ['/trpc/orders.place', { serviceId: 1, link, quantity: 100 }],
      ['/api/v1/service/buy/1', { link, quantity: 100 }],
    ] as const) {
      const answer = await fetch(`${panel.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      expect(answer.status).toBe(400);
    }
  });
});

describe('24 an open redirect after the login', () => {
  test.each([
    'https://evil.test/',
    '//evil.test',
    '/\\evil.test',
    '/..//evil.test',
    '/.//evil.test',
    '/%2e%2e//evil.test',
    '/\t/evil.test',
    'javascript:alert(1)',
  ])('next=%j redirects nowhere else', async (next) => {
    const { context, page } = await pageOf(session);
    await page.goto(`${panel.url}/login?next=${encodeURIComponent(next)}`);
    await page.waitForURL((url) => url.pathname !== '/login');
    await page.getByRole('navigation').first().waitFor();
    expect(new URL(page.url()).origin).toBe(new URL(panel.url).origin);
    await context.close();
  });
});

async function pageOf(signedIn: object): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, signedIn);
  // Foreign hosts respond at once, so that a redirect shows in the page's URL.
  await context.route(
    ({ hostname }) => hostname.endsWith('evil.test'),
    (route) => route.fulfill({ body: 'elsewhere' }),
  );
  return { context, page };
}
