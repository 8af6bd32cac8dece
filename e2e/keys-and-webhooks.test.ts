import { spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Locator } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { afterAll, expect, test } from 'vitest';
import { registerByScript, scriptClient, signIn } from './accounts.ts';
import { watchPage } from './browser.ts';
import { sharedPanel } from './shared-panel.ts';
import { testBrowser } from './test-browser.ts';

/** A customer makes a key and a webhook on screen. Programs use both as the screens say, until they are revoked. */
const panel = sharedPanel();
const customer = await registerByScript(panel.url, 'keys.customer');
const browser = await testBrowser();
const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
page.setDefaultTimeout(20_000);
const { problems } = watchPage(page);
await signIn(page, customer);

/** What the receiver got. */
const received: { body: string; headers: Record<string, string> }[] = [];
const receiver = createServer((request, response) => {
  void text(request).then((body) => {
    received.push({ body, headers: request.headers as Record<string, string> });
    response.end();
  });
}).listen(0, '127.0.0.1');
const receiverUrl = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
afterAll(() => receiver.close());

/** How each example runs, from its standard input. */
const runs = {
  curl: ['sh', '-s'],
  TypeScript: [process.execPath, '--input-type=module-typescript', '-'],
  Python: ['python3', '-'],
  PHP: ['php'],
} as const;

let secret: string;

async function store(dialog: Locator): Promise<string> {
  const shown = await dialog.locator('[data-secret]').textContent();
  await dialog.getByText('I have stored it').click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'detached' });
  return shown ?? '';
}

test('a key is made, and every example with it runs', async () => {
  await page.goto(`${panel.url}/profile`);
  await page.getByRole('link', { name: 'API Keys' }).first().click();
  await page.getByRole('button', { name: 'New key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('My website');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await dialog.getByText('These examples contain your new key.').waitFor();
  for (const [language, [program, ...args]] of Object.entries(runs)) {
    await dialog.getByRole('tab', { name: language }).click();
    const input = (await dialog.getByRole('region', { name: new RegExp(`^${language}:`) }).textContent()) ?? '';
    const { stdout, stderr, error } = spawnSync(program, args, { input, encoding: 'utf8' });
    // CI may lack a language.
    if (error && 'code' in error && error.code === 'ENOENT') continue;
    expect([language, stdout, stderr]).toEqual([
      language,
      expect.stringMatching(/balance.*0.*USD/),
      expect.any(String),
    ]);
  }
  secret = await store(dialog);
  const row = page.getByRole('listitem').filter({ hasText: 'My website' });
  await row.getByText(`rp_`).waitFor();
  await page.reload();
  await row.getByText(/^Last used/).waitFor();
});

const balanceByApiV2 = async () => {
  const body = new URLSearchParams({ key: secret, action: 'balance' });
  return (await fetch(`${panel.url}/api/v2`, { method: 'POST', body })).json();
};
const profileByRest = async () =>
  (await fetch(`${panel.url}/api/v1/user/profile`, { headers: { authorization: `Bearer ${secret}` } })).status;

test('a revoked key is refused by every API at once', async () => {
  const byTrpc = scriptClient(panel.url, secret);
  expect(await balanceByApiV2()).toMatchObject({ currency: 'USD' });
  expect(await profileByRest()).toBe(200);
  expect(await byTrpc.balance.get.query()).toMatchObject({ balanceNanos: 0 });
  await page.getByRole('button', { name: 'Revoke My website' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('No keys yet').waitFor();
  expect(await balanceByApiV2()).toEqual({ error: expect.any(String) as unknown });
  expect(await profileByRest()).toBe(401);
  await expect(byTrpc.balance.get.query()).rejects.toMatchObject({ data: { domainCode: 'unauthenticated' } });
});

test('a webhook receives a test and the same again, signed with its secret', async () => {
  await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Webhooks' }).click();
  await page.getByRole('button', { name: 'New webhook' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address').fill('https://10.0.0.1/');
  await dialog.getByRole('button', { name: 'Create webhook' }).click();
  await dialog.getByText('Could not create the webhook').waitFor();
  await dialog.getByLabel('Address').fill(receiverUrl());
  await dialog.getByRole('button', { name: 'Create webhook' }).click();
  await page.getByRole('dialog', { name: 'The secret of your webhook' }).waitFor();
  const verifier = new Webhook(await store(dialog));

  await page.getByRole('button', { name: /^Send a test/ }).click();
  const log = page.getByRole('region', { name: `Deliveries to ${receiverUrl()}` });
  await log.getByText('Delivered').waitFor();
  await log.getByText('status 200').waitFor();
  await log.getByRole('button', { name: 'Send again: Test' }).click();
  await expect.poll(() => received.length, { timeout: 20_000 }).toBe(2);
  await log.getByText('Delivered').waitFor();
  for (const { body, headers } of received) expect(verifier.verify(body, headers)).toMatchObject({ type: 'test' });

  await page.getByLabel(`${receiverUrl()} receives events`).uncheck({ force: true });
  await page.getByText(/^Switched off/).waitFor();
  await page.getByRole('button', { name: /^Delete/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No webhooks yet').waitFor();
  // Browsers print the refusal of the private address.
  expect(problems.filter((problem) => !/status of 400/.test(problem))).toEqual([]);
});
