import { afterAll, describe, test } from 'vitest';
import { startPanel } from '#server/testing/panel.ts';
import { loginAsAdmin, scriptClient } from './accounts.ts';
import { expectBengali, judgeScreen } from './axe.ts';
import { textsOfShop } from './numerals.ts';
import { customerScreens } from './screens/customers.ts';
import { makeCustomer } from './screens/own.ts';
import type { Screen } from './screens/screen.ts';
import { testBrowser } from './test-browser.ts';

/**
 * Every visitor and customer screen in Bengali, on a phone, in both themes: axe finds nothing, and nothing is cut off, English, or
 * in Latin digits without being typed or copied. It uses its own panel, because names typed by other tests are English.
 */
const account = { userName: 'admin', password: 'the first and only' };
const panel = await startPanel({ ADMIN_USERNAME: account.userName, ADMIN_PASSWORD: account.password });
afterAll(() => panel.stop());

const browser = await testBrowser();
const { tokens } = await loginAsAdmin(panel.url, account);
const reader = await makeCustomer(panel.url, scriptClient(panel.url, tokens.accessToken), 'axe.bengali', 'AXE67890');

const shopTexts = await textsOfShop(scriptClient(panel.url));

describe.concurrent('in Bengali at 360 px, in both themes', () => {
  test.each(Object.keys(customerScreens))('%s', async (name) => {
    const screen = { ...(customerScreens[name] as Screen), heading: /[\u0980-\u09ff]/ };
    const session = screen.who === 'nobody' ? {} : reader.session;
    const sitting = { browser, url: panel.url, width: 360, session, own: reader.own, language: 'bn' } as const;
    await judgeScreen(screen, sitting, (page) => expectBengali(page, shopTexts));
  });
});
