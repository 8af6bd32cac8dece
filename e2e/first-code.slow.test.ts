import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { clientDir } from '../scripts/build/client.ts';
import { loginAsAdmin, signIn } from './accounts.ts';
import { sharedPanel } from './shared-panel.ts';
import { testBrowser } from './test-browser.ts';

/** A page's HTML has links to its first code, so that the browser loads it parallel to the first script. */
const panel = sharedPanel();
const shells = JSON.parse(readFileSync(join(clientDir, '.rendered/shells.json'), 'utf8')) as { path: string }[];

const browser = await testBrowser();
const admin = await loginAsAdmin(panel.url, panel.admin);

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
