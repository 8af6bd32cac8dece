import type { Page } from 'playwright-core';

/** Waits for the hydration of a rendered page; earlier clicks do nothing. */
export async function untilHydrated(page: Page): Promise<void> {
  await page.locator('html:not([data-rendered])').waitFor({ state: 'attached' });
}
