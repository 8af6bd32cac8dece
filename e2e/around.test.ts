import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { PASSWORD, scriptClient, signIn } from './accounts.ts';
import { sharedPanel } from './shared-panel.ts';
import { testBrowser } from './test-browser.ts';

/** Navigation on a phone and on a desktop, also for a user with a very long name. */
const panel = sharedPanel();
const NAME = 'W'.repeat(32);

const browser = await testBrowser();
const person = {
  userName: 'around.customer',
  name: NAME,
  email: `${'w'.repeat(40)}@example.com`,
  phone: '+8801700000000',
};
const { auth } = scriptClient(panel.url);
const customer = await auth.register.mutate({ ...person, password: PASSWORD, confirmPassword: PASSWORD });

test('on a phone the bar is always visible and does not cover the end of a page', async () => {
  const page = await open('/service', { width: 360, height: 740 }, customer);
  const bar = page.getByRole('navigation', { name: 'Main' });
  await page
    .getByRole('button', { name: /Create Order/ })
    .first()
    .waitFor();
  await bar.waitFor();
  expect(await page.getByRole('navigation').count()).toBe(1);
  expect(await page.getByRole('button', { name: 'Account menu' }).count()).toBe(0);
  await bar.getByRole('link', { name: 'Orders' }).click();
  await page.getByRole('heading', { name: 'Order History' }).waitFor();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'About' }).click();
  await page.getByRole('heading', { name: 'About Us' }).waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const { y, height } = await boxOf(bar);
  expect(y + height).toBeCloseTo(740, 0);
  // A page that has just opened still scrolls to its start.
  const endAfterScrolling = async () => {
    await page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)');
    const main = await boxOf(page.getByRole('main'));
    return main.y + main.height;
  };
  await expect.poll(endAfterScrolling).toBeLessThanOrEqual(y + 1);
  expect((await boxOf(bar)).y).toBe(y);
});

test('More keeps a long name within the screen', async () => {
  const page = await open('/dashboard', { width: 360, height: 740 }, customer);
  await page.getByRole('button', { name: 'More' }).click();
  const sheet = page.getByRole('dialog', { name: NAME });
  await sheet.getByRole('button', { name: 'Logout' }).waitFor();
  await settled(sheet);
  const { x, width } = await boxOf(sheet);
  expect([x, x + width]).toEqual([0, 360]);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
  await sheet.getByRole('link', { name: 'Statement' }).click();
  await page.getByRole('heading', { name: 'Statement' }).waitFor();
  await sheet.waitFor({ state: 'detached' });
});

test('on a desktop the account menu stays within the screen', async () => {
  const page = await open('/dashboard', { width: 1024, height: 800 }, customer);
  await page.getByRole('button', { name: 'Account menu' }).click();
  const menu = page.getByRole('menu');
  await menu.getByRole('menuitem', { name: 'Logout' }).waitFor();
  await settled(menu);
  const { x, width } = await boxOf(menu);
  expect(x + width).toBeLessThanOrEqual(1024);
  expect(width).toBeLessThanOrEqual(320);
  expect(
    await page.evaluate(
      '(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)(document.querySelector("[role=menu]"))',
    ),
  ).toBe(true);
});

test('a visitor on a phone has one menu', async () => {
  const page = await open('/', { width: 360, height: 740 }, {});
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('menuitem', { name: 'About' }).click();
  await page.getByRole('heading', { name: 'About Us' }).waitFor();
});

test.each([
  ['/service', [360, 1440]],
  ['/dashboard', [360, 768]],
] as const)(
  'at %s, on screens of %j px, the chat covers neither a price, nor a button, nor the bar',
  async (path, widths) => {
    const page = await open(path, { width: widths[0], height: 740 }, customer);
    const chat = page.getByRole('link', { name: 'Get help' });
    await chat.waitFor();
    await page.getByRole('main').getByText('$').first().waitFor();
    for (const width of widths) {
      await page.setViewportSize({ width, height: width < 768 ? 740 : 900 });
      for (const scrolled of [0, 150, 333, 10_000]) {
        await page.evaluate(`window.scrollTo(0, ${scrolled})`);
        await settled(chat);
        await expect.poll(() => page.evaluate(COVERED)).toEqual([]);
      }
    }
    await chat.click();
    await page.getByRole('heading', { name: 'Open a Ticket' }).waitFor();
  },
);

/** The texts of prices and controls below the chat. */
const COVERED = `(() => {
  const chat = document.querySelector('[data-chat] a').getBoundingClientRect();
  const isBelow = (element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    // At the page's edge it may reach the margin of a button's target.
    return left < chat.right && right > chat.left + 8 && top < chat.bottom && bottom > chat.top;
  };
  const isPrice = ({ children, textContent }) => children.length === 0 && textContent.includes('$');
  const found = [...document.querySelectorAll('button, input, nav a'), ...[...document.querySelectorAll('*')].filter(isPrice)];
  return found.filter((element) => !element.closest('[data-chat]') && isBelow(element)).map(({ textContent }) => textContent);
})()`;

test('the sidebar folds to icons, and the page is wider; also after a reload', async () => {
  const page = await open('/dashboard/orderHistory', { width: 1440, height: 900 }, customer);
  const fold = page.getByRole('button', { name: 'Collapse' });
  await fold.waitFor();
  const before = (await boxOf(page.getByRole('main'))).width;
  await fold.click();
  const icon = page.getByRole('link', { name: 'Order History' });
  await icon.hover();
  await page.getByRole('tooltip', { name: 'Order History' }).waitFor();
  expect((await boxOf(page.getByRole('main'))).width - before).toBe(192);
  await page.reload();
  await page.getByRole('button', { name: 'Open the sidebar' }).waitFor();
  await page.keyboard.press('[');
  await fold.waitFor();
});

test('a tablet has the sidebar as icons and the whole top bar', async () => {
  const page = await open('/dashboard', { width: 768, height: 1024 }, customer);
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Order History' }).waitFor();
  const about = await boxOf(page.getByRole('banner').getByRole('link', { name: 'About' }));
  const balance = await boxOf(page.getByRole('banner').getByRole('link', { name: 'Balance' }));
  expect(about.x + about.width).toBeLessThanOrEqual(balance.x);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(768);
  expect(await page.getByRole('button', { name: 'More' }).count()).toBe(0);
});

test('a toast covers neither bar', async () => {
  const page = await open('/profile', { width: 360, height: 740 }, customer);
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  const toast = page.getByRole('status').filter({ hasText: 'Profile updated successfully.' });
  await toast.waitFor();
  await settled(toast);
  const { y, height } = await boxOf(toast);
  const top = await boxOf(page.getByRole('banner'));
  const bottom = await boxOf(page.getByRole('navigation', { name: 'Main' }));
  expect(y).toBeGreaterThanOrEqual(top.y + top.height);
  expect(y + height).toBeLessThanOrEqual(bottom.y);
});

test.each(['bumblebee', 'black'])('in %s the slider shows its focus', async (theme) => {
  const page = await open('/service?order=1', { width: 1024, height: 800 }, customer, theme);
  const thumb = page.getByRole('dialog').getByRole('slider');
  await thumb.waitFor();
  await page.getByRole('dialog').getByRole('textbox').first().fill('@some.page');
  await page.keyboard.press('Tab');
  for (
    let presses = 0;
    presses < 20 && !(await page.evaluate("document.activeElement.matches('[role=slider]')"));
    presses++
  )
    await page.keyboard.press('Tab');
  const look = (selector: string, property: string) =>
    page.evaluate(`getComputedStyle(document.querySelector('${selector}')).${property}`);
  await expect.poll(() => look('[role=slider]', 'outlineStyle')).toBe('solid');
  expect(await look('[role=slider]', 'outlineWidth')).toBe('2px');
});

test.each(['bumblebee', 'black'])('in %s the main button is yellow', async (theme) => {
  const page = await open('/', { width: 1024, height: 800 }, {}, theme);
  await page.getByRole('main').getByRole('link', { name: 'Register' }).first().waitFor();
  const fillOf = (button: string) =>
    page.evaluate(`getComputedStyle(document.querySelector('${button}')).backgroundColor`);
  expect(await fillOf('main a[href="/register"]')).toBe('rgb(247, 200, 0)');
  // A screen has one: the order form's button and the bar's are quieter.
  for (const quiet of ['main form button[type=submit]', 'header a[href*=login]'])
    expect(await fillOf(quiet)).not.toBe('rgb(247, 200, 0)');
});

test('the panel loads its own font, once and small', async () => {
  const page = await browser.newPage();
  const faces: { url: string; bytes: number }[] = [];
  page.on('response', async (response) => {
    if (response.url().endsWith('.woff2')) faces.push({ url: response.url(), bytes: (await response.body()).length });
  });
  await page.goto(panel.url);
  await page.getByRole('heading').first().waitFor();
  await expect.poll(() => page.evaluate("document.fonts.check('16px Geist', 'a')")).toBe(true);
  const latin = () => faces.filter(({ url }) => url.includes('geist'));
  await expect.poll(latin).toHaveLength(1);
  expect(latin()[0]?.bytes).toBeLessThanOrEqual(40_000);
  expect(await page.evaluate('getComputedStyle(document.body).fontFamily')).toContain('Geist');
});

async function open(
  path: string,
  viewport: { width: number; height: number },
  session: object,
  theme = 'bumblebee',
): Promise<Page> {
  const page = await browser.newPage({ viewport, reducedMotion: 'reduce' });
  await signIn(page, session, theme);
  await page.goto(panel.url + path);
  return page;
}

/** Waits until an element does not move or grow any more. */
async function settled(element: Locator): Promise<void> {
  let before = '';
  await expect
    .poll(async () => {
      const now = JSON.stringify(await boxOf(element));
      const isStill = now === before;
      before = now;
      return isStill;
    })
    .toBe(true);
}

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('not on the page');
  return box;
}
