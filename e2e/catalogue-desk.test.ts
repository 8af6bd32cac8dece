import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerByScript, scriptClient, signIn } from './accounts.ts';
import { launchBrowser, watchPage } from './browser.ts';
import { newDataDir, type PanelProcess, startPanel } from './panel-process.ts';

/** An admin keeps the catalogue in the browser, and customers see what came of it. */
const OWNER = { userName: 'owner', password: 'a shop with a word' };
const LIMIT_MS = 20_000;
const { dataDir, remove } = newDataDir();

let panel: PanelProcess;
let browser: Browser;
let admin: Page;
let customer: Page;
const problems: string[][] = [];

beforeAll(async () => {
  panel = await startPanel({
    DATA_DIR: dataDir,
    ADMIN_USERNAME: OWNER.userName,
    ADMIN_PASSWORD: OWNER.password,
    SEED: 'none',
  });
  browser = await launchBrowser();
  admin = await openPage(await scriptClient(panel.url).auth.login.mutate(OWNER));
  customer = await openPage(await registerByScript(panel.url, 'catalogue.customer'));
});

afterAll(async () => {
  await browser?.close();
  await panel?.stop();
  remove();
  expect(problems.flat()).toEqual([]);
});

async function openPage(session: object): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  page.setDefaultTimeout(LIMIT_MS);
  problems.push(watchPage(page).problems);
  await signIn(page, session);
  return page;
}

const rowOf = (name: string) => admin.getByRole('row').filter({ hasText: name });

/** The services as a customer has them, in their order. */
async function seen(): Promise<string[]> {
  await customer.goto(`${panel.url}/service?category=youtube`);
  await customer.getByLabel('Sort services').waitFor();
  await customer.getByText(/^\d+ services?$/).waitFor();
  return customer.getByRole('listitem').getByRole('heading').allTextContents();
}

test('services are added, arranged by keys, priced anew and hidden; the customer sees each of it', async () => {
  await admin.goto(`${panel.url}/dashboard/manageServices`);
  await admin.getByText('No Services Found').waitFor();
  await admin.getByRole('link', { name: 'Add Service', exact: true }).click();
  for (const [name, price] of [
    ['YouTube Views', '1'],
    ['YouTube Likes', '2.5'],
  ] as const) {
    await admin.getByLabel('Service Name').fill(name);
    await admin.getByLabel('Description').fill('Real. Fast.');
    await admin.getByLabel('Category').selectOption('youtube');
    await admin.getByLabel('Price').fill(price);
    await admin.getByLabel('Min').fill('10');
    await admin.getByLabel('Max').fill('1000');
    await admin.getByLabel('Average Time').fill('2');
    await admin.getByRole('button', { name: 'Add Service' }).click();
    await admin.getByText('Service Added Successful!').first().waitFor();
    await expect.poll(() => admin.getByLabel('Service Name').inputValue()).toBe('');
  }
  expect(await seen()).toEqual(['YouTube Likes', 'YouTube Views']);

  await admin.goto(`${panel.url}/dashboard/manageServices?category=youtube&sort=recommended`);
  await admin.getByRole('button', { name: 'Move YouTube Views up' }).press('Enter');
  await expect.poll(() => admin.getByRole('row').nth(1).textContent()).toContain('YouTube Views');
  expect(await seen()).toEqual(['YouTube Views', 'YouTube Likes']);

  await admin.getByRole('button', { name: 'Change prices' }).click();
  await admin.getByLabel('By percent').fill('10');
  await admin.getByRole('region', { name: 'Old and new prices' }).getByText('$2.75').waitFor();
  await admin.getByRole('button', { name: 'Change 2 prices' }).click();
  await rowOf('YouTube Likes').getByText('$2.75').waitFor();

  await admin.getByRole('button', { name: 'More for YouTube Likes' }).click();
  await admin.getByRole('menuitem', { name: 'Hide from customers' }).click();
  await rowOf('YouTube Likes').getByText('Hidden').waitFor();
  expect(await seen()).toEqual(['YouTube Views']);
  await customer.getByText('$1.10').first().waitFor();
});
