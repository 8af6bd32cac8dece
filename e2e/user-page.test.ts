import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { loginAsAdmin, registerByScript, signIn } from './accounts.ts';
import { watchPage } from './browser.ts';
import { sharedPanel } from './shared-panel.ts';
import { testBrowser } from './test-browser.ts';

/** An admin's actions on a user's page, and their effects in the user's own browser. */
const panel = sharedPanel();
const LIMIT_MS = 15_000;

const problems: string[][] = [];

const browser = await testBrowser();
const { userName, password } = panel.admin;
const admin = await newPage(await loginAsAdmin(panel.url, { userName, password }));
const user = await newPage(await registerByScript(panel.url, 'page.user', 'Person of the Page'));

test("balance is added on the user's page, opened from a row, and the user sees it at once", async () => {
  await user.goto(`${panel.url}/dashboard`);
  await user
    .getByRole('banner')
    .getByRole('link', { name: /\$0\.00/ })
    .waitFor();
  await admin.goto(`${panel.url}/dashboard/manageUsers?q=page.user`);
  await admin
    .getByRole('row', { name: /page\.user/ })
    .getByText('page.user@example.com')
    .click();
  await admin.waitForURL(/\/dashboard\/users\/\d+$/);
  await admin.getByRole('button', { name: 'Give or take balance' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Give Balance to Person of the Page' });
  await dialog.getByLabel('Amount').fill('a lot');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await dialog.getByText('Amount must be a number, such as 12.50').waitFor();
  await dialog.getByLabel('Amount').fill('5');
  await dialog.getByLabel('Reason').fill('For the trouble');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await admin.getByText('$5.00 was given. Person of the Page now has $5.00.').first().waitFor();
  const entry = admin.getByRole('region', { name: 'Ledger' }).getByRole('row', { name: /Given/ });
  await entry.filter({ hasText: 'For the trouble' }).getByText('+$5.00').waitFor();
  await user
    .getByRole('banner')
    .getByRole('link', { name: /\$5\.00/ })
    .waitFor();
});

test('a new admin has the admin pages after a reload, and loses them with the role at once', async () => {
  await user.goto(`${panel.url}/dashboard/manageUsers?q=page.user`);
  await user.getByText('Not allowed').waitFor();
  await chooseAndConfirm('Make admin…', 'Yes, make admin');
  await admin.getByRole('main').getByText('Administrator').waitFor();
  await user.reload();
  await user.getByRole('row', { name: /page\.user/ }).waitFor();
  await chooseAndConfirm('Make customer…', 'Yes, make customer');
  await admin.getByRole('main').getByText('Administrator').waitFor({ state: 'detached' });
  await user.reload();
  await user.getByText('Not allowed').waitFor();
});

test('the audit on the page has all of it, newest first, with the admin', async () => {
  await admin.getByRole('button', { name: 'Audit' }).click();
  const lines = admin.getByRole('list', { name: 'Audit' }).getByRole('listitem');
  await lines.filter({ hasText: 'Gave balance to' }).waitFor();
  expect(
    (await lines.allTextContents()).map((line) => /(Changed the role of|Gave balance to)/.exec(line)?.[0]),
  ).toEqual(['Changed the role of', 'Changed the role of', 'Gave balance to']);
  expect(await lines.getByRole('link', { name: `@${panel.admin.userName}` }).count()).toBe(3);
  // A request of an admin page at the moment when its user loses the role is refused.
  expect(problems.flat().filter((problem) => !/status of 403/.test(problem))).toEqual([]);
});

async function chooseAndConfirm(item: string, answer: string): Promise<void> {
  const more = admin.getByRole('button', { name: 'More actions' });
  await more.click();
  const choice = admin.getByRole('menuitem', { name: item });
  await choice.waitFor();
  const buttonEnd = await more.boundingBox().then((box) => (box ? box.x + box.width : Number.NaN));
  // The menu ends below the end of its button.
  const awayFromEnd = async () => {
    const box = await admin.getByRole('menu').boundingBox();
    return box ? Math.abs(box.x + box.width - buttonEnd) : Number.POSITIVE_INFINITY;
  };
  await expect.poll(awayFromEnd).toBeLessThan(20);
  await choice.click();
  await admin.getByRole('alertdialog').getByRole('button', { name: answer }).click();
}

async function newPage(session: object): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(LIMIT_MS);
  problems.push(watchPage(page).problems);
  await signIn(page, session);
  return page;
}
