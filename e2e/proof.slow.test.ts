import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { idOfToday, textOf } from '#server/testing/payment-texts.ts';
import { nanos } from '#shared/money.ts';
import { registerWithBalance, signIn } from './accounts.ts';
import { ownPanel } from './own-panel.ts';
import { testBrowser } from './test-browser.ts';

/** The owner's way from a new phone to recharges that credit themselves, and a customer who watches one. */
const panel = await ownPanel({ RECHARGE_REQUESTS_PER_10_MINUTES: '1000' });
const browser = await testBrowser();
const { customer, asCustomer, asAdmin } = await registerWithBalance(panel, 'proof.customer', 0);
const method = 'Bkash';
const { device, secret } = await asAdmin.admin.devices.create.mutate({ name: 'Shop phone', methods: [method] });
const LIMIT_MS = 20_000;
/** As many as a customer may have pending. */
const AT_ONCE = 5;

let balance = 10_000;

/** The phone forwards the message of a payment of ৳504, which are $4. */
async function pay(id: string): Promise<void> {
  balance += 504;
  const text = textOf({ id, balance: `${balance}.00` });
  const body = JSON.stringify({ from: 'bKash', text, sentStamp: Date.now(), receivedStamp: Date.now(), sim: 'SIM1' });
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  const headers = { 'content-type': 'application/json', 'x-signature': signature };
  const { status } = await fetch(`${panel.url}/hooks/sms/${device.id}`, { method: 'POST', headers, body });
  expect(status).toBe(204);
}

const request = (reference: string) =>
  asCustomer.balance.requestRecharge.mutate({ method, amountNanos: nanos(4e9), reference });
const decide = (id: number, decision: 'approve' | 'reject') => asAdmin.admin.recharges.decide.mutate({ id, decision });

async function until(holds: () => Promise<boolean>): Promise<void> {
  await expect.poll(holds, { timeout: 60_000 }).toBe(true);
}

test('a phone, a hundred decisions, the switch: then a payment is on the customer’s screen without a person', async () => {
  await pay(idOfToday('0FIRST'));
  await until(async () => (await asAdmin.admin.evidence.list.query({ state: 'held' })).items.length === 1);
  await asAdmin.admin.evidence.balanceIsRight.mutate({ id: await heldId() });
  await asAdmin.admin.settings.update.mutate({ firstRechargeByHand: false });
  for (let round = 0; round < 10; round++) {
    const numbers = Array.from({ length: AT_ONCE }, (_, nth) => round * AT_ONCE + nth);
    for (const nth of numbers) await pay(idOfToday(`0A${nth}`));
    for (const nth of numbers) await request(idOfToday(`0A${nth}`));
    const matched = async () => (await asAdmin.admin.recharges.list.query({ match: true })).items;
    await until(async () => (await matched()).length === AT_ONCE);
    for (const { id, match } of await matched()) {
      expect(match?.checks).toEqual({ message: true, id: true, amount: true, payer: true, balance: true });
      await decide(id, 'approve');
    }
    for (const nth of numbers) await decide((await request(idOfToday(`0B${nth}`))).id, 'reject');
  }
  const { items } = await asAdmin.admin.evidence.automatic.query();
  expect(items.find((each) => each.method === method)).toMatchObject({
    decisions: 100,
    credits: 50,
    contradictions: 0,
  });
  await asAdmin.admin.evidence.setAutomatic.mutate({ method, on: true });

  const page = await browser.newPage();
  page.setDefaultTimeout(LIMIT_MS);
  await signIn(page, customer);
  await page.goto(`${panel.url}/dashboard/addBalance`);
  await page.getByRole('banner').getByText('$200.00').waitFor();
  await request(idOfToday('0LAST'));
  await pay(idOfToday('0LAST'));
  await page.getByRole('banner').getByText('$204.00').waitFor();
  await pay(idOfToday('0EARLY'));
  await request(idOfToday('0EARLY'));
  await page.getByRole('banner').getByText('$208.00').waitFor();
  await page.close();
});

async function heldId(): Promise<number> {
  return (await asAdmin.admin.evidence.list.query({ state: 'held' })).items[0]?.id ?? 0;
}
