import type { Page } from 'playwright-core';
import { afterEach } from 'vitest';
import { openPages } from './browser.ts';

const PATIENCE_MS = 5000;
const MOST_TEXT = 1500;

/** After a failed test, prints the console and the text of its open pages. */
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  for (const [page, said] of openPages)
    console.error([`${task.name}: ${page.url()}`, ...said, await textOf(page)].join('\n'));
});

async function textOf(page: Page): Promise<string> {
  const text = page.locator('body').innerText({ timeout: PATIENCE_MS });
  return (await text.catch((error: unknown) => String(error))).slice(0, MOST_TEXT);
}
