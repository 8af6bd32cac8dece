import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { idOfToday, textOf } from '#server/testing/payment-texts.ts';
import { nanos } from '#shared/money.ts';
import { loginAsAdmin, registerWithBalance, signIn } from './accounts.ts';
import { ownPanel } from './own-panel.ts';
import { testBrowser } from './test-browser.ts';
import { switchTheme } from './themes.ts';

const panel = await ownPanel({ RECHARGE_REQUESTS_PER_10_MINUTES: '1000' });
const browser = await testBrowser();
const { asCustomer, asAdmin } = await registerWithBalance(panel, 'proof.customer', 0);
const method = 'Bkash';
const { device, secret } = await asAdmin.admin.devices.create.mutate({ name: 'Shop phone', methods: [method] });
let balance = 10_000;
async function pay(id: string, amount = 504, payer = '01700000001') {
  balance += amount;
  const text = textOf({ id, balance: `${balance}.00`, amount: `${amount}.00`, payer });
  const body = JSON.stringify({ from: 'bKash', text, sentStamp: Date.now(), receivedStamp: Date.now(), sim: 'SIM1' });
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  const headers = { 'content-type': 'application/json', 'x-signature': signature };
  const { status } = await fetch(`${panel.url}/hooks/sms/${device.id}`, { method: 'POST', headers, body });
  expect(status).toBe(204);
}
const request = (reference: string, dollars = 4) =>
  asCustomer.balance.requestRecharge.mutate({ method, amountNanos: nanos(dollars * 1e9), reference });

test('shots', { timeout: 240_000 }, async () => {
  await pay(idOfToday('0FIRST'));
  const held = async () => (await asAdmin.admin.evidence.list.query({ state: 'held' })).items;
  await expect.poll(async () => (await held()).length, { timeout: 60_000 }).toBe(1);
  const session = await loginAsAdmin(panel.url, panel.admin);
  const shots = async (name: string, path: string, act?: (page: import('playwright-core').Page) => Promise<unknown>, language: 'en' | 'bn' = 'en') => {
    for (const [width, height] of [[360, 1100], [1440, 900]] as const) {
      const context = await browser.newContext({ viewport: { width, height }, reducedMotion: 'reduce' });
      const page = await context.newPage();
      await signIn(page, session, 'bumblebee', language);
      await page.goto(panel.url + path);
      await page.getByRole('heading').first().waitFor();
      await page.waitForTimeout(1500);
      await act?.(page);
      for (const theme of ['bumblebee', 'black']) {
        if (!act) await switchTheme(page, theme);
        await page.waitForTimeout(300);
        await page.screenshot({ path: `/tmp/adminui-shots/${name}-${width}-${theme}-${language}.png` });
      }
      await context.close();
    }
  };
  await shots('messages-held', '/dashboard/messages');
  await shots('balance-right', '/dashboard/messages', (page) => page.getByRole('button', { name: /This balance is right/ }).click());
  await asAdmin.admin.evidence.balanceIsRight.mutate({ id: (await held())[0]?.id ?? 0 });
  await pay(idOfToday('0A1'));
  await pay(idOfToday('0A2'), 514);
  await pay(idOfToday('0A3'), 1260, '017XXXXX123');
  balance += 100;
  await pay(idOfToday('0A4'));
  await request(idOfToday('0A1'));
  await request(idOfToday('0A2'));
  await request(idOfToday('0A3'), 10);
  await request(idOfToday('0A4'));
  await request('9ZZZZZZZZZ');
  await expect.poll(async () => (await asAdmin.admin.recharges.list.query({ match: true })).items.length, { timeout: 60_000 }).toBe(4);
  await new Promise((done) => setTimeout(done, 2000));
  const ids = (await asAdmin.admin.recharges.list.query({ match: true })).items.map(({ id }) => id);
  await shots('match', '/dashboard/manageRecharges?match=true');
  await shots('match', '/dashboard/manageRecharges?match=true', undefined, 'bn');
  await shots('recharges', '/dashboard/manageRecharges');
  await shots('details', `/dashboard/manageRecharges?match=true&recharge=${Math.max(...ids) - 2}`);
  await shots('details4', `/dashboard/manageRecharges?status=all&recharge=${Math.max(...ids)}`);
  await shots('match-asks', '/dashboard/manageRecharges?match=true', (page) => page.getByRole('button', { name: /Approve the/ }).click());
  await shots('crediting', '/dashboard/messages?tab=automatic');
  await shots('crediting', '/dashboard/messages?tab=automatic', undefined, 'bn');
  await shots('switch-asks', '/dashboard/messages?tab=automatic', (page) => page.getByText(method, { exact: true }).first().click());
  await shots('too-early', '/dashboard/messages?tab=automatic', async (page) => {
    await page.getByText(method, { exact: true }).first().click();
    await page.getByRole('button', { name: 'Credit by messages' }).click();
    await page.waitForTimeout(800);
  });
  await shots('messages', '/dashboard/messages');
  await shots('overview', '/dashboard');
  await asAdmin.admin.recharges.decide.mutate({ id: Math.min(...ids), decision: 'approve' });
  await new Promise((done) => setTimeout(done, 1500));
  await shots('messages-used', '/dashboard/messages');
});
