import { expect, test } from 'vitest';
import { registerByScript, signIn } from './accounts.ts';
import { watchPage } from './browser.ts';
import { sharedPanel } from './shared-panel.ts';
import { testBrowser } from './test-browser.ts';

/** From an amount to the transaction ID, on a small phone. */
const panel = sharedPanel();
const LIMIT_MS = 15_000;
const PHONE = { width: 360, height: 640 };

const browser = await testBrowser();
const page = await browser.newPage({ viewport: PHONE });
page.setDefaultTimeout(LIMIT_MS);
const { problems } = watchPage(page);
await signIn(page, await registerByScript(panel.url, 'add.balance'));

test('a disabled link shows what is missing, until nothing is', async () => {
  await page.goto(`${panel.url}/dashboard/addBalance`);
  await page.getByText('To go on, choose a payment method, enter an amount and accept the terms.').waitFor();
  await page.getByRole('radiogroup', { name: 'Payment method' }).getByText('Nagad').click();
  await page.getByText('To go on, enter an amount and accept the terms.').waitFor();
  await page.getByRole('button', { name: '$20' }).click();
  await page.getByText('To go on, accept the terms.').waitFor();
  expect(await page.getByRole('button', { name: 'Go to Payment' }).isDisabled()).toBe(true);
  await page.getByText('I accept the terms and conditions').click();
  await page.getByRole('link', { name: 'Go to Payment' }).waitFor();
});

test('figures do not look like fields, and the fee is crossed out', async () => {
  expect(await page.getByRole('textbox').count()).toBe(1);
  expect(await page.getByLabel('Total in taka').textContent()).toBe('৳2,520.00');
  const fee = page.getByLabel('Extra fee');
  expect(await fee.textContent()).toContain('NO EXTRA FEE');
  expect(await fee.locator('s').textContent()).toBe('1.85%');
});

test('the terms to accept link to all of them', async () => {
  await page.getByRole('button', { name: 'Read the terms' }).click();
  await page.getByText('Deposits are non-refundable').waitFor();
  await page.getByRole('link', { name: 'Terms and refund policy on the About page' }).click();
  await page.waitForURL(/\/about#/);
  await page.getByRole('heading', { name: 'Terms of Service' }).waitFor();
  await page.goBack();
});

test('the terms stay ticked; the steps come before the field that they explain, and both are on the first screen', async () => {
  await page.getByRole('link', { name: 'Go to Payment' }).click();
  await page.waitForURL(/\/payment$/);
  for (const load of ['first', 'again']) {
    if (load === 'again') await page.reload();
    const field = page.getByLabel('Transaction ID');
    await field.waitFor();
    const verify = await page.getByRole('button', { name: 'VERIFY' }).boundingBox();
    expect((verify?.y ?? PHONE.height) + (verify?.height ?? 0)).toBeLessThan(PHONE.height);
    // Nothing covers it.
    await field.click({ trial: true });
    await page.getByText('$20.00').first().waitFor();
    await page.getByText('Enter the transaction ID to go on.').waitFor();
  }
  await page.mouse.wheel(0, 5_000);
  const bottomOfSteps = async () => {
    const box = await page.getByRole('list').filter({ hasText: '*167# ডায়াল' }).boundingBox();
    return box ? box.y + box.height : PHONE.height;
  };
  const field = await page.getByLabel('Transaction ID').boundingBox();
  await expect.poll(bottomOfSteps).toBeLessThan(field?.y ?? 0);
});

test('values to type elsewhere are copied in the right form', async () => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  for (const [what, copied] of [
    ['USSD code', '*167#'],
    ['recipient number', '01XXX-XXXXXX'],
    ['taka amount', '2520'],
  ] as const) {
    await page.getByRole('button', { name: `Copy ${what}` }).click();
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(copied);
  }
  expect(await page.getByRole('link', { name: 'Dial' }).getAttribute('href')).toBe('tel:*167%23');
});

test('the pages reported no problems', () => {
  expect(problems).toEqual([]);
});
