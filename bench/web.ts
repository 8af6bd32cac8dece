import { execFileSync } from 'node:child_process';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { newDataDir } from '../db/testing/data-dir.ts';
import { PASSWORD, registerByScript, scriptClient, signIn } from '../e2e/accounts.ts';
import { launchBrowser, watchRequests } from '../e2e/browser.ts';
import { readCommandLine } from '../scripts/command-line.ts';
import { startPanel } from '../server/testing/panel.ts';
import { percentile } from './statistics.ts';

const { options } = readCommandLine({
  name: 'npm run bench:web',
  purpose: `What an admin's long lists cost the browser: Manage Orders and Manage Recharges with a thousand rows loaded, on this processor
and on one four times slower; and what each page weighs in scripts. Exits with 1 where a budget is not met.`,
  options: {
    rows: { takes: 'N', default: 1000, min: 50, max: 5000, means: 'how many rows are loaded' },
    presses: { takes: 'N', default: 25, min: 5, max: 200, means: 'how many presses of J are timed' },
  },
  example: 'npm run bench:web -- --rows 500',
});
const { rows, presses } = options;

/** In milliseconds from the press until the screen shows it, medians; nodes; bytes. */
const BUDGETS = { keyMs: 50, decisionMs: 150, nodes: 3000, heapBytes: 150_000_000 };
const DECISIONS = 5;
const PATIENCE_MS = 20_000;
const SLOWED = 4;
const desks = [
  { name: 'Manage Orders', path: '/dashboard/manageOrders?status=all' },
  { name: 'Manage Recharges', path: '/dashboard/manageRecharges?status=all' },
];
const pages: { path: string; who: 'nobody' | 'customer' | 'admin' }[] = [
  { path: '/', who: 'nobody' },
  { path: '/service', who: 'nobody' },
  { path: '/dashboard', who: 'customer' },
  { path: '/dashboard/orderHistory', who: 'customer' },
  { path: '/dashboard', who: 'admin' },
  { path: '/dashboard/manageOrders', who: 'admin' },
  { path: '/dashboard/manageRecharges', who: 'admin' },
  { path: '/dashboard/manageUsers', who: 'admin' },
];

/** Resolves with how long it took from the next press until the mark is on another row and the screen has shown it. */
const untilMoved = `new Promise((resolve) => {
  const marked = () => document.querySelector('tbody tr[aria-current]')?.getAttribute('data-index');
  const before = marked();
  const onPress = ({ timeStamp }) => {
    const look = () => {
      if (marked() === before) requestAnimationFrame(look);
      else requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)));
    };
    queueMicrotask(look);
  };
  addEventListener('keydown', onPress, { capture: true, once: true });
  document.documentElement.dataset.listens = 'yes';
})`;

const ADMIN = { userName: 'admin', password: PASSWORD };
const { dataDir, remove } = newDataDir();
const env = { DATA_DIR: dataDir, DATABASE_URL: '' };
const panel = await startPanel({ ...env, ADMIN_USERNAME: ADMIN.userName, ADMIN_PASSWORD: ADMIN.password });
const browser = await launchBrowser();
let missed = 0;
try {
  const seed = join(import.meta.dirname, '../scripts/seed-demo.ts');
  // The demo has about four orders for each recharge.
  const args = ['--orders', String(rows * 5), '--services', '50'];
  execFileSync(process.execPath, [seed, ...args], { env: { ...process.env, ...env }, stdio: 'ignore' });
  const sessions = {
    nobody: undefined,
    customer: await registerByScript(panel.url, 'web.bench'),
    admin: await scriptClient(panel.url).auth.login.mutate(ADMIN),
  };
  for (const desk of desks) await measureDesk(desk, sessions.admin);
  await weighPages(sessions);
} finally {
  await browser.close();
  await panel.stop();
  remove();
}
console.log(missed === 0 ? '\nEvery budget is met.' : `\n${missed} budgets are not met.`);
process.exitCode = missed === 0 ? 0 : 1;

async function measureDesk({ name, path }: (typeof desks)[number], session: object): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await signIn(page, session);
  await page.goto(panel.url + path);
  const loaded = await loadRows(page);
  const cdp = await context.newCDPSession(page);
  await cdp.send('HeapProfiler.collectGarbage');
  await cdp.send('Performance.enable');
  const { metrics } = await cdp.send('Performance.getMetrics');
  const heapBytes = metrics.find((metric) => metric.name === 'JSHeapUsedSize')?.value ?? Number.NaN;
  // Whoever shares the processor is in the times too.
  console.log(`\n${name}, ${loaded} rows loaded, load ${loadavg()[0]?.toFixed(1)} of this machine`);
  say('nodes', await ask<number>(page, `document.querySelectorAll('*').length`), BUDGETS.nodes, String);
  say('heap', heapBytes, BUDGETS.heapBytes, (bytes) => `${(bytes / 1e6).toFixed(0)} MB`);
  const atEachRate = async (what: string, key: string, times: number, budgetMs: number) => {
    for (const rate of [1, SLOWED]) {
      await cdp.send('Emulation.setCPUThrottlingRate', { rate });
      const how = rate === 1 ? 'plain' : `${rate}× slower`;
      sayTimes(`${what}, ${how}`, await timePresses(page, key, times), budgetMs);
    }
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  };
  await markWaiting(page);
  // Each leaves the mark on a row that waits.
  await atEachRate('next row marked after A', 'a', DECISIONS, BUDGETS.decisionMs);
  await atEachRate('key J', 'j', presses, BUDGETS.keyMs);
  await context.close();
}

/** Presses Load more until enough rows are there. @returns how many are */
async function loadRows(page: Page): Promise<number> {
  const more = page.getByRole('button', { name: 'Load more' });
  const countText = page.getByText(/^(First|All) [\d,]+ shown$|^[\d,]+ of [\d,]+/);
  const readCount = async () => Number(/[\d,]+/.exec((await countText.textContent()) ?? '')?.[0].replaceAll(',', ''));
  await page.getByRole('table').waitFor();
  let shown = await readCount();
  while (shown < rows && (await more.count()) > 0) {
    await more.click();
    for (const before = shown; shown === before; ) shown = await readCount();
  }
  return shown;
}

/** Brings the mark to the first row that still waits. */
async function markWaiting(page: Page): Promise<void> {
  for (let steps = 0; steps < rows; steps++) {
    await page.keyboard.press('j');
    const both = `Boolean(document.querySelector('tr[aria-current] [aria-label^=Approve] ~ [aria-label^=Reject]'))`;
    if (await ask<boolean>(page, both)) return;
  }
  throw new Error('No row waits');
}

async function timePresses(page: Page, key: string, times: number): Promise<number[]> {
  const taken: number[] = [];
  while (taken.length < times) {
    const told = ask<number>(page, untilMoved);
    await page.waitForSelector('html[data-listens=yes]');
    await page.keyboard.press(key);
    const ms = await Promise.race([told, sleep(PATIENCE_MS, Number.POSITIVE_INFINITY)]);
    taken.push(ms);
    if (ms === Number.POSITIVE_INFINITY) break;
    await page.evaluate('delete document.documentElement.dataset.listens');
  }
  return taken;
}

function ask<Answer>(page: Page, expression: string): Promise<Answer> {
  return page.evaluate(expression);
}

async function weighPages(sessions: Record<(typeof pages)[number]['who'], object | undefined>): Promise<void> {
  console.log(
    '\nScripts until the page is at rest, gzipped (e2e/client-size.test.ts holds the budgets of what it waits for)',
  );
  for (const { path, who } of pages) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    const requests = watchRequests(page);
    const session = sessions[who];
    if (session) await signIn(page, session);
    await page.goto(panel.url + path);
    await requests.areDone();
    const bytes = await ask<number>(
      page,
      `performance.getEntriesByType('resource').filter(({ name }) => new URL(name).pathname.endsWith('.js'))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`,
    );
    console.log(`  ${`${path}, ${who}`.padEnd(48)} ${(bytes / 1000).toFixed(0).padStart(5)} kB`);
    await context.close();
  }
}

function sayTimes(what: string, times: number[], budgetMs: number): void {
  const worst = `worst ${Math.max(...times).toFixed(0)} ms of ${times.length}`;
  say(what, percentile(times, 0.5), budgetMs, (ms) => `${ms.toFixed(0)} ms`, worst);
}

function say(what: string, value: number, budget: number, text: (value: number) => string, remark = ''): void {
  const isMet = value <= budget;
  if (!isMet) missed++;
  const figures = `${text(value).padStart(9)}  at most ${text(budget).padStart(7)}`;
  console.log(`  ${isMet ? 'met   ' : 'MISSED'}  ${what.padEnd(40)} ${figures}  ${remark}`.trimEnd());
}
