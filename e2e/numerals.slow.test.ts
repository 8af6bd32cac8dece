import { afterAll, describe, test } from 'vitest';
import { startPanel } from '#server/testing/panel.ts';
import { loginAsAdmin, scriptClient, signIn } from './accounts.ts';
import { watchRequests } from './browser.ts';
import { latinNumbers, textsOfShop } from './numerals.ts';
import { adminScreens } from './screens/admins.ts';
import { makeCustomer } from './screens/own.ts';
import { testBrowser } from './test-browser.ts';

/**
 * Every page of admins in Bengali on a desktop: numbers and times that are only read have Bengali digits. Those
 * of customers are judged together with their accessibility. It uses its own panel, because other tests type numbers.
 */
const account = { userName: 'admin', password: 'the first and only' };
const panel = await startPanel({ ADMIN_USERNAME: account.userName, ADMIN_PASSWORD: account.password });
afterAll(() => panel.stop());

const browser = await testBrowser();
const asAdmin = await signedInClient();
// The account's language takes precedence over the device's.
await asAdmin.auth.setLanguage.mutate({ language: 'bn' });
const { own } = await makeCustomer(panel.url, asAdmin, 'numerals', 'NUM67890');
const shopTexts = await textsOfShop(scriptClient(panel.url));
const paths = new Set(Object.values(adminScreens).map(({ path }) => path(own)));
const session = await loginAsAdmin(panel.url, account);

describe.concurrent('in Bengali at 1440 px', () => {
  test.for([...paths])('%s', async (path, { expect, onTestFinished }) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const requests = watchRequests(page);
    await signIn(page, session, 'bumblebee', 'bn');
    await page.goto(panel.url + path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await requests.areDone();
    expect(await page.locator('html').getAttribute('lang')).toBe('bn');
    expect(await latinNumbers(page, shopTexts)).toEqual([]);
  });
});

async function signedInClient() {
  const { tokens } = await loginAsAdmin(panel.url, account);
  return scriptClient(panel.url, tokens.accessToken);
}
