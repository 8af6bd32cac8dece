import type { Page } from 'playwright-core';

/** Clicks the button with that name, and waits for its dialog. */
export async function openDialog(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name }).first().click();
  await dialogIsOpen(page);
}

/** Clicks the menu button with that name, and waits for its menu. */
export async function openMenu(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name }).last().click();
  await page.getByRole('menuitem').first().waitFor();
}

/** Presses a shortcut of every page, and waits for its dialog. */
export async function pressOnPage(page: Page, key: string): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press(key);
  await dialogIsOpen(page);
}

/** Waits for the newest dialog's title: one may be above another. */
export async function dialogIsOpen(page: Page): Promise<void> {
  await page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('heading').first().waitFor();
}
