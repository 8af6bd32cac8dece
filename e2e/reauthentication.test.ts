import { sql } from 'drizzle-orm';
import { generateSync } from 'otplib';
import type { Locator, Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { SILENT } from '#db/embedded/log.ts';
import { sessions } from '#db/schema/sessions.ts';
import { readConfig } from '#server/base/env.ts';
import { shareDatabase } from '#server/process/database.ts';
import { NANOS_PER_DOLLAR, nanos } from '#shared/money.ts';
import { loginAsAdmin, PASSWORD, registerByScript, scriptClient, signIn } from './accounts.ts';
import { watchPage } from './browser.ts';
import { sharedPanel } from './shared-panel.ts';
import { testBrowser } from './test-browser.ts';

/** What an admin confirms is asked in place, and goes on by itself: given, saved or approved once. */
const panel = sharedPanel();
const SECOND = 'confirm.second';
const CUSTOMER = 'confirm.customer';
const METHOD = 'Confirmed Pay';
const dollars = (count: number) => nanos(count * NANOS_PER_DOLLAR);

const browser = await testBrowser();
/** Confirms all the time, for what the tests need. */
const helper = scriptClient(panel.url, (await loginAsAdmin(panel.url, panel.admin)).tokens.accessToken);
const customer = await registerByScript(panel.url, CUSTOMER, 'Rahim');
const asCustomer = scriptClient(panel.url, customer.tokens.accessToken);
const second = await registerByScript(panel.url, SECOND);
const { admin, problems } = await newPage(await scriptClient(panel.url).auth.login.mutate(panel.admin));

afterAll(async () => {
  // The panel is shared: other tests expect one admin.
  await helper.admin.users.setRole.mutate({ id: second.user.id, role: 'user' });
});

async function newPage(session: object) {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  page.setDefaultTimeout(20_000);
  const watched = watchPage(page);
  await signIn(page, session);
  return { admin: page, ...watched };
}

const question = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' });

async function confirm(page: Page, password = panel.admin.password): Promise<void> {
  await question(page).getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

async function openGiving(page: Page): Promise<Locator> {
  await page.goto(`${panel.url}/dashboard/users/${customer.user.id}?open=giveBalance`);
  return page.getByRole('dialog', { name: 'Give Balance to Rahim' });
}

async function give(page: Page, amount: string): Promise<Locator> {
  const dialog = await openGiving(page);
  await dialog.getByLabel('Amount').fill(amount);
  await dialog.getByLabel('Reason').fill('For the delay');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  return dialog;
}

const balance = async () => (await asCustomer.balance.get.query()).balanceNanos;

/** As if everything confirmed had been confirmed ten minutes ago. */
async function tenMinutesLater(): Promise<void> {
  const config = readConfig({ NODE_ENV: 'development', DATA_DIR: panel.dataDir });
  const database = await shareDatabase(config, SILENT);
  await database.db.update(sessions).set({ reauthenticatedAt: sql`reauthenticated_at - interval '10 minutes'` });
  await database.close();
  await helper.auth.reauthenticate.mutate({ password: panel.admin.password });
}

test('$150 asks for the password, says that one is wrong, and is given once; the next one asks nothing', async () => {
  const dialog = await give(admin, '150');
  await question(admin).getByText('You are moving a lot of money.').waitFor();
  await confirm(admin, 'not the password');
  await question(admin).getByText('The current password is not right.').waitFor();
  expect(await balance()).toBe(0);
  await confirm(admin);
  await admin.getByText('$150.00 was given. Rahim now has $150.00.').first().waitFor();
  for (const closed of [question(admin), dialog]) await closed.waitFor({ state: 'detached' });
  await give(admin, '150');
  await admin.getByText('$150.00 was given. Rahim now has $300.00.').first().waitFor();
  expect(await balance()).toBe(dollars(300));
});

test('ten minutes later it asks again; canceled, nothing is given and what was typed stays', async () => {
  await tenMinutesLater();
  const dialog = await give(admin, '160');
  await question(admin).getByRole('button', { name: 'Cancel' }).click();
  await admin.getByText('Nothing was changed.').first().waitFor();
  expect(await balance()).toBe(dollars(300));
  expect(await dialog.getByLabel('Amount').inputValue()).toBe('160');
  await dialog.getByRole('button', { name: 'Submit' }).and(admin.locator(':focus')).waitFor();
  await admin.keyboard.press('Control+Enter');
  await question(admin).waitFor();
  await confirm(admin);
  await admin.getByText('$160.00 was given. Rahim now has $460.00.').first().waitFor();
});

test('a number that customers pay to is changed after the password', async () => {
  const { id } = await helper.admin.paymentMethods.save.mutate({
    ...{ name: METHOD, kind: 'mobile', ussdCode: null, recipient: '01811000000', logo: null, active: false },
    ...{ position: 99, stepsBn: [], stepsEn: [] },
  });
  await tenMinutesLater();
  await admin.goto(`${panel.url}/dashboard/settings?section=methods`);
  await admin.getByRole('button', { name: `Edit ${METHOD}` }).click();
  await admin.getByRole('dialog').getByLabel('Recipient number').fill('01711-222333');
  await admin.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await admin.getByRole('button', { name: 'Change number' }).click();
  await question(admin).getByText('You are changing where customers pay.').waitFor();
  await confirm(admin);
  await admin.getByText(`${METHOD} saved`).first().waitFor();
  await admin.getByRole('listitem').filter({ hasText: METHOD }).getByText('01711-222333').waitFor();
  await helper.admin.paymentMethods.delete.mutate({ id });
});

test('a large recharge approved by its key asks when its wait is over; its row waits for the answer', async () => {
  await tenMinutesLater();
  const [method] = (await asCustomer.balance.methods.query()).methods;
  const sent = { method: method?.name ?? '', amountNanos: dollars(1_500), reference: 'CONFIRM1500' };
  const { id } = await asCustomer.balance.requestRecharge.mutate(sent);
  await admin.addInitScript(`
    try { localStorage.removeItem('decisionWait') } catch {}
    const later = window.setTimeout;
    window.setTimeout = (work, ms, ...rest) => later(work, ms === 8000 ? 500 : ms, ...rest);`);
  await admin.goto(`${panel.url}/dashboard/manageRecharges?q=${CUSTOMER}&status=pending`);
  await admin.getByRole('button', { name: `Approve recharge ${id}` }).waitFor();
  await admin.keyboard.press('j');
  await admin.keyboard.press('a');
  await question(admin).waitFor();
  await admin.getByText('Approving…').first().waitFor();
  expect(await balance()).toBe(dollars(460));
  await confirm(admin);
  await admin.getByText("$1,500.00 added to Rahim's balance.").first().waitFor();
  expect(await balance()).toBe(dollars(1_960));
  // Browsers print refusals to the console: the wrong password, and each call that was asked about.
  expect(problems.filter((problem) => !/status of (400|403)/.test(problem))).toEqual([]);
});

test('with a second factor a code is asked for, and a recovery code does too', async () => {
  await helper.admin.users.setRole.mutate({ id: second.user.id, role: 'admin' });
  const { twoFactor } = scriptClient(panel.url, second.tokens.accessToken).auth;
  const { secret } = await twoFactor.begin.mutate({ password: PASSWORD });
  const { recoveryCodes } = await twoFactor.confirm.mutate({ code: generateSync({ secret }) });
  const { admin: page } = await newPage({ ...second, user: { ...second.user, role: 'admin' } });
  await give(page, '150');
  const code = question(page).getByLabel('Code');
  await code.fill('nonsense');
  await page.keyboard.press('Enter');
  await question(page).getByText('This code is not right, or was used before.').waitFor();
  await code.fill(recoveryCodes[0]?.toLowerCase() ?? '');
  await page.keyboard.press('Enter');
  await page.getByText('$150.00 was given. Rahim now has $2,110.00.').first().waitFor();
  expect(await balance()).toBe(dollars(2_110));
});
