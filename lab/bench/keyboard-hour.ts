import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { loginAsAdmin, scriptClient, signIn } from '../../e2e/accounts.ts';
import { launchBrowser } from '../../e2e/browser.ts';
import { checkLedger, decideByKeyboard, fillQueues, type Queue, readOutcome } from '../../e2e/keyboard-hour.ts';
import { fillRequests } from '../../e2e/keyboard-requests.ts';
import { readCommandLine } from '../../scripts/command-line.ts';
import { type Goal, goalOf, reportGoals } from '../goals.ts';
import { inLab, type Lab } from '../lab.ts';
import { ADMIN, DEMO_ENV, startPanel } from '../panel.ts';
import { percentile } from '../statistics.ts';

const { options } = readCommandLine({
  name: 'npm run bench:desk',
  purpose: `Simulates an admin's work on a slow processor: waiting recharges, orders and requests are decided by keyboard alone, in every possible
way, some undone and decided again. Starts a separate panel. Exits with 1 if it takes too long, a row has the wrong status, or the
ledger does not prove every balance.`,
  options: {
    each: { takes: 'N', default: 100, min: 10, max: 250, means: 'number of recharges, of orders, and of requests' },
    slower: { takes: 'N', default: 4, min: 1, max: 20, means: 'how many times slower the processor is' },
  },
  example: 'npm run bench:desk -- --each 20 --slower 1',
});
const { each, slower } = options;

/** For recharges and orders together, and for requests alone. */
const LIMIT_MINUTES = Math.max(1, each / 20);
const PATIENCE_MS = 60_000;

reportGoals(await inLab(decideAll));

async function decideAll(lab: Lab): Promise<Goal[]> {
  const panel = await startPanel(lab, { env: DEMO_ENV });
  const browser = await launchBrowser();
  lab.onEnd(() => browser.close());
  const session = await loginAsAdmin(panel.url, ADMIN);
  const asAdmin = scriptClient(panel.url, session.tokens.accessToken);
  const { recharges, orders } = await fillQueues(panel.url, asAdmin, { name: 'hour', each });
  const requests = await fillRequests(panel.url, asAdmin, { name: 'asks', each });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await signIn(page, session);
  // Each decision waits the default eight seconds.
  await page.addInitScript(`try { localStorage.removeItem('decisionWait') } catch {}`);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slower });
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });

  const decide = async (queue: Queue) => {
    const startedMs = performance.now();
    const takenMs: number[] = [];
    await page.goto(panel.url + queue.path);
    await decideByKeyboard(page, queue, (_way, ms) => takenMs.push(ms));
    await untilDecided(queue);
    const minutes = (performance.now() - startedMs) / 60_000;
    const { metrics } = await cdp.send('Performance.getMetrics');
    const workedSeconds = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
    const [median, worst] = [percentile(takenMs, 0.5), Math.max(...takenMs)].map((ms) => `${ms.toFixed(0)} ms`);
    console.log(`${each} ${queue.kind}s in ${minutes.toFixed(2)} min: ${median} each in the median, ${worst} at most`);
    console.log(`  the page used ${workedSeconds.toFixed(1)} s of processor time`);
    return minutes;
  };
  const untilDecided = async (queue: Queue) => {
    for (const deadlineMs = performance.now() + PATIENCE_MS; ; await sleep(100)) {
      const { meant, found } = await readOutcome(asAdmin, queue);
      if (isDeepStrictEqual(meant, found)) return;
      if (performance.now() > deadlineMs) throw new Error(`Not as decided: ${JSON.stringify({ meant, found })}`);
    }
  };

  console.log(`By keyboard alone, on a processor ${slower} times slower`);
  const minutes = (await decide(recharges)) + (await decide(orders));
  const requestMinutes = await decide(requests);
  console.log(checkLedger(`${lab.folder}/panel`).trimEnd());
  const limit = { atMost: [LIMIT_MINUTES], unit: 'min' };
  return [
    goalOf('recharges and orders, each row as decided', minutes, limit),
    goalOf('requests, each row as decided', requestMinutes, limit),
  ];
}
