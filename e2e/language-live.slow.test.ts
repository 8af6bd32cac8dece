import { afterAll, describe, test } from 'vitest';
import { startPanel } from '#server/testing/panel.ts';
import { loginAsAdmin, scriptClient, signIn } from './accounts.ts';
import { watchRequests } from './browser.ts';
import { textsLeftInEnglish } from './english-texts.ts';
import { switchLanguage } from './languages.ts';
import { textsOfShop } from './numerals.ts';
import { adminScreens } from './screens/admins.ts';
import { customerScreens } from './screens/customers.ts';
import { makeCustomer } from './screens/own.ts';
import type { Screen } from './screens/screen.ts';
import { testBrowser } from './test-browser.ts';

/**
 * Another tab switches the language of an open list or dialog: every text on it follows, also in rows and confirmations. It uses its
 * own panel, because names typed by other tests are English.
 */
const account = { userName: 'admin', password: 'the first and only' };
const panel = await startPanel({ ADMIN_USERNAME: account.userName, ADMIN_PASSWORD: account.password });
afterAll(() => panel.stop());

const browser = await testBrowser();
const admin = await loginAsAdmin(panel.url, account);
const asAdmin = scriptClient(panel.url, admin.tokens.accessToken);
const { session, own } = await makeCustomer(panel.url, asAdmin, 'switches.live', 'LIVE67890');
/** The name of the first admin, and the services. */
const typed = ['Administrator', ...(await textsOfShop(scriptClient(panel.url)))];

/** Lists, and dialogs above them. */
const screens = [
  'manage orders',
  'manage recharges',
  'manage users',
  'manage services',
  'manage tickets',
  'manage ticket',
  'manage notices',
  'audit',
  'an order, rejected',
  'an order, charged again',
  'orders, a decision that waits',
  'delete service',
  'user made admin',
  'services',
  'order history',
  'recharge history',
  'statement',
  'tickets',
];

describe.concurrent('a switch to Bengali reaches all texts of', () => {
  test.for(screens)('%s', async (name, { expect, onTestFinished }) => {
    const { who, path, heading, open } = { ...adminScreens, ...customerScreens }[name] as Screen;
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const requests = watchRequests(page);
    await signIn(page, { nobody: {}, customer: session, admin }[who], 'bumblebee', 'en');
    await page.goto(panel.url + path(own));
    if (open) await open(page);
    await page.getByRole('heading', { name: heading }).first().waitFor();
    await requests.areDone();
    await switchLanguage(page, 'bn');
    await expect.poll(() => textsLeftInEnglish(page, typed)).toEqual([]);
  });
});
