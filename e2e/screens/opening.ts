import type { Page } from 'playwright-core';

/** Presses the button of that name, and waits for its dialog. */
export async function openDialog(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name }).first().click();
  await dialogIsOpen(page);
}

/** Presses the menu button of that name, and waits for its menu. */
export async function openMenu(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name }).last().click();
  await page.getByRole('menuitem').first().waitFor();
}

/** Presses a key that works on every page, and waits for its dialog. */
export async function pressOnPage(page: Page, key: string): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press(key);
  await dialogIsOpen(page);
}

/** Waits for the newest dialog's title: one may stand over another. */
export async function dialogIsOpen(page: Page): Promise<void> {
  await page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('heading').first().waitFor();
}
