import { expect, test } from 'vitest';
import { loginAsAdmin, scriptClient, signIn } from './accounts.ts';
import { watchPage } from './browser.ts';
import { checkLedger, decideByKeyboard, fillQueues, readOutcome } from './keyboard-hour.ts';
import { fillRequests } from './keyboard-requests.ts';
import { sharedPanel } from './shared-panel.ts';
import { testBrowser } from './test-browser.ts';

/** An hour of an admin's work, with ten of each. */
const panel = sharedPanel();

const browser = await testBrowser();

test('recharges, orders and requests are decided by keyboard alone, each as its key says, and the ledger proves it', async () => {
  const { userName, password } = panel.admin;
  const session = await loginAsAdmin(panel.url, { userName, password });
  const asAdmin = scriptClient(panel.url, session.tokens.accessToken);
  const { recharges, orders } = await fillQueues(panel.url, asAdmin, { name: 'hour', each: 10 });
  const requests = await fillRequests(panel.url, asAdmin, { name: 'asks', each: 10 });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const { problems } = watchPage(page);
  await signIn(page, session);
  await page.addInitScript(`try { localStorage.removeItem('decisionWait') } catch {}`);
  for (const queue of [recharges, orders, requests]) {
    await page.goto(panel.url + queue.path + queue.search);
    await decideByKeyboard(page, queue);
    // Leaving the page sends waiting decisions.
    await page.goto(`${panel.url}/dashboard`);
    const { meant } = await readOutcome(asAdmin, queue);
    await expect.poll(async () => (await readOutcome(asAdmin, queue)).found).toEqual(meant);
  }
  expect(checkLedger(panel.dataDir)).toContain('Every balance is proved by the ledger');
  expect(problems).toEqual([]);
});
