import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { nanos } from '../shared/money.ts';
import { registerByScript, scriptClient, signIn } from './accounts.ts';
import { launchBrowser, watchRequests } from './browser.ts';
import { englishTexts, textsOn } from './english-texts.ts';

/** Every screen in both themes, on a phone and at a desk: axe finds nothing, nothing is wider than the screen. */
const panel = inject('panel');
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let browser: Browser;
const sessions: Record<'nobody' | 'customer' | 'admin', object> = { nobody: {}, customer: {}, admin: {} };
let orderId: number;
/** Reads the panel in Bengali, which the account keeps: the customer of the other tests must not. */
let bengaliReader: Awaited<ReturnType<typeof makeCustomer>>;

beforeAll(async () => {
  browser = await launchBrowser();
  const { userName, password } = panel.admin;
  const admin = await scriptClient(panel.url).auth.login.mutate({ userName, password });
  sessions.admin = admin;
  const asAdmin = scriptClient(panel.url, admin.tokens.accessToken);
  ({ session: sessions.customer, orderId } = await makeCustomer(asAdmin, 'axe.customer', 'AXE12345'));
  bengaliReader = await makeCustomer(asAdmin, 'axe.bengali', 'AXE67890');
});

/** Somebody with an order and two recharges that wait. */
async function makeCustomer(asAdmin: ReturnType<typeof scriptClient>, userName: string, reference: string) {
  const session = await registerByScript(panel.url, userName);
  const customer = scriptClient(panel.url, session.tokens.accessToken);
  await asAdmin.admin.users.giveBalance.mutate({ id: session.user.id, amountNanos: nanos(20_000_000_000) });
  const [service] = (await customer.services.list.query({ limit: 1 })).items;
  const { order } = await customer.orders.place.mutate({
    serviceId: service?.id ?? 0,
    link: '@some.page',
    quantity: service?.min ?? 0,
  });
  for (const method of ['Nagad', 'Bkash']) {
    await customer.balance.requestRecharge.mutate({ method, amountNanos: nanos(5_000_000_000), reference });
  }
  return { session, orderId: order.id };
}

afterAll(async () => {
  await browser?.close();
});

interface Screen {
  who: keyof typeof sessions;
  path: (orderId: number) => string;
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
  order: { who: 'customer', path: (id) => `/dashboard/orders/${id}`, heading: /Order/ },
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
      const requests = watchRequests(page);
      await signIn(page, sessions[who], theme);
      await page.goto(panel.url + path(orderId));
      await page.getByRole('heading', { name: heading }).first().waitFor();
      await requests.areDone();
      expect(await page.locator('html').getAttribute('data-theme')).toBe(theme);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      expect(await overlapping(page)).toEqual([]);
      expect(await violations(page)).toEqual([]);
    } finally {
      await context.close();
    }
  });
});

const inBengali = Object.keys(screens).filter((name) => screens[name]?.who !== 'admin');

describe.concurrent.each(['bumblebee', 'black'])('in Bengali, $0 at 360 px', (theme) => {
  test.each(inBengali)('%s', async (name) => {
    const { who, path } = screens[name] as Screen;
    const context = await browser.newContext({ viewport: { width: 360, height: 800 }, reducedMotion: 'reduce' });
    try {
      const page = await context.newPage();
      const requests = watchRequests(page);
      await signIn(page, who === 'nobody' ? {} : bengaliReader.session, theme, 'bn');
      await page.goto(panel.url + path(bengaliReader.orderId));
      await page
        .getByRole('heading', { name: /[\u0980-\u09ff]/ })
        .first()
        .waitFor();
      await requests.areDone();
      expect(await page.locator('html').getAttribute('lang')).toBe('bn');
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
      expect(await cutOff(page)).toEqual([]);
      expect(await overlapping(page)).toEqual([]);
      const english = await englishTexts();
      expect((await textsOn(page)).filter((text) => english.has(text))).toEqual([]);
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
      const requests = watchRequests(page);
      await signIn(page, sessions[who]);
      await page.goto(panel.url + path(orderId));
      await page.getByRole('table').waitFor();
      await requests.areDone();
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

/** Links, buttons and headings that reach beyond the screen's end; what scrolls sideways by itself may. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const scrolls = (element) => element && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    return [...document.querySelectorAll('a, button, h1, h2, input, p')]
      .filter((element) => element.checkVisibility() && !scrolls(element))
      .filter((element) => element.getBoundingClientRect().right > innerWidth)
      .map((element) => element.textContent || element.outerHTML);
  })()`);
}

/** What in the top bar lies on something else there. */
function overlapping(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const parts = [...document.querySelector('header').querySelectorAll('a, button')].filter((element) => element.checkVisibility());
    const box = (element) => element.getBoundingClientRect();
    return parts.slice(1).filter((part, at) => box(part).left < box(parts[at]).right - 1).map((part) => part.textContent);
  })()`);
}

/** What axe finds, a line each: the rule and where. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  const results = (await page.evaluate('axe.run(document)')) as AxeResults;
  return results.violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
