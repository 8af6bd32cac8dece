import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { matchPath } from 'react-router-dom';
import { describe, expect, test } from 'vitest';
import { loginAsAdmin, PASSWORD, scriptClient } from './accounts.ts';
import { expectBengali, judgeInBothWidths, judgeScreen } from './axe.ts';
import { textsOfShop } from './numerals.ts';
import { ownPanel } from './own-panel.ts';
import { customerScreens } from './screens/customers.ts';
import { makeCustomer } from './screens/own.ts';
import type { Screen } from './screens/screen.ts';
import { screens } from './screens/screens.ts';
import { youngSession } from './seats.ts';
import { testBrowser } from './test-browser.ts';

/**
 * Every visitor and customer screen in both themes and languages, on a phone and on a desktop: axe finds nothing, nothing
 * is wider than the screen. A switch of the language in another tab reaches all texts. In Bengali nothing is cut off, English, or in
 * Latin digits without being typed or copied. It uses its own panel, because names typed by other tests are English.
 */
const panel = await ownPanel();

const browser = await testBrowser();
const { tokens } = await loginAsAdmin(panel.url, panel.admin);
const asAdmin = scriptClient(panel.url, tokens.accessToken);
const customer = await person('axe.customer', 'AXE12345');
/** Another, because the account keeps its language. */
const reader = await person('axe.bengali', 'AXE67890');
const shopTexts = await textsOfShop(scriptClient(panel.url));
const judgeBengali = (page: Page, title = '') => expectBengali(page, [...shopTexts, title]);

describe.concurrent('in both themes and both languages, on a phone and on a desktop', () => {
  test.each(Object.keys(customerScreens))('%s', async (name) => {
    const screen = customerScreens[name] as Screen;
    const isForVisitors = screen.who === 'nobody';
    const of = async ({ session, own }: typeof customer) => ({
      browser,
      url: panel.url,
      session: isForVisitors ? {} : await session(),
      own,
    });
    const inEnglish = (page: Page) => page.getByRole('heading', { name: screen.heading }).first().waitFor();
    const narrow = {
      sitting: { ...(await of(reader)), width: 360, language: 'bn' },
      further: { loaded: judgeBengali, switched: { language: 'en', axe: true, judge: inEnglish } },
    } as const;
    const wide = {
      sitting: { ...(await of(customer)), width: 1440 },
      further: { switched: { language: 'bn', judge: judgeBengali } },
    } as const;
    const inBengali = { ...screen, heading: /[\u0980-\u09ff]/ };
    if (!isForVisitors) return judgeInBothWidths({ narrow: inBengali, wide: screen }, { narrow, wide });
    // The server renders them, in the visitor's language.
    await judgeScreen(inBengali, narrow);
    await judgeScreen(screen, wide);
  });
});

async function person(userName: string, reference: string) {
  const { own } = await makeCustomer(panel.url, asAdmin, userName, reference);
  return {
    own,
    session: youngSession(() => scriptClient(panel.url).auth.login.mutate({ userName, password: PASSWORD })),
  };
}

test('every path of the panel is among the screens', async () => {
  // A dynamic import: the types of tests do not include the browser's code.
  const { paths } = (await import(join(import.meta.dirname, '../client/src/lib/paths.ts'))) as { paths: object };
  const visited = Object.values(screens).map(({ path }) => path(customer.own).split('?')[0] as string);
  const missing = (Object.values(paths) as string[]).filter(
    (pattern) => !visited.some((path) => matchPath(pattern, path)),
  );
  expect(missing).toEqual([]);
});
