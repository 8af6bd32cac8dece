import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { matchPath } from 'react-router-dom';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scriptClient, signIn } from './accounts.ts';
import { launchBrowser, watchRequests } from './browser.ts';
import { englishTexts, textsOn } from './english-texts.ts';
import { makeCustomer, type Own, type Screen, screens, type Viewer } from './screens.ts';
import { sharedPanel } from './shared-panel.ts';

/** Every screen in both themes, on a phone and at a desk: axe finds nothing, nothing is wider than the screen. */
const panel = sharedPanel();
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let browser: Browser;
const sessions: Record<Viewer, object> = { nobody: {}, customer: {}, admin: {} };
let own: Own;
/** Reads the panel in Bengali, which the account keeps: the customer of the other tests must not. */
let bengaliReader: Awaited<ReturnType<typeof makeCustomer>>;

beforeAll(async () => {
  browser = await launchBrowser();
  const { userName, password } = panel.admin;
  const admin = await scriptClient(panel.url).auth.login.mutate({ userName, password });
  sessions.admin = admin;
  const asAdmin = scriptClient(panel.url, admin.tokens.accessToken);
  ({ session: sessions.customer, own } = await makeCustomer(panel.url, asAdmin, 'axe.customer', 'AXE12345'));
  bengaliReader = await makeCustomer(panel.url, asAdmin, 'axe.bengali', 'AXE67890');
});

afterAll(async () => {
  await browser?.close();
});

/** Each theme and the rules to judge it by: the second one differs in its colours alone. */
const themes = { bumblebee: undefined, black: ['color-contrast', 'link-in-text-block'] };

describe.concurrent.each([360, 1440])('at %d px, in both themes', (width) => {
  test.each(Object.keys(screens))('%s', async (name) => {
    const { who, path, heading, open } = screens[name] as Screen;
    const context = await browser.newContext({ viewport: { width, height: 800 }, reducedMotion: 'reduce' });
    try {
      const page = await context.newPage();
      const requests = watchRequests(page);
      await signIn(page, sessions[who]);
      await page.goto(panel.url + path(own));
      if (open) await open(page);
      await page.getByRole('heading', { name: heading }).first().waitFor();
      await requests.areDone();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      expect(await overlapping(page)).toEqual([]);
      await expectNoViolations(page);
    } finally {
      await context.close();
    }
  });
});

test('every address of the panel is among the screens', async () => {
  // By its name: it is the browser's code, which the types of tests know nothing of.
  const { paths } = (await import(join(import.meta.dirname, '../client/src/lib/paths.ts'))) as { paths: object };
  const visited = Object.values(screens).map(
    ({ path }) => path({ userId: 1, orderId: 1, rechargeId: 1, ticketId: 1 }).split('?')[0] as string,
  );
  const missing = (Object.values(paths) as string[]).filter(
    (pattern) => !visited.some((path) => matchPath(pattern, path)),
  );
  expect(missing).toEqual([]);
});

const inBengali = Object.keys(screens).filter((name) => screens[name]?.who !== 'admin');

describe.concurrent('in Bengali at 360 px, in both themes', () => {
  test.each(inBengali)('%s', async (name) => {
    const { who, path, open } = screens[name] as Screen;
    const context = await browser.newContext({ viewport: { width: 360, height: 800 }, reducedMotion: 'reduce' });
    try {
      const page = await context.newPage();
      const requests = watchRequests(page);
      await signIn(page, who === 'nobody' ? {} : bengaliReader.session, 'bumblebee', 'bn');
      await page.goto(panel.url + path(bengaliReader.own));
      if (open) await open(page);
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
      await expectNoViolations(page);
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
      await page.goto(panel.url + path(own));
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

async function expectNoViolations(page: Page): Promise<void> {
  for (const [theme, rules] of Object.entries(themes)) expect(await violationsIn(page, theme, rules)).toEqual([]);
}

/** What axe finds by some of its rules, or all, once the page is in this theme, a line each: the rule and where. */
async function violationsIn(page: Page, theme: string, rules: string[] | undefined): Promise<string[]> {
  // As a switch in another tab comes here: a dialog that is open keeps its own switch out of reach.
  await page.evaluate(`
    localStorage.setItem('theme', '${theme}');
    dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: '${theme}' }));`);
  await page.locator(`html[data-theme=${theme}]`).waitFor();
  await page.evaluate(`Promise.allSettled(document.getAnimations()
    .filter(({ effect }) => Number.isFinite(effect.getComputedTiming().endTime))
    .map(({ finished }) => finished))`);
  if (!(await page.evaluate('Boolean(window.axe)'))) await page.evaluate(axeSource);
  const options = rules ? { runOnly: rules } : {};
  const results = (await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`)) as AxeResults;
  return results.violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
