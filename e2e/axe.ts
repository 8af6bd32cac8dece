import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { signIn } from './accounts.ts';
import { watchRequests } from './browser.ts';
import type { Own, Screen } from './screens/screen.ts';
import { switchTheme } from './themes.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Each theme and the rules to judge it by: the second one differs in its colours alone. */
const themes = { bumblebee: undefined, black: ['color-contrast', 'link-in-text-block'] };

interface Sitting {
  browser: Browser;
  url: string;
  width: number;
  session: object;
  own: Own;
  language?: 'en' | 'bn';
}

/** Shows a screen, waits until nothing more comes, and judges it: axe finds nothing in either theme, nothing is wider than the screen. */
export async function judgeScreen(
  { path, heading, open, isHeld }: Pick<Screen, 'path' | 'heading' | 'open' | 'isHeld'>,
  sitting: Sitting,
  further?: (page: Page) => Promise<void>,
): Promise<void> {
  const { url, width, own } = sitting;
  const seat = seatsOf(sitting).pop() ?? (await makeSeat(sitting));
  const { page, requests } = seat;
  try {
    if (seat.mayGoOn) await goOnTo(page, path(own));
    else await page.goto(url + path(own));
    if (open) await open(page);
    await page.getByRole('heading', { name: heading }).first().waitFor();
    await requests.areDone();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    expect(await overlapping(page)).toEqual([]);
    await further?.(page);
    for (const [theme, rules] of Object.entries(themes)) expect(await violationsIn(page, theme, rules)).toEqual([]);
  } catch (error) {
    await page.context().close();
    throw error;
  }
  if (isHeld) return page.context().close();
  // What was opened or typed may outlast the screen; what visitors see comes rendered, and is judged as it comes.
  seat.mayGoOn = !open && 'tokens' in sitting.session;
  seatsOf(sitting).push(seat);
}

/** A page that goes from screen to screen: loading the panel anew for each costs more than to judge it. */
interface Seat {
  page: Page;
  requests: ReturnType<typeof watchRequests>;
  /** Whether the next screen may be gone to within the panel. */
  mayGoOn: boolean;
}

const seats = new Map<string, Seat[]>();

/** Those that nobody uses, at the same width and for the same reader. */
function seatsOf({ url, width, session, language }: Sitting): Seat[] {
  const key = JSON.stringify([url, width, session, language]);
  const known = seats.get(key) ?? [];
  seats.set(key, known);
  return known;
}

async function makeSeat({ browser, width, session, language }: Sitting): Promise<Seat> {
  const context = await browser.newContext({ viewport: { width, height: 800 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await signIn(page, session, 'bumblebee', language);
  return { page, requests: watchRequests(page), mayGoOn: false };
}

/** As a link does. By way of a page that is none: two screens of the same page are drawn anew, too. */
async function goOnTo(page: Page, path: string): Promise<void> {
  await switchTheme(page, 'bumblebee');
  for (const each of ['/nothing-here', path]) {
    await page.evaluate(`
      for (const heading of document.querySelectorAll('h1')) heading.dataset.before = '';
      history.pushState(null, '', ${JSON.stringify(each)});
      dispatchEvent(new PopStateEvent('popstate'));`);
    await page.locator('h1[data-before]').first().waitFor({ state: 'detached' });
    await page.locator('h1').first().waitFor();
  }
}

/** What in the top bar lies on something else there. */
function overlapping(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const parts = [...document.querySelector('header').querySelectorAll('a, button')].filter((element) => element.checkVisibility());
    const box = (element) => element.getBoundingClientRect();
    return parts.slice(1).filter((part, at) => box(part).left < box(parts[at]).right - 1).map((part) => part.textContent);
  })()`);
}

/** What axe finds by some of its rules, or all, once the page is in this theme, a line each: the rule and where. */
async function violationsIn(page: Page, theme: string, rules: string[] | undefined): Promise<string[]> {
  await switchTheme(page, theme);
  await page.evaluate(`Promise.allSettled(document.getAnimations()
    .filter(({ effect }) => Number.isFinite(effect.getComputedTiming().endTime))
    .map(({ finished }) => finished))`);
  if (!(await page.evaluate('Boolean(window.axe)'))) await page.evaluate(axeSource);
  // What passes is not told: to write all of that down took most of the time.
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) };
  const results = (await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`)) as AxeResults;
  return results.violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
