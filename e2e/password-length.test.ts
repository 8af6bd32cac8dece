import { expect, test } from 'vitest';
import { ownPanel } from './own-panel.ts';
import { testBrowser } from './test-browser.ts';

/** A shop with a longer minimum password length shows it in its forms, before anything is sent. */
const TOO_SHORT = 'Password must be at least 9 characters';
const panel = await ownPanel({ PASSWORD_MIN_LENGTH: '9' });
const browser = await testBrowser();

test.each([
  ['registering', '/register', 'Password'],
  ['a new password by mail', '/reset-password/any', 'New Password'],
])('%s', async (_what, path, label) => {
  const page = await browser.newPage();
  await page.goto(`${panel.url}${path}`);
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') calls.push(request.url());
  });
  const field = page.getByLabel(label, { exact: true });
  await field.fill('8 chars!');
  // Before the shop's settings have loaded, the page uses the default length, and the server decides.
  await page.getByText('Password strength: Too short').waitFor();
  await field.blur();
  await page.getByText(TOO_SHORT).waitFor();
  await field.fill('9 chars !');
  await page.getByText(TOO_SHORT).waitFor({ state: 'detached' });
  expect(calls).toEqual([]);
});
