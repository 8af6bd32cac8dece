import type { Locator, Page } from 'playwright-core';

/** More stops than any page has before a test's target. */
const MOST_STOPS = 120;
const MOST_FRAMES = 30;

type Step = 'Tab' | 'Shift+Tab';

/**
 * Presses Tab, or Shift-Tab, until the target has the focus, like a user without a mouse; the focus must be visible at every stop.
 * @throws Error if a stop shows no focus, or the target can't be reached
 */
export async function tabTo(page: Page, target: Locator, key: Step = 'Tab'): Promise<void> {
  await target.first().waitFor({ state: 'attached' });
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    if (await hasFocus(target)) return;
    await page.keyboard.press(key);
    const unseen = await unseenFocus(page);
    if (unseen) throw new Error(`Nobody sees that this has the focus: ${unseen}`);
  }
  throw new Error(`${key} does not come to ${target.toString()}`);
}

/** Moves to a field with Tab and types into it. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(text);
}

/** Moves to a link or a button and presses Enter. */
export async function pressOn(page: Page, target: Locator, key?: Step): Promise<void> {
  await tabTo(page, target, key);
  await page.keyboard.press('Enter');
}

async function hasFocus(target: Locator): Promise<boolean> {
  const focused = target.and(target.page().locator(':focus'));
  return (await focused.count()) > 0;
}

/**
 * The focused element if neither it nor its visible substitute has an outline or a ring; undefined if the focus is visible. Between the
 * last stop and the first the page has no focus. A ring may take some frames, because it has a transition.
 */
async function unseenFocus(page: Page): Promise<string | undefined> {
  let unseen: string | undefined;
  for (let frame = 0; frame < MOST_FRAMES; frame++) {
    unseen = await page.evaluate(`new Promise((resolve) => requestAnimationFrame(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return resolve(undefined);
      const isRinged = (each) => {
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each);
        return (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1) || boxShadow !== 'none';
      };
      const standIns = [element, element.nextElementSibling, element.closest('label')].filter(Boolean);
      const isSeen = element.matches(':focus-visible') && standIns.some(isRinged);
      resolve(isSeen ? undefined : element.outerHTML.slice(0, 200));
    }))`);
    if (unseen === undefined) return undefined;
  }
  return unseen;
}
