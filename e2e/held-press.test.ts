import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sharedPanel } from './shared-panel.ts';
import { testBrowser } from './test-browser.ts';
import { untilHydrated } from './until-hydrated.ts';

/** A button that is held down for a moment is clicked: nothing moves it meanwhile. */
const panel = sharedPanel();

const browser = await testBrowser();

test("leaving an invalid field by clicking the form's button shows its error after the click", async () => {
  const page = await browser.newPage();
  await page.goto(`${panel.url}/register`);
  await untilHydrated(page);
  await page.getByLabel('Username').click();
  await hold(page, registerButton(page));
  await twoFrames(page);
  expect(await page.getByText('Username is required').count()).toBe(0);
  await page.mouse.up();
  await page.getByText('Username is required').waitFor();
  await page.getByText('Email is required').waitFor();
  await page.close();
});

test('leaving an address by clicking the form’s button shows the question about it after the click', async () => {
  const page = await browser.newPage();
  await page.goto(`${panel.url}/register?mode=forgot`);
  await untilHydrated(page);
  await page.getByLabel('Email').fill('rahim@gmail.con');
  const sent = page.waitForRequest(/auth\.forgotPassword/);
  await hold(page, page.getByRole('main').getByRole('button', { name: 'Send' }));
  await twoFrames(page);
  expect(await page.getByText('Did you mean').count()).toBe(0);
  await page.mouse.up();
  await sent;
  await page.getByText('Did you mean rahim@gmail.com?').waitFor();
  await page.close();
});

test('a field left for another one is validated at once', async () => {
  const page = await browser.newPage();
  await page.goto(`${panel.url}/register`);
  await untilHydrated(page);
  await page.getByLabel('Username').click();
  await page.keyboard.press('Tab');
  await page.getByText('Username is required').waitFor();
  await page.close();
});

function registerButton(page: Page): Locator {
  return page.getByRole('main').getByRole('button', { name: 'Register' });
}

/** Presses near the upper edge, which a new line of text would move away first. */
async function hold(page: Page, button: Locator): Promise<void> {
  await button.hover({ position: { x: 40, y: 4 } });
  await page.mouse.down();
}

/** Waits for pending renders. */
async function twoFrames(page: Page): Promise<void> {
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
}
