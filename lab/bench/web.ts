import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright-core';
import { loginAsAdmin, signIn } from '../../e2e/accounts.ts';
import { launchBrowser } from '../../e2e/browser.ts';
import { readCommandLine } from '../../scripts/command-line.ts';
import { type Goal, goalOf, reportGoals } from '../goals.ts';
import { inLab, type Lab } from '../lab.ts';
import { ADMIN, DEMO_ENV, seedDemo, startPanel } from '../panel.ts';

const { options } = readCommandLine({
  name: 'npm run bench:web',
  purpose: `Measures an admin's long lists in the browser: Manage Orders and Manage Recharges with a thousand rows loaded, on this
processor and on one four times slower. Exits with 1 if a budget is exceeded.`,
  options: {
    rows: { takes: 'N', default: 1000, min: 50, max: 5000, means: 'loaded rows' },
    presses: { takes: 'N', default: 25, min: 5, max: 200, means: 'timed presses of J' },
  },
  example: 'npm run bench:web -- --rows 500',
});
const { rows, presses } = options;

/** Milliseconds from a key press until the screen shows its effect (median); nodes; megabytes. */
const BUDGETS = { keyMs: 50, decisionMs: 150, nodes: 3000, heapMb: 150 };
const DECISIONS = 5;
const PATIENCE_MS = 20_000;
const SLOWER = 4;
const VIEWPORT = { viewport: { width: 1440, height: 900 } };
const queues = [
  { name: 'Manage Orders', path: '/dashboard/manageOrders?status=all' },
  { name: 'Manage Recharges', path: '/dashboard/manageRecharges?status=all' },
];
/** Resolves with the time from the next press until the screen shows another selected row. */
const untilMoved = `new Promise((resolve) => {
  const selected = () => document.querySelector('tbody tr[aria-current]')?.getAttribute('data-index');
  const before = selected();
  const onPress = ({ timeStamp }) => {
    const look = () => {
      if (selected() === before) requestAnimationFrame(look);
      else requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)));
    };
    queueMicrotask(look);
  };
  addEventListener('keydown', onPress, { capture: true, once: true });
  document.documentElement.dataset.listens = 'yes';
})`;

reportGoals(await inLab(measureAll));

async function measureAll(lab: Lab): Promise<Goal[]> {
  const { url } = await startPanel(lab, { env: DEMO_ENV });
  const browser = await launchBrowser();
  lab.onEnd(() => browser.close());
  // The demo has about four orders for each recharge.
  await seedDemo(lab, '--orders', String(rows * 5), '--services', '50');
  const admin = await loginAsAdmin(url, ADMIN);
  const goals: Goal[] = [];
  for (const { name, path } of queues) {
    const page = await (await browser.newContext(VIEWPORT)).newPage();
    await signIn(page, admin);
    await page.goto(url + path);
    goals.push(...(await measureQueue(page, name)));
    await page.context().close();
  }
  return goals;
}

async function measureQueue(page: Page, name: string): Promise<Goal[]> {
  const loaded = await loadRows(page);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('HeapProfiler.collectGarbage');
  await cdp.send('Performance.enable');
  const { metrics } = await cdp.send('Performance.getMetrics');
  const heapBytes = metrics.find((metric) => metric.name === 'JSHeapUsedSize')?.value ?? Number.NaN;
  const nodes = await page.evaluate<number>(`document.querySelectorAll('*').length`);
  console.log(`${name}: ${loaded} rows loaded, load ${loadavg()[0]?.toFixed(1)} of this machine`);
  await selectWaiting(page);
  return [
    goalOf(`${name}: nodes`, nodes, { atMost: [BUDGETS.nodes] }),
    goalOf(`${name}: heap`, heapBytes / 1e6, { atMost: [BUDGETS.heapMb], unit: 'MB' }),
    // Each press of A selects another waiting row.
    ...(await timePresses(page, cdp, {
      name: `${name}: next row after A`,
      key: 'a',
      times: DECISIONS,
      budgetMs: BUDGETS.decisionMs,
    })),
    ...(await timePresses(page, cdp, { name: `${name}: key J`, key: 'j', times: presses, budgetMs: BUDGETS.keyMs })),
  ];
}

/** Presses Load more until enough rows are loaded. @returns their number */
async function loadRows(page: Page): Promise<number> {
  const more = page.getByRole('button', { name: 'Load more' });
  const countText = page.getByText(/^(First|All) [\d,]+ shown$|^[\d,]+ of [\d,]+/);
  const readCount = async () => Number(/[\d,]+/.exec((await countText.textContent()) ?? '')?.[0].replaceAll(',', ''));
  await page.getByRole('table').waitFor();
  let count = await readCount();
  while (count < rows && (await more.count()) > 0) {
    await more.click();
    for (const before = count; count === before; ) count = await readCount();
  }
  return count;
}

/** Selects the first waiting row. */
async function selectWaiting(page: Page): Promise<void> {
  const isWaiting = `Boolean(document.querySelector('tr[aria-current] [aria-label^=Approve] ~ [aria-label^=Reject]'))`;
  for (let steps = 0; steps < rows; steps++) {
    await page.keyboard.press('j');
    if (await page.evaluate<boolean>(isWaiting)) return;
  }
  throw new Error('No row waits');
}

interface Presses {
  name: string;
  key: string;
  times: number;
  budgetMs: number;
}

/** On this processor and on a simulated slower one. */
async function timePresses(page: Page, cdp: CDPSession, { name, key, times, budgetMs }: Presses): Promise<Goal[]> {
  const goals: Goal[] = [];
  for (const rate of [1, SLOWER]) {
    await cdp.send('Emulation.setCPUThrottlingRate', { rate });
    const takenMs: number[] = [];
    while (takenMs.length < times && takenMs.at(-1) !== Number.POSITIVE_INFINITY) {
      const moved = page.evaluate<number>(untilMoved);
      await page.waitForSelector('html[data-listens=yes]');
      await page.keyboard.press(key);
      takenMs.push(await Promise.race([moved, sleep(PATIENCE_MS, Number.POSITIVE_INFINITY)]));
      await page.evaluate('delete document.documentElement.dataset.listens');
    }
    goals.push(goalOf(rate === 1 ? name : `${name}, ${rate}× slower`, takenMs, { atMost: [budgetMs], unit: 'ms' }));
  }
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return goals;
}
