import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Until all of the code of a page that has come rendered is there; before, what is pressed is kept. */
export async function untilHydrated(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate('document.querySelector("#root") && window.early')).toBeUndefined();
}
