import { describe, test } from 'vitest';
import { PASSWORD, registerByScript, scriptClient, signIn } from './accounts.ts';
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
const asAdmin = await clientOf(panel.admin);
const { own } = await makeCustomer(panel.url, asAdmin, 'numerals', 'NUM67890');
const shopTexts = await textsOfShop(scriptClient(panel.url));
const paths = new Set(Object.values(adminScreens).map(({ path }) => path(own)));
const session = await makeBengaliAdmin();

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

async function clientOf(account: { userName: string; password: string }) {
  const { tokens } = await scriptClient(panel.url).auth.login.mutate(account);
  return scriptClient(panel.url, tokens.accessToken);
}

/** The account's language takes precedence over the device's. */
async function makeBengaliAdmin() {
  const account = { userName: 'numerals.admin', password: PASSWORD };
  const { user } = await registerByScript(panel.url, account.userName);
  await asAdmin.admin.users.setRole.mutate({ id: user.id, role: 'admin' });
  await (await clientOf(account)).auth.setLanguage.mutate({ language: 'bn' });
  return scriptClient(panel.url).auth.login.mutate(account);
}
