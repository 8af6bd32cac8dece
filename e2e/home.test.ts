import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { loginAsAdmin, PASSWORD, registerByScript, scriptClient, signIn } from './accounts.ts';
import { watchPage } from './browser.ts';
import { ownPanel } from './own-panel.ts';
import { testBrowser } from './test-browser.ts';

/** The home page of a shop with a chat and three videos. */
const CHAT = 'https://chat.example.com/shop';
const SUPPORT_EMAIL = 'help@shop.example';
const VIDEOS = [
  'https://youtu.be/aaaaaaaaaaa',
  'https://www.youtube.com/watch?v=bbbbbbbbbbb',
  'https://videos.example.com/how-to-order',
];
/** The figures of a shop that is not new, with the gap below them. */
const FIGURES_PX = 140;
const panel = await ownPanel();
const browser = await testBrowser();

beforeAll(async () => {
  const { tokens } = await loginAsAdmin(panel.url, panel.admin);
  const { settings } = scriptClient(panel.url, tokens.accessToken).admin;
  await settings.update.mutate({
    ...(await settings.get.query()),
    chatUrl: CHAT,
    supportEmail: SUPPORT_EMAIL,
    videoUrls: VIDEOS,
  });
});

test('a visitor sees the whole page, with the three promises', async () => {
  const { page, problems } = await openHome();
  await page.getByRole('heading', { level: 1, name: /The best panel/ }).waitFor();
  expect(await page.getByRole('link', { name: 'Chat with us' }).last().getAttribute('href')).toBe(CHAT);
  // The loud button is for newcomers; the login is the quiet one beside it.
  const main = page.getByRole('main');
  expect(await main.getByRole('link', { name: 'Register' }).first().getAttribute('href')).toBe('/register');
  expect(await main.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/register?mode=login');
  await page.getByRole('heading', { level: 2, name: 'How payment works' }).waitFor();
  for (const name of ['Bkash', 'Nagad', 'Rocket']) await main.getByText(name, { exact: true }).waitFor();
  expect(await main.getByRole('link', { name: SUPPORT_EMAIL }).getAttribute('href')).toBe(`mailto:${SUPPORT_EMAIL}`);
  // A new shop has no figures to prove anything with.
  expect(await main.getByText('orders completed').count()).toBe(0);
  await showAll(page);
  for (const name of ['See how it works', 'Offers Packages', 'Why this panel', 'Frequently asked questions'])
    await page.getByRole('heading', { level: 2, name }).waitFor();
  const answer = page.getByText('Every dollar that you add is on your balance.');
  expect(await answer.isVisible()).toBe(false);
  await page.getByText('Is there an extra fee?').click();
  await answer.waitFor();
  expect(await page.locator('body').textContent()).toContain('24/7 support, affordable prices and fast delivery');
  await page.locator('footer').getByRole('link', { name: 'Terms of Service' }).click();
  await page.waitForURL(/\/about#terms$/);
  expect(problems).toEqual([]);
});

test("videos are own posters until a click, and then play where the page's policy allows", async () => {
  const { page, problems } = await openHome();
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(panel.url) && !request.url().startsWith('data:')) elsewhere.push(request.url());
  });
  await page.route('https://www.youtube-nocookie.com/**', (route) => route.fulfill({ body: 'plays' }));
  await showAll(page);
  const poster = page.getByRole('button', { name: 'Play video 2' });
  await poster.waitFor();
  expect(elsewhere).toEqual([]);
  await poster.click();
  await page.frameLocator('iframe').getByText('plays').waitFor();
  expect(elsewhere).toEqual(['https://www.youtube-nocookie.com/embed/bbbbbbbbbbb?autoplay=1&rel=0']);
  expect(await page.locator('iframe').count()).toBe(1);
  // A video of another host can't be embedded, and opens there.
  expect(await page.getByRole('link', { name: 'Play video 3' }).getAttribute('href')).toBe(VIDEOS[2]);
  expect(problems).toEqual([]);
});

test('a shop without videos has those of this panel, in the language of the reader, loaded by a click', async () => {
  const { tokens } = await loginAsAdmin(panel.url, panel.admin);
  const { settings } = scriptClient(panel.url, tokens.accessToken).admin;
  const kept = await settings.get.query();
  await settings.update.mutate({ ...kept, videoUrls: [] });
  const { page, problems } = await openHome();
  const loaded: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('.webm')) loaded.push(new URL(request.url()).pathname);
  });
  await page.getByRole('button', { name: 'বাং' }).click();
  await page.getByRole('navigation', { name: 'প্ল্যাটফর্ম' }).waitFor();
  await showAll(page);
  for (const title of ['যেভাবে ব্যালেন্স যোগ করবেন', 'যেভাবে অর্ডার করবেন', 'যেভাবে অর্ডারের খবর রাখবেন'])
    await page.getByRole('button', { name: title }).waitFor();
  expect(loaded).toEqual([]);
  await page.getByRole('button', { name: 'যেভাবে অর্ডার করবেন' }).click();
  const film = page.locator('video[src="/videos/order-bn.webm"]');
  await expect
    .poll(() => film.evaluate((video) => (video as unknown as { currentTime: number }).currentTime))
    .toBeGreaterThan(0);
  expect(new Set(loaded)).toEqual(new Set(['/videos/order-bn.webm']));
  expect(problems).toEqual([]);
  await settings.update.mutate(kept);
});

test('offers are filtered by platform in the URL, with their description as lines', async () => {
  const { page } = await openHome();
  await showAll(page);
  const offers = page.getByRole('region', { name: 'Offers Packages' });
  expect(await offers.getByRole('tab').allTextContents()).toEqual([
    'All',
    'Facebook',
    'Instagram',
    'YouTube',
    'Telegram',
    'TikTok',
    'WhatsApp',
  ]);
  expect(await offers.getByRole('article').count()).toBe(6);
  await offers.getByRole('tab', { name: 'TikTok' }).click();
  await page.waitForURL(/\?platform=tiktok$/);
  await page.reload();
  await showAll(page);
  const card = offers.getByRole('article');
  expect(await card.count()).toBe(1);
  await card.getByRole('button', { name: /^#\d+ TikTok Views/ }).click();
  expect(await card.getByRole('listitem').allTextContents()).toEqual([
    'Starts in under a minute',
    'Up to 1,000,000 a day',
    'Works for any public video',
    'Views do not drop',
  ]);
  for (const [label, figure] of [
    ['Price', '$0.018'],
    ['Min', '100'],
    ['Max', '10,000,000'],
    ['Avg. Time', '1 hour'],
  ])
    expect(await card.locator('dl > div').filter({ hasText: label }).textContent()).toBe(`${label}${figure}`);
});

test('a customer orders from an offer and from the price board without leaving the page', async () => {
  const { page } = await openHome('offers.customer');
  await showAll(page);
  const offer = page.getByRole('article', { name: 'YouTube Views, Full Retention' });
  await offer.getByRole('button', { name: /YouTube Views/ }).click();
  await offer.getByRole('button', { name: 'Create Order' }).click();
  await page.getByRole('dialog', { name: 'Order for YouTube Views, Full Retention' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page
    .getByRole('region', { name: 'Prices today' })
    .getByRole('link', { name: /TikTok Views/ })
    .click();
  await page.getByRole('dialog', { name: 'Order for TikTok Views, Instant' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
});

test('the order form of the first screen has a live price, and a visitor finds its values in the order dialog', async () => {
  const { page, problems } = await openHome();
  const form = page.locator('form', { has: page.getByRole('heading', { name: 'Start an order' }) });
  await form.getByLabel('Service').selectOption({ label: await optionOf(page, 'YouTube Views, Full Retention') });
  await form.getByLabel('Quantity').fill('99');
  await form.getByText('$…').waitFor();
  await form.getByLabel('Quantity').fill('2,000');
  await form.getByText('$4.70').waitFor();
  // Another service keeps the quantity within its limits.
  await form.getByLabel('Service').selectOption({ label: await optionOf(page, 'TikTok Views, Instant') });
  await form.getByText('$0.036').waitFor();
  await form.getByLabel('Link').fill('https://tiktok.com/@shop/video/1?a=b&c=d');
  await form.getByRole('button', { name: 'Create Order' }).click();

  await page.waitForURL(/\/register\?next=/);
  const waiting = page.getByText(/^2,000 units for \$0\.036\. /);
  await waiting.waitFor();
  await page.reload();
  await waiting.waitFor();
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await page.getByRole('heading', { level: 1, name: 'Login' }).waitFor();
  await waiting.waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Register' }).click();
  // The login form has a user name, too.
  await page.getByLabel('Confirm Password').waitFor();
  await page.getByLabel('Username').fill('from.home');
  await page.getByLabel('Name', { exact: true }).fill('From Home');
  await page.getByLabel('Email').fill('from.home@example.com');
  await page.getByLabel('Phone').fill('+8801711111111');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Register' }).click();

  const dialog = page.getByRole('dialog', { name: 'Order for TikTok Views, Instant' });
  await dialog.waitFor();
  expect(await dialog.getByLabel('Link').inputValue()).toBe('https://tiktok.com/@shop/video/1?a=b&c=d');
  expect(await dialog.getByLabel('Quantity', { exact: true }).inputValue()).toBe('2000');
  expect(new URL(page.url()).search).toMatch(/^\?order=\d+$/);
  expect(problems).toEqual([]);
});

test('a customer continues from the order form in the dialog, on the page', async () => {
  const { page } = await openHome('form.customer');
  const form = page.locator('form', { has: page.getByRole('heading', { name: 'Start an order' }) });
  await form.getByLabel('Link').fill('https://example.com/post');
  await form.getByLabel('Quantity').fill('1500');
  await form.getByRole('button', { name: 'Create Order' }).click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByLabel('Link').inputValue()).toBe('https://example.com/post');
  expect(await dialog.getByLabel('Quantity', { exact: true }).inputValue()).toBe('1500');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/');
});

test.each(['en', 'bn'])('the page is at most eight screens of a phone long, in %s', async (language) => {
  const { page } = await openHome(undefined, { language, height: 780 });
  await showAll(page);
  await page.locator('footer').waitFor();
  const height = await page.evaluate<number>('document.documentElement.scrollHeight');
  expect((height + FIGURES_PX) / 780).toBeLessThanOrEqual(8);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
});

test("the price board shows every service's full name on a small phone", async () => {
  const { page } = await openHome();
  const rows = page.getByRole('region', { name: 'Prices today' }).getByRole('listitem');
  await rows.first().waitFor();
  const cut = await page.evaluate(`
    [...document.querySelectorAll('section[aria-label="Prices today"] li :is(p, p *)')]
      .filter((name) => name.scrollWidth > name.clientWidth || name.scrollHeight > name.clientHeight)
      .map((name) => name.textContent)`);
  expect(await rows.count()).toBe(5);
  expect(cut).toEqual([]);
});

test('the parts below the first screens, and the order dialog, are not part of the first load', async () => {
  const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
  const loaded: string[] = [];
  page.on('request', (request) => void loaded.push(request.url()));
  await page.goto(panel.url);
  await page.getByRole('region', { name: 'Prices today' }).getByRole('link').first().waitFor();
  await page.waitForLoadState('networkidle');
  const later = /lower-parts|plain-parts|order-dialog/;
  expect(loaded.filter((url) => later.test(url))).toEqual([]);
  await showAll(page);
  expect(loaded.filter((url) => /lower-parts/.test(url))).not.toEqual([]);
});

/** The form's option for a service. */
async function optionOf(page: Page, name: string): Promise<string> {
  const options = await page.getByLabel('Service').locator('option').allTextContents();
  return options.find((option) => option.includes(name)) ?? '';
}

async function openHome(userName?: string, { language = 'en', height = 740 } = {}) {
  const context = await browser.newContext({ viewport: { width: 360, height } });
  // A video's sandboxed frame has no storage.
  await context.addInitScript(`try { localStorage.setItem('language', '${language}') } catch {}`);
  const page = await context.newPage();
  const { problems } = watchPage(page);
  if (userName) await signIn(page, await registerByScript(panel.url, userName));
  await page.goto(panel.url);
  return { page, problems };
}

/** Scrolls until all parts have loaded. */
async function showAll(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: /Platforms|প্ল্যাটফর্ম/ }).waitFor();
  await page.mouse.wheel(0, 10_000);
  await page.getByRole('article').first().waitFor();
}
