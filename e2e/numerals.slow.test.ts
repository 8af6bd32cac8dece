import { describe, expect, test } from 'vitest';
import { scriptClient, signIn } from './accounts.ts';
import { watchRequests } from './browser.ts';
import { latinNumbers, textsOfShop } from './numerals.ts';
import { adminScreens } from './screens/admins.ts';
import { makeCustomer } from './screens/own.ts';
import { sharedPanel } from './shared-panel.ts';
import { testBrowser } from './test-browser.ts';

/**
 * Every page of admins in Bengali on a desktop: numbers and times that are only read have Bengali digits. Those
 * of customers are judged together with their accessibility.
 */
const panel = sharedPanel();

const browser = await testBrowser();
const { userName, password } = panel.admin;
const admin = await scriptClient(panel.url).auth.login.mutate({ userName, password });
const { own } = await makeCustomer(
  panel.url,
  scriptClient(panel.url, admin.tokens.accessToken),
  'numerals',
  'NUM67890',
);
const shopTexts = await textsOfShop(scriptClient(panel.url));
const paths = new Set(Object.values(adminScreens).map(({ path }) => path(own)));
/** The account's own language would otherwise take precedence. */
const session = { ...admin, user: { ...admin.user, language: 'bn' } };

describe.concurrent('in Bengali at 1440 px', () => {
  test.each([...paths])('%s', async (path) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    const requests = watchRequests(page);
    await signIn(page, session, 'bumblebee', 'bn');
    await page.goto(panel.url + path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await requests.areDone();
    expect(await page.locator('html').getAttribute('lang')).toBe('bn');
    expect(await latinNumbers(page, shopTexts)).toEqual([]);
    await context.close();
  });
});
