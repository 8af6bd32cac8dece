import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { nanos } from '../shared/money.ts';
import { registerByScript, scriptClient, signIn } from './accounts.ts';
import { launchBrowser } from './browser.ts';

/** Every screen in both themes, on a phone and at a desk: axe finds nothing, nothing is wider than the screen. */
const panel = inject('panel');
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let browser: Browser;
const sessions: Record<'nobody' | 'customer' | 'admin', object> = { nobody: {}, customer: {}, admin: {} };
let orderId: number;

beforeAll(async () => {
  browser = await launchBrowser();
  const { userName, password } = panel.admin;
  const admin = await scriptClient(panel.url).auth.login.mutate({ userName, password });
  const customer = await registerByScript(panel.url, 'axe.customer');
  sessions.admin = admin;
  sessions.customer = customer;
  const asAdmin = scriptClient(panel.url, admin.tokens.accessToken);
  const asCustomer = scriptClient(panel.url, customer.tokens.accessToken);
  await asAdmin.admin.users.giveBalance.mutate({ id: customer.user.id, amountNanos: nanos(20_000_000_000) });
  const [service] = (await asCustomer.services.list.query({ limit: 1 })).items;
  const order = { serviceId: service?.id ?? 0, link: '@some.page', quantity: service?.min ?? 0 };
  orderId = (await asCustomer.orders.place.mutate(order)).order.id;
  for (const method of ['Nagad', 'Bkash']) {
    await asCustomer.balance.requestRecharge.mutate({
      method,
      amountNanos: nanos(5_000_000_000),
      reference: 'AXE12345',
    });
  }
});

afterAll(async () => {
  await browser?.close();
});

interface Screen {
  who: keyof typeof sessions;
  path: () => string;
  heading: RegExp;
}

const screens: Record<string, Screen> = {
  home: { who: 'nobody', path: () => '/', heading: /panel/i },
  services: { who: 'nobody', path: () => '/service', heading: /Services/ },
  about: { who: 'nobody', path: () => '/about', heading: /About Us/ },
  register: { who: 'nobody', path: () => '/register', heading: /Register/ },
  login: { who: 'nobody', path: () => '/login', heading: /Login/ },
  forgot: { who: 'nobody', path: () => '/register?mode=forgot', heading: /Forgot/ },
  reset: { who: 'nobody', path: () => '/reset-password/abc', heading: /Reset/ },
  'confirm email': { who: 'nobody', path: () => '/confirm-email/abc', heading: /Confirm Email/ },
  'not found': { who: 'nobody', path: () => '/nowhere', heading: /not found/i },
  'order dialog': { who: 'customer', path: () => '/service?order=1', heading: /Order for/ },
  profile: { who: 'customer', path: () => '/profile', heading: /Active Sessions/ },
  'dashboard profile': { who: 'customer', path: () => '/dashboard/profile', heading: /Active Sessions/ },
  overview: { who: 'customer', path: () => '/dashboard', heading: /Dashboard/ },
  'add balance': { who: 'customer', path: () => '/dashboard/addBalance', heading: /Add Balance/ },
  'order history': { who: 'customer', path: () => '/dashboard/orderHistory', heading: /Order History/ },
  order: { who: 'customer', path: () => `/dashboard/orders/${orderId}`, heading: /Order/ },
  'recharge history': { who: 'customer', path: () => '/dashboard/rechargeHistory', heading: /Recharge History/ },
  statement: { who: 'customer', path: () => '/dashboard/statement', heading: /Statement/ },
  'dashboard services': { who: 'customer', path: () => '/dashboard/services', heading: /Services/ },
  'unknown in the dashboard': { who: 'customer', path: () => '/dashboard/nowhere', heading: /not found/i },
  'not allowed': { who: 'customer', path: () => '/dashboard/manageOrders', heading: /Not allowed/ },
  'admin overview': { who: 'admin', path: () => '/dashboard', heading: /Dashboard/ },
  'manage orders': { who: 'admin', path: () => '/dashboard/manageOrders', heading: /Manage Promotion Orders/ },
  'manage recharges': { who: 'admin', path: () => '/dashboard/manageRecharges', heading: /Manage Customer Recharges/ },
  'manage users': { who: 'admin', path: () => '/dashboard/manageUsers', heading: /Manage Users/ },
  settings: { who: 'admin', path: () => '/dashboard/settings', heading: /Settings/ },
};

const looks = [
  { theme: 'bumblebee', width: 360 },
  { theme: 'black', width: 360 },
  { theme: 'bumblebee', width: 1440 },
  { theme: 'black', width: 1440 },
];

describe.concurrent.each(looks)('$theme at $width px', ({ theme, width }) => {
  test.each(Object.keys(screens))('%s', async (name) => {
    const { who, path, heading } = screens[name] as Screen;
    const context = await browser.newContext({ viewport: { width, height: 800 }, reducedMotion: 'reduce' });
    try {
      const page = await context.newPage();
      await signIn(page, sessions[who], theme);
      await page.goto(panel.url + path());
      await page.getByRole('heading', { name: heading }).first().waitFor();
      await page.waitForLoadState('networkidle');
      expect(await page.locator('html').getAttribute('data-theme')).toBe(theme);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      expect(await violations(page)).toEqual([]);
    } finally {
      await context.close();
    }
  });
});

test.each(['manage orders', 'manage recharges', 'manage users'])(
  '%s has all its columns in sight on a laptop',
  async (name) => {
    const { who, path } = screens[name] as Screen;
    const context = await browser.newContext({ viewport: { width: 1366, height: 768 } });
    try {
      const page = await context.newPage();
      await signIn(page, sessions[who]);
      await page.goto(panel.url + path());
      await page.getByRole('table').waitFor();
      await page.waitForLoadState('networkidle');
      const table = 'document.querySelector("[role=region][aria-label^=Manage]")';
      const [content, shown] = (await page.evaluate(`[${table}.scrollWidth, ${table}.clientWidth]`)) as [
        number,
        number,
      ];
      expect(content).toBeLessThanOrEqual(shown);
    } finally {
      await context.close();
    }
  },
);

/** What axe finds, a line each: the rule and where. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  const results = (await page.evaluate('axe.run(document)')) as AxeResults;
  return results.violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
