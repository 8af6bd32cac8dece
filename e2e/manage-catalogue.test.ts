import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Panel, startPanel } from '#server/testing/panel.ts';
import { registerByScript, scriptClient, signIn } from './accounts.ts';
import { launchBrowser, watchPage } from './browser.ts';
import { makeService } from './refusal-scenes.ts';

/** An admin edits the catalogue in the browser, and customers see the result. */
const OWNER = { userName: 'owner', password: 'a shop with a word' };
const LIMIT_MS = 20_000;

let panel: Panel;
let browser: Browser;
let admin: Page;
let customer: Page;
let asOwner: ReturnType<typeof scriptClient>;
const problems: string[][] = [];

beforeAll(async () => {
  panel = await startPanel({
    ADMIN_USERNAME: OWNER.userName,
    ADMIN_PASSWORD: OWNER.password,
    SEED: 'none',
  });
  browser = await launchBrowser();
  const session = await scriptClient(panel.url).auth.login.mutate(OWNER);
  asOwner = scriptClient(panel.url, session.tokens.accessToken);
  admin = await openPage(session);
  customer = await openPage(await registerByScript(panel.url, 'catalogue.customer'));
});

afterAll(async () => {
  await browser?.close();
  await panel?.stop();
  // The invalid image is refused.
  expect(problems.flat()).toEqual([expect.stringContaining('400 (Bad Request)')]);
});

async function openPage(session: object): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  page.setDefaultTimeout(LIMIT_MS);
  problems.push(watchPage(page).problems);
  await signIn(page, session);
  return page;
}

const rowOf = (name: string) => admin.getByRole('row').filter({ hasText: name });

/** The services that a customer sees, in order. */
async function seen(): Promise<string[]> {
  await customer.goto(`${panel.url}/service?category=youtube`);
  await customer.getByLabel('Sort services').waitFor();
  await customer.getByText(/^\d+ services?$/).waitFor();
  const headings = await customer.getByRole('listitem').getByRole('heading').allTextContents();
  return headings.map((heading) => heading.replace(/^#\d+\s*/, ''));
}

test('services are added, reordered by keyboard, repriced and hidden; the customer sees each change', async () => {
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

/** The catalogue as an admin's export. */
async function exported(): Promise<string> {
  const saved = admin.waitForEvent('download');
  await admin.getByRole('button', { name: 'Export CSV' }).click();
  return readFileSync(await (await saved).path(), 'utf8');
}

async function check(csv: string): Promise<void> {
  const buffer = Buffer.from(csv);
  await admin.getByLabel('CSV file').setInputFiles({ name: 'catalogue.csv', mimeType: 'text/csv', buffer });
  await admin.getByRole('button', { name: 'Check the file' }).click();
}

test('a file with an invalid line shows it and the reason, and writes nothing; corrected it is applied, and an export changes nothing', async () => {
  const { id } = await makeService(asOwner, { name: 'Page Likes, real' });
  const priceOf = async () => (await asOwner.admin.services.get.query({ id })).priceMicros;
  await admin.goto(`${panel.url}/dashboard/manageServices`);
  await rowOf('Page Likes, real').waitFor();
  const before = await exported();
  const dearer = before.replace(/^(\d+,.*Page Likes, real.*),1,100,/m, '$1,1.25,100,');
  expect(dearer).not.toBe(before);
  const lines = before.trimEnd().split('\r\n').length;

  const dialog = admin.getByRole('dialog', { name: 'Import Services' });
  await admin.getByRole('button', { name: 'Import CSV' }).click();
  await check(`${dearer},,Shares,facebook,Shares.,a dollar,10,100,1,,,,,,\r\n`);
  const wrong = dialog.getByRole('listitem').filter({ hasText: 'Shares' });
  await wrong.getByText(String(lines + 1), { exact: true }).waitFor();
  await wrong.getByText(/^price: /).waitFor();
  await dialog
    .getByText('Nothing is written while a line can’t be taken. Mend the file and choose it again.')
    .waitFor();
  expect(await dialog.getByRole('button', { name: /^Apply/ }).count()).toBe(0);
  expect(await priceOf()).toBe(1_000_000);

  await dialog.getByRole('button', { name: 'Choose another file' }).click();
  await check(`${dearer},,Shares,facebook,Shares.,0.8,10,100,1,,,,,,\r\n`);
  expect(await priceOf()).toBe(1_000_000);
  await dialog.getByRole('button', { name: 'Apply 2 changes' }).click();
  await admin.getByText('Catalogue imported').first().waitFor();
  await rowOf('Shares').getByText('$0.80').waitFor();
  expect(await priceOf()).toBe(1_250_000);

  const after = await exported();
  await admin.getByRole('button', { name: 'Import CSV' }).click();
  await check(after);
  await dialog.getByText('The catalogue says all of this already.').waitFor();
});

test('a price list of another panel is mapped, its faulty line left out, and its columns are remembered', async () => {
  const list = (price: string) =>
    `Service ID;Service;Rate;Mine;Min/Max\n5;Instagram Saves;9,5;${price};10/10K\n6;Instagram Reach;9,5;?;10/10K`;
  const dialog = admin.getByRole('dialog', { name: 'Import Services' });
  await admin.goto(`${panel.url}/dashboard/manageServices`);
  await admin.getByRole('button', { name: 'Import CSV' }).click();
  await check(list('$0.75'));
  await dialog.getByLabel('Price for 1,000').selectOption('Mine');
  await dialog.getByRole('button', { name: 'Check the file' }).click();
  await dialog.getByText('“?” is not a price').waitFor();
  await dialog.getByText('Leave out the lines that can’t be taken').click();
  await dialog.getByRole('button', { name: 'Apply 1 change' }).click();
  await rowOf('Instagram Saves').getByText('$0.75').waitFor();
  await admin.getByRole('button', { name: 'Import CSV' }).click();
  await check(list('0.85'));
  await dialog.getByText('price 0.75 → 0.85').waitFor();
  await dialog.getByText('Not used: Rate').waitFor();
});

test('customers see an uploaded image; a text file is refused with a message', async () => {
  const { id, name } = await makeService(asOwner, { name: 'Page Followers' });
  await admin.goto(`${panel.url}/dashboard/manageServices`);
  await admin.getByRole('button', { name: `Update ${name}` }).click();
  const dialog = admin.getByRole('dialog', { name: 'Update Service' });
  const choose = (buffer: Buffer) =>
    dialog.getByLabel('Image URL: file').setInputFiles({ name: 'picture.png', mimeType: 'image/png', buffer });
  await choose(Buffer.from('This is a text, whatever it is called.'));
  await dialog.getByText('The picture must be a PNG, JPEG or WebP file').waitFor();
  expect(await dialog.locator('input[name=image]').inputValue()).toBe('');

  await choose(
    await sharp({ create: { width: 64, height: 64, channels: 3, background: '#0a7' } })
      .png()
      .toBuffer(),
  );
  await expect.poll(() => dialog.locator('input[name=image]').inputValue()).toMatch(/^\/images\//);
  await dialog.getByRole('button', { name: 'Update', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  const { image } = await asOwner.admin.services.get.query({ id });
  await customer.goto(`${panel.url}/service?category=facebook`);
  await customer.getByRole('listitem').filter({ hasText: name }).locator(`img[src="${image}"]`).waitFor();
  const width = `document.querySelector('img[src="${image}"]').naturalWidth`;
  await expect.poll(() => customer.evaluate(width)).toBe(64);
});
