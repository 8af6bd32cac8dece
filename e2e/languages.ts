import type { Page } from 'playwright-core';

/**
 * Changes an open page's language like another tab, so that an open dialog stays. The device does not keep it: the account would take
 * it over.
 */
export async function switchLanguage(page: Page, language: 'en' | 'bn'): Promise<void> {
  await page.evaluate(`
    dispatchEvent(new StorageEvent('storage', { key: 'language', newValue: '${language}' }));
    localStorage.removeItem('language');`);
  await page.locator(`html[lang=${language}]`).waitFor();
}
