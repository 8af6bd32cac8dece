import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientDir } from '../scripts/build/client.ts';
import { scriptClient, signIn } from './accounts.ts';
import { launchBrowser } from './browser.ts';
import { sharedPanel } from './shared-panel.ts';

/** What a page's code begins with is named by its HTML, so that the browser fetches it beside the first script. */
const panel = sharedPanel();
const shells = JSON.parse(readFileSync(join(clientDir, '.rendered/shells.json'), 'utf8')) as { path: string }[];

let browser: Browser;
let admin: object;

beforeAll(async () => {
  browser = await launchBrowser();
  admin = await scriptClient(panel.url).auth.login.mutate(panel.admin);
});
afterAll(() => browser?.close());

test.each(shells)('$path', async ({ path }) => {
  const page = await browser.newPage();
  if (path !== '/login') await signIn(page, admin);
  const response = await page.goto(panel.url + path);
  const html = (await response?.text()) ?? '';
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  const pages = loaded.map((url) => new URL(url).pathname).filter((file) => /-page-[\w-]+\.js$/.test(file));
  expect(pages).not.toEqual([]);
  expect(pages.filter((file) => !html.includes(`href="${file}"`))).toEqual([]);
  await page.close();
});
