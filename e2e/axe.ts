import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { textsLeftInEnglish } from './english-texts.ts';
import { switchLanguage } from './languages.ts';
import { latinNumbers } from './numerals.ts';
import type { Screen } from './screens/screen.ts';
import { HEIGHT, isReplaced, type Language, makeSeat, type Seat, type Sitting, seatsOf } from './seats.ts';
import { switchTheme } from './themes.ts';

const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
/** Each theme and the rules to check: the second theme differs only in its colours. */
const themes = { bumblebee: {}, black: { runOnly: COLOUR_RULES } };
const OVERLAYS = `[...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu]')].filter((element) => element.checkVisibility())`;
const PATIENCE_MS = 30_000;
/** For a second language, which has the same colours: the same elements were checked for them in the first. */
const oneTheme = { bumblebee: { rules: Object.fromEntries(COLOUR_RULES.map((rule) => [rule, { enabled: false }])) } };
type Rules = Pick<RunOptions, 'runOnly' | 'rules'>;

/** What to expect of a screen apart from its accessibility. */
interface Further {
  /** As it is loaded. */
  loaded?: (page: Page) => Promise<void>;
  /**
   * With what is open, after a switch to the other language in another tab; `axe` repeats the rules in the first theme. The title
   * before the switch may have been announced, and is not announced again.
   */
  switched: { language: Language; axe?: true; judge: (page: Page, title: string) => Promise<void> };
}

/** A visit of a screen, and what to expect there. */
interface Visit {
  sitting: Sitting;
  further: Further;
}

type Judged = Pick<Screen, 'path' | 'heading' | 'load' | 'open' | 'isHeld'>;

/**
 * Judges a screen in both widths. Loading and opening it take longer than checking it, so the page of the narrow one is widened where
 * that leads to what the wide one's own page would show: where nothing was opened, or what was opened still shows the same. Elsewhere
 * the wide one has its own visit, as also where the opening depends on the width.
 */
export async function judgeInBothWidths(
  screen: { narrow: Judged; wide: Judged },
  { narrow, wide }: Record<'narrow' | 'wide', Visit>,
): Promise<void> {
  const isJudged = await visit(screen.narrow, narrow, async ({ page, requests }, title, asksForWidth) => {
    if (asksForWidth) return false;
    const before = await openedIn(page);
    await page.setViewportSize({ width: wide.sitting.width, height: HEIGHT });
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    await requests.areDone();
    if (screen.narrow.open && (await openedIn(page)) !== before) return false;
    const overlays = await page.evaluate(`${OVERLAYS}.length`);
    await judgeLanguages(page, wide, title);
    return (await page.evaluate(`${OVERLAYS}.length`)) === overlays;
  });
  if (!isJudged) await judgeScreen(screen.wide, wide);
}

/**
 * Opens a screen, waits for its requests, and expects that axe finds nothing in either theme and nothing is wider than the screen. Then
 * the other language is judged on the same page, because loading it takes longer than checking it.
 */
export async function judgeScreen(screen: Judged, one: Visit): Promise<void> {
  await visit(screen, one);
}

/** @param goOn judges the page further: it gets the title in the language of the visit, and whether the opening depends on the width */
async function visit(
  { path, heading, load, open, isHeld }: Judged,
  one: Visit,
  goOn?: (seat: Seat, title: string, asksForWidth: boolean) => Promise<boolean>,
): Promise<boolean> {
  const { sitting } = one;
  const { url, width, own, language = 'en' } = sitting;
  const seat = seatsOf(sitting).pop() ?? (await makeSeat(sitting));
  const { page, requests } = seat;
  let result = false;
  try {
    await page.setViewportSize({ width, height: HEIGHT });
    if (load) {
      await openEmpty(page, url + path(own));
      await load(page);
    } else if (seat.mayGoOn) {
      await switchLanguage(page, language);
      await goOnTo(page, path(own));
    } else await page.goto(url + path(own));
    const size = vi.spyOn(page, 'viewportSize');
    await open?.(page);
    const asksForWidth = size.mock.calls.length > 0;
    size.mockRestore();
    await page.getByRole('heading', { name: heading }).first().waitFor();
    await requests.areDone();
    const title = await judgeLanguages(page, one);
    if (goOn) result = await goOn(seat, title, asksForWidth);
  } catch (error) {
    await page.context().close();
    throw error;
  }
  if (isHeld || isReplaced(sitting.session)) {
    await page.context().close();
    return result;
  }
  // The next screen gets the server's answers.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  // Faked answers, open dialogs and typed text may outlast the screen. Visitors' pages are rendered, so each is loaded.
  seat.mayGoOn = !load && !open && 'tokens' in sitting.session;
  seatsOf(sitting).push(seat);
  return result;
}

/**
 * Judges an open page in both languages, first in the one that it has.
 * @param title in the language of the visit, if the page may have the other one
 * @returns the title in the language of the visit
 */
async function judgeLanguages(page: Page, { sitting, further: { loaded, switched } }: Visit, title?: string) {
  const { width, language = 'en' } = sitting;
  const judgeSwitched = (known: string) => {
    const further = () => switched.judge(page, known);
    return switched.axe ? judgePage(page, width, further, oneTheme) : further();
  };
  if (title !== undefined && (await page.locator('html').getAttribute('lang')) === switched.language) {
    await judgeSwitched(title);
    await switchLanguage(page, language);
    await judgePage(page, width, loaded);
    return title;
  }
  await judgePage(page, width, loaded);
  const known = await page.title();
  await switchLanguage(page, switched.language);
  await judgeSwitched(known);
  return known;
}

/** What the opening has opened: the texts of dialogs and menus, or else of the page. */
function openedIn(page: Page): Promise<string> {
  return page.evaluate(`(() => {
    const overlays = ${OVERLAYS};
    const shown = overlays.length > 0 ? overlays : [document.querySelector('main')];
    return shown.map(({ innerText }) => innerText.split(/\\s+/).join(' ')).join('|');
  })()`);
}

async function judgePage(
  page: Page,
  width: number,
  further?: (page: Page) => Promise<void>,
  inThemes: Record<string, Rules> = themes,
): Promise<void> {
  const expectWithin = async () =>
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  await expectWithin();
  expect(await overlapping(page)).toEqual([]);
  await further?.(page);
  for (const [theme, rules] of Object.entries(inThemes)) {
    expect(await violationsIn(page, theme, rules)).toEqual([]);
    await expectWithin();
  }
}

/**
 * Nothing is cut off, in English, or in Latin digits without being typed or copied.
 * @param typed texts that people have typed, which are the same in all languages
 */
export async function expectBengali(page: Page, typed: readonly string[]): Promise<void> {
  expect(await page.locator('html').getAttribute('lang')).toBe('bn');
  // The texts of an area may still load after a switch.
  await vi.waitFor(async () => expect(await textsLeftInEnglish(page, typed)).toEqual([]), { timeout: PATIENCE_MS });
  expect(await latinNumbers(page, typed)).toEqual([]);
  await expectNothingCutOff(page);
}

/** Links, buttons and headings are within the screen. */
export async function expectNothingCutOff(page: Page): Promise<void> {
  expect(await cutOff(page)).toEqual([]);
}

/** Opens an empty document at an address, with what is stored for it: what loads the page then loads it once. */
async function openEmpty(page: Page, address: string): Promise<void> {
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: '' }), { times: 1 });
  await page.goto(address);
}

/** Navigates like a link, through an unknown page, so that a second screen of the same page renders again. */
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

/** Links, buttons and headings that extend beyond the screen; content that scrolls horizontally may. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const scrolls = (element) => element && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    return [...document.querySelectorAll('a, button, h1, h2, input, p')]
      .filter((element) => element.checkVisibility() && !scrolls(element))
      .filter((element) => element.getBoundingClientRect().right > innerWidth)
      .map((element) => element.textContent || element.outerHTML);
  })()`);
}

/** Parts of the top bar that overlap. */
function overlapping(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const parts = [...document.querySelector('header').querySelectorAll('a, button')].filter((element) => element.checkVisibility());
    const box = (element) => element.getBoundingClientRect();
    return parts.slice(1).filter((part, at) => box(part).left < box(parts[at]).right - 1).map((part) => part.textContent);
  })()`);
}

/**
 * Violations in this theme, one per line: the rule and the element. Under an open dialog or menu axe checks only the part with the
 * focus: the page is a separate screen.
 */
async function violationsIn(page: Page, theme: string, rules: Rules): Promise<string[]> {
  await switchTheme(page, theme);
  // A colour in the middle of its transition is none of the theme's. Waiting for the end may take for ever: a paused animation has none.
  await page.evaluate(`document.getAnimations()
    .filter(({ effect }) => Number.isFinite(effect.getComputedTiming().endTime))
    .forEach((animation) => animation.finish())`);
  // Passed rules are not reported: serializing them took most of the time.
  const options = { resultTypes: ['violations'], ...rules };
  const results = (await page.evaluate(`(async () => {
    if (!window.axe) loadAxe();
    const overlays = ${OVERLAYS};
    const found = await axe.run(overlays.length > 0 ? { include: overlays } : document, ${JSON.stringify(options)});
    // What is hidden behind an overlay must not take the focus.
    if (overlays.length === 0 || ${'runOnly' in rules}) return [found];
    return [found, await axe.run(document, { ...${JSON.stringify(options)}, runOnly: ['aria-hidden-focus'] })];
  })()`)) as AxeResults[];
  return results.flatMap(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`)),
  );
}
