import type { Page } from 'playwright-core';

/** Waits until the code of a page that came as HTML has taken it over; earlier presses do nothing. */
export async function untilHydrated(page: Page): Promise<void> {
  await page.locator('html:not([data-rendered])').waitFor({ state: 'attached' });
}
