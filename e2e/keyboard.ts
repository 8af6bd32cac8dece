import type { Locator, Page } from 'playwright-core';

/** More stops than any page has before what a journey looks for. */
const MOST_STOPS = 120;
const MOST_FRAMES = 30;

type Step = 'Tab' | 'Shift+Tab';

/**
 * Goes on with Tab, or back with Shift and Tab, until a thing has the focus, as somebody without a mouse does; at every stop it has
 * to be seen where they are.
 * @throws Error where a stop shows no focus, or the thing can't be come to
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

/** Comes to a field with Tab and types into it. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(text);
}

/** Comes to a link or a button and presses Enter. */
export async function pressOn(page: Page, target: Locator, key?: Step): Promise<void> {
  await tabTo(page, target, key);
  await page.keyboard.press('Enter');
}

async function hasFocus(target: Locator): Promise<boolean> {
  const focused = target.and(target.page().locator(':focus'));
  return (await focused.count()) > 0;
}

/**
 * What has the focus without an outline or a ring around it, or around what stands for it; undefined where it is seen. Between
 * the last stop and the first nothing of the page has it. A ring may take some frames to come, as its change is a transition.
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
