import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { launchBrowser } from './browser.ts';

/** The list of services as a visitor goes through it. */
const panel = inject('panel');

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser?.close());

test.each(['/service', '/service?category=tiktok'])(
  'on %s the Tab key goes through everything in its order, from the skip link to the first card',
  async (path) => {
    const page = await openList(path, { width: 1440, height: 900 });
    const way = [
      'Skip to content',
      'Reseller Panel',
      'Home',
      'Service',
      'About',
      'বাংলা',
      '',
      'Login',
      'Search services',
    ];
    for (const label of [...way, 'Sort services']) {
      await page.keyboard.press('Tab');
      if (label) expect(await focused(page)).toContain(label);
    }
    await page.keyboard.press('Tab');
    expect(await page.locator('[role=tab]:focus').getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Tab');
    expect(await page.locator('[role=tabpanel]:focus').count()).toBe(1);
    await page.keyboard.press('Tab');
    expect(await page.locator('[aria-posinset="1"] :focus').count()).toBe(1);
  },
);

test('the chosen category is in sight on a phone, however far to the side its tab stands', async () => {
  const page = await openList('/service?category=whatsapp', { width: 360, height: 740 });
  const chosen = await page.getByRole('tab', { selected: true }).boundingBox();
  expect(chosen?.x).toBeGreaterThanOrEqual(0);
  expect((chosen?.x ?? 0) + (chosen?.width ?? 0)).toBeLessThanOrEqual(360);
  expect(await page.evaluate('scrollY')).toBe(0);
});

async function openList(path: string, viewport: { width: number; height: number }): Promise<Page> {
  const page = await browser.newPage({ viewport });
  await page.goto(panel.url + path);
  await page.getByRole('listitem').first().waitFor();
  return page;
}

/** What the focused element is called: by its label, else by what it says. */
function focused(page: Page): Promise<string> {
  return page.evaluate(`(() => {
    const { ariaLabel, textContent } = document.activeElement;
    return ariaLabel ?? textContent;
  })()`);
}
