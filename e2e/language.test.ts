import { expect, test } from 'vitest';
import { PASSWORD, registerByScript } from './accounts.ts';
import { watchPage } from './browser.ts';
import { sharedPanel } from './shared-panel.ts';
import { testBrowser } from './test-browser.ts';
import { untilHydrated } from './until-hydrated.ts';

/** A visitor who prefers Bengali, and the effects of that choice. */
const panel = sharedPanel();
const viewport = { width: 360, height: 740 };

const browser = await testBrowser();
await registerByScript(panel.url, 'nusrat');
const phone = await browser.newContext({ viewport });
const page = await phone.newPage();
const { problems } = watchPage(page);

test('Bengali is loaded only on request, except the letters of its name', async () => {
  const fetched: string[] = [];
  page.on('request', (request) => void fetched.push(new URL(request.url()).pathname));
  await page.goto(panel.url);
  await page.getByRole('heading', { level: 1, name: /The best panel/ }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(fetched.filter((path) => /\/bn-|bengali/.test(path))).toEqual([]);
  expect(fetched.filter((path) => /bangla/.test(path))).toHaveLength(1);
});

test('the switch changes the page at once, and a reload keeps the choice', async () => {
  await page.getByRole('button', { name: 'বাং' }).click();
  const heading = page.getByRole('heading', { level: 1, name: 'লাইক, ফলোয়ার ও ভিউয়ের সেরা প্যানেল' });
  await heading.waitFor();
  expect(await page.title()).toMatch(/সেরা SMM প্যানেল/);

  await page.reload();
  await heading.waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('bn');
  await page.getByRole('button', { name: 'EN', exact: true }).waitFor();
});

test('errors of forms and the server are Bengali, and typed text stays unchanged', async () => {
  await page.goto(`${panel.url}/login`);
  await page.getByRole('button', { name: 'লগইন' }).click();
  await page.getByText('ইউজারনেম দিন').waitFor();
  await page.getByLabel('ইউজারনেম').fill('nusrat');
  await page.getByLabel('পাসওয়ার্ড', { exact: true }).fill('not this one');
  await page.getByRole('button', { name: 'লগইন' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'লগইন হয়নি' });
  await dialog.getByText('ইউজারনেম বা পাসওয়ার্ড ভুল').waitFor();
  await dialog.getByRole('button', { name: 'ঠিক আছে' }).click();
  expect(await page.getByLabel('ইউজারনেম').inputValue()).toBe('nusrat');
});

test("the account stores the visitor's choice, and another browser starts with it", async () => {
  await page.getByLabel('পাসওয়ার্ড', { exact: true }).fill(PASSWORD);
  const kept = page.waitForResponse((response) => response.url().includes('auth.setLanguage'));
  await page.getByRole('button', { name: 'লগইন' }).click();
  expect((await kept).status()).toBe(200);

  const desk = await browser.newPage();
  await desk.goto(`${panel.url}/login`);
  await desk.getByLabel('Username').fill('nusrat');
  await desk.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await desk.getByRole('button', { name: 'Login' }).click();
  await desk.getByRole('heading', { level: 1, name: 'সার্ভিস' }).waitFor();
  await desk.close();
});

test('a switch back reaches the other pages of this browser too, also one that is still loading', async () => {
  const other = await phone.newPage();
  const late = await phone.newPage();
  const coming = Promise.withResolvers<void>();
  await late.route('**/assets/about-page-*.js', async (route) => {
    await coming.promise;
    await route.continue();
  });
  for (const each of [other, late]) {
    await each.goto(`${panel.url}/about`, { waitUntil: 'load' });
    await each.getByRole('heading', { level: 1, name: 'আমাদের সম্পর্কে' }).waitFor();
  }
  await untilHydrated(other);
  // By then it has read the session and its language.
  await expect.poll(() => late.evaluate('globalThis.__zod_globalConfig')).toBeDefined();
  await page.getByRole('button', { name: 'EN', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Services' }).waitFor();
  coming.resolve();
  for (const each of [other, late]) await each.getByRole('heading', { level: 1, name: 'About Us' }).waitFor();
  expect(problems.filter((problem) => !problem.includes('401'))).toEqual([]);
});
