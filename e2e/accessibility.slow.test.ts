import { join } from 'node:path';
import { matchPath } from 'react-router-dom';
import { describe, expect, test } from 'vitest';
import { loginAsAdmin, scriptClient } from './accounts.ts';
import { judgeScreen } from './axe.ts';
import { customerScreens } from './screens/customers.ts';
import { makeCustomer } from './screens/own.ts';
import type { Screen } from './screens/screen.ts';
import { screens } from './screens/screens.ts';
import { sharedPanel } from './shared-panel.ts';
import { testBrowser } from './test-browser.ts';

/**
 * Every visitor and customer screen in both themes, on a phone and on a desktop: axe finds nothing, nothing is wider than the screen.
 */
const panel = sharedPanel();

const browser = await testBrowser();
const { userName, password } = panel.admin;
const { tokens } = await loginAsAdmin(panel.url, { userName, password });
const customer = await makeCustomer(panel.url, scriptClient(panel.url, tokens.accessToken), 'axe.customer', 'AXE12345');

describe.concurrent.each([360, 1440])('at %d px, in both themes', (width) => {
  test.each(Object.keys(customerScreens))('%s', async (name) => {
    const screen = customerScreens[name] as Screen;
    const session = screen.who === 'nobody' ? {} : customer.session;
    await judgeScreen(screen, { browser, url: panel.url, width, session, own: customer.own });
  });
});

test('every path of the panel is among the screens', async () => {
  // A dynamic import: the types of tests do not include the browser's code.
  const { paths } = (await import(join(import.meta.dirname, '../client/src/lib/paths.ts'))) as { paths: object };
  const visited = Object.values(screens).map(({ path }) => path(customer.own).split('?')[0] as string);
  const missing = (Object.values(paths) as string[]).filter(
    (pattern) => !visited.some((path) => matchPath(pattern, path)),
  );
  expect(missing).toEqual([]);
});
