import type { Page } from 'playwright-core';

/** Changes an open page's theme as a switch in another tab does: a dialog that is open keeps the page's own switch out of reach. */
export async function switchTheme(page: Page, theme: string): Promise<void> {
  await page.evaluate(`
    localStorage.setItem('theme', '${theme}');
    dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: '${theme}' }));`);
  await page.locator(`html[data-theme=${theme}]`).waitFor();
}
