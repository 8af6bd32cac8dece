import type { BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { scriptClient, signIn } from './accounts.ts';
import { watchPage } from './browser.ts';
import { ownPanel } from './own-panel.ts';
import { testBrowser } from './test-browser.ts';

/** An admin gives the shop its own face, and a visitor's next page has it, without a network too. */
const NAME = 'রূপা SMM';
const COLOUR = { hex: '#0a58ca', rgb: 'rgb(10, 88, 202)' };
const LIMIT_MS = 15_000;

const panel = await ownPanel();
const browser = await testBrowser();
let admin: Page;
let visitor: Page;
let visitors: BrowserContext;
const problems: string[][] = [];

beforeAll(async () => {
  const session = await scriptClient(panel.url).auth.login.mutate(panel.admin);
  admin = await newPage(await browser.newContext({ viewport: { width: 1440, height: 900 } }));
  await signIn(admin, session);
  visitors = await browser.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: 'allow' });
  visitor = await newPage(visitors);
});

test('a visitor sees the panel’s own face first', async () => {
  await visitor.goto(panel.url);
  await brand(visitor, 'Reseller Panel').waitFor();
  expect(await visitor.title()).toMatch(/Reseller Panel$/);
});

test('an admin changes name, colour and logo, and sees them in the preview before they are saved', async () => {
  await admin.goto(`${panel.url}/dashboard/settings?section=shop`);
  await admin.getByLabel('Shop name').fill(NAME);
  const colour = admin.getByLabel('Colour', { exact: true });
  await colour.fill('yellow');
  await admin.getByRole('button', { name: 'Save shop' }).click();
  await admin.getByText('Enter a colour such as #f7c800').waitFor();
  await colour.fill(COLOUR.hex);
  await admin.getByRole('group', { name: 'How the colour reads' }).getByText(COLOUR.hex).waitFor();
  const wide = { create: { width: 600, height: 150, channels: 3 as const, background: COLOUR.hex } };
  const picture = await sharp(wide).png().toBuffer();
  await admin.getByLabel('Logo').last().setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture });
  const preview = admin.getByRole('img', { name: 'Preview in the light theme' });
  await preview.locator('img[src^="/images/"]').waitFor();
  await preview.getByText(NAME).first().waitFor();
  await admin.getByRole('button', { name: 'Save shop' }).click();
  await admin.getByText('Shop saved').first().waitFor();
  // The page around it follows at once.
  await brand(admin, NAME).waitFor();
  expect(await variableOf(admin, '--c-colors-brand-solid')).toBe(COLOUR.hex);
});

test('and the headline, the contact and the terms', async () => {
  const sections = admin.getByRole('navigation', { name: 'Sections of the settings' });
  await sections.getByRole('link', { name: 'Home page' }).click();
  await admin.getByLabel('Headline · English', { exact: true }).fill('{shop}: growth by the thousand');
  await admin.getByLabel(/how to reach it · English/).fill('Rupa Akter\nMirpur 10, Dhaka');
  await admin.getByRole('button', { name: 'Save home page' }).click();
  await admin.getByText('Home page saved').first().waitFor();
  await sections.getByRole('link', { name: 'Pages' }).click();
  await admin
    .getByLabel('Terms of Service · English')
    .fill('## Rules\n- be **kind**\n- <img src=x onerror=alert(1)> [no](javascript:alert(1))');
  await admin.getByRole('button', { name: 'Save pages' }).click();
  await admin.getByText('Pages saved').first().waitFor();
});

test('the visitor’s next page has all of it from its first HTML on', async () => {
  const html = await (await fetch(panel.url)).text();
  expect(html).toMatch(new RegExp(`<title>[^<]+ · ${NAME}</title>`));
  expect(html).toContain(`--c-colors-brand-solid:${COLOUR.hex}`);
  expect(html).toContain(`${NAME}: growth by the thousand`);
  await visitor.goto(panel.url);
  await brand(visitor, NAME).waitFor();
  await visitor.getByRole('heading', { level: 1, name: `${NAME}: growth by the thousand` }).waitFor();
  expect(await visitor.title()).toMatch(new RegExp(`${NAME}$`));
  expect(await variableOf(visitor, '--c-colors-brand-solid')).toBe(COLOUR.hex);
  // A wide logo stands in for the name.
  expect((await brand(visitor, NAME).locator('img').boundingBox())?.width).toBe(112);
  expect(await brand(visitor, NAME).textContent()).toBe('');
});

test('About shows the contact and the terms, and hostile Markdown as text', async () => {
  await visitor.goto(`${panel.url}/about#terms`);
  await visitor.getByText('Mirpur 10, Dhaka').waitFor();
  const terms = visitor.locator('#terms');
  await terms.getByRole('heading', { name: 'Rules' }).waitFor();
  expect(await terms.locator('img, a').count()).toBe(0);
  expect(await terms.getByRole('listitem').last().textContent()).toBe(
    '<img src=x onerror=alert(1)> [no](javascript:alert(1))',
  );
});

test('without a network the page from the cache has the last known name, colour and icon', async () => {
  await expect
    .poll(() => visitor.evaluate('Boolean(navigator.serviceWorker.controller)'), { timeout: 30_000 })
    .toBe(true);
  await visitor.reload();
  await brand(visitor, NAME).waitFor();
  await visitors.setOffline(true);
  await visitor.goto(`${panel.url}/login`);
  await brand(visitor, NAME).waitFor();
  await visitor.getByText('You are offline.').waitFor();
  expect(await variableOf(visitor, '--c-colors-brand-solid')).toBe(COLOUR.hex);
  expect(await visitor.title()).toMatch(new RegExp(`${NAME}$`));
  expect(await visitor.locator('link[rel=icon]').getAttribute('href')).toContain('/images/');
  await visitors.setOffline(false);
});

test('no page reported a problem', () => {
  // The colour that was refused, and what an offline page can't load.
  const known = /status of 400|ERR_INTERNET_DISCONNECTED|ERR_FAILED|could not be fetched/;
  expect(problems.flat().filter((problem) => !known.test(problem))).toEqual([]);
});

const brand = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name: new RegExp(name) });

function variableOf(page: Page, name: string): Promise<unknown> {
  return page.evaluate(`getComputedStyle(document.documentElement).getPropertyValue('${name}').trim()`);
}

async function newPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(LIMIT_MS);
  problems.push(watchPage(page).problems);
  return page;
}
