import type { Page } from 'playwright-core';

/** Changes an open page's theme like a toggle in another tab: an open dialog covers the page's own toggle. */
export async function switchTheme(page: Page, theme: string): Promise<void> {
  await page.evaluate(`
    localStorage.setItem('theme', '${theme}');
    dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: '${theme}' }));`);
  await page.locator(`html[data-theme=${theme}]`).waitFor();
}
