import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { registerByScript, signIn } from './accounts.ts';
import { sharedPanel } from './shared-panel.ts';
import { testBrowser } from './test-browser.ts';

/** The content on a slow connection before the script has loaded: 400 ms per round trip, 200 kB a second. */
const panel = sharedPanel();

const browser = await testBrowser();
const customer = await registerByScript(panel.url, 'slow.customer');

test.each([
  ['bumblebee', 'rgb(255, 255, 255)'],
  ['black', 'rgb(0, 0, 0)'],
])('the dashboard shows its layout at once, in %s, and the page in its place', async (theme, ground) => {
  const { page, release } = await openWithoutScript('/dashboard', { width: 1280, height: 800 }, theme);
  await page.locator('.boot-side').waitFor();
  await expect.poll(() => painted(page)).toBe(1);
  expect(await page.evaluate('getComputedStyle(document.documentElement).backgroundColor')).toBe(ground);
  const side = await page.locator('.boot-side').boundingBox();
  release();
  await page.getByRole('heading', { name: 'Dashboard' }).first().waitFor();
  expect(await page.locator('.boot').count()).toBe(0);
  const sidebar = await page.getByRole('complementary').first().boundingBox();
  expect(side && [side.x, side.y, side.width]).toEqual(sidebar && [sidebar.x, sidebar.y, sidebar.width]);
});

test('a phone shows the bar and a placeholder for a page that is not rendered', async () => {
  const { page, release } = await openWithoutScript('/notices', { width: 360, height: 740 });
  await page.locator('.boot-main i').first().waitFor();
  await expect.poll(() => painted(page)).toBe(1);
  expect(await page.locator('.boot-side').isVisible()).toBe(false);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
  const bar = await page.locator('.boot-bar').boundingBox();
  release();
  await page.getByRole('heading', { name: 'Notices' }).waitFor();
  expect((await page.getByRole('banner').boundingBox())?.height).toBe(bar?.height);
});

test.each([
  ['en', 'Loading…'],
  ['bn', 'লোড হচ্ছে…'],
])('screen readers announce in %s that the page is loading', async (language, word) => {
  const reader = { ...customer, user: { ...customer.user, language } };
  const { page, release } = await openWithoutScript('/dashboard', { width: 360, height: 740 }, 'bumblebee', reader);
  const status = page.getByRole('status');
  await expect.poll(() => status.innerText()).toBe(word);
  expect(await page.evaluate('document.documentElement.lang')).toBe(language);
  const room = await status.boundingBox();
  expect(room && room.height > 0).toBe(true);
  release();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.locator('.boot-word').count()).toBe(0);
});

/** A signed-in page whose scripts are blocked until they are released. */
async function openWithoutScript(
  path: string,
  viewport: { width: number; height: number },
  theme = 'bumblebee',
  reader: object = customer,
) {
  const page = await browser.newPage({ viewport });
  const network = await page.context().newCDPSession(page);
  const bytesPerSecond = 200_000;
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await signIn(page, reader, theme);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(panel.url + path, { waitUntil: 'commit' });
  return { page, release };
}

/** The number of first contentful paints: one, or none yet. */
function painted(page: Page): Promise<unknown> {
  return page.evaluate("performance.getEntriesByName('first-contentful-paint').length");
}
