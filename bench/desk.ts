import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { newDataDir } from '../db/testing/data-dir.ts';
import { PASSWORD, scriptClient, signIn } from '../e2e/accounts.ts';
import { launchBrowser } from '../e2e/browser.ts';
import { checkLedger, decideByKeyboard, fillQueues, type Queue, readOutcome } from '../e2e/keyboard-hour.ts';
import { readCommandLine } from '../scripts/command-line.ts';
import { startPanel } from '../server/testing/panel.ts';
import { percentile } from './statistics.ts';

const { options } = readCommandLine({
  name: 'npm run bench:desk',
  purpose: `An hour of an admin's work on a slowed processor: recharges and orders that wait are decided by keyboard alone, in every way
there is, with some undone and decided anew. Starts a panel of its own. Exits with 1 where it takes too long, a row has not the
status that its key gives it, or the ledger does not prove every balance.`,
  options: {
    each: { takes: 'N', default: 100, min: 10, max: 250, means: 'how many recharges, and how many orders' },
    slower: { takes: 'N', default: 4, min: 1, max: 20, means: 'how many times slower the processor is made' },
  },
  example: 'npm run bench:desk -- --each 20 --slower 1',
});
const { each, slower } = options;

/** For both together, however long somebody looks at each. */
const GOAL_MS = Math.max(1, each / 20) * 60_000;
const PATIENCE_MS = 60_000;
const ADMIN = { userName: 'admin', password: PASSWORD };
const { dataDir, remove } = newDataDir();
const panel = await startPanel({ DATA_DIR: dataDir, ADMIN_USERNAME: ADMIN.userName, ADMIN_PASSWORD: ADMIN.password });
const browser = await launchBrowser();
try {
  const session = await scriptClient(panel.url).auth.login.mutate(ADMIN);
  const asAdmin = scriptClient(panel.url, session.tokens.accessToken);
  const { recharges, orders } = await fillQueues(panel.url, asAdmin, { name: 'hour', each });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await signIn(page, session);
  // Each decision waits its eight seconds, as it does for everybody who has not switched that off.
  await page.addInitScript(`try { localStorage.removeItem('decisionWait') } catch {}`);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slower });
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  /** What the page's own thread has worked, in seconds of a processor: other programs beside it do not lengthen that. */
  const workedSeconds = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  };

  const work = async (queue: Queue) => {
    const startedMs = performance.now();
    const taken: number[] = [];
    await page.goto(panel.url + queue.path);
    await decideByKeyboard(page, queue, (_way, ms) => taken.push(ms));
    await untilAllAnswered(queue);
    const ms = performance.now() - startedMs;
    const worked = await workedSeconds();
    const [middle, worst] = [percentile(taken, 0.5), Math.max(...taken)].map((one) => `${one.toFixed(0)} ms`);
    console.log(`${each} ${queue.desk}s  ${inWords(ms)}, one of them ${middle} in the median and ${worst} at worst`);
    console.log(`  the page itself worked ${worked.toFixed(1)} s of the processor's time`);
    return ms;
  };
  const untilAllAnswered = async (queue: Queue) => {
    for (const deadlineMs = performance.now() + PATIENCE_MS; ; await sleep(100)) {
      const { meant, found } = await readOutcome(asAdmin, queue);
      if (isDeepStrictEqual(meant, found)) return;
      if (performance.now() > deadlineMs) throw new Error(`Not as decided: ${JSON.stringify({ meant, found })}`);
    }
  };

  console.log(`By keyboard alone, on a processor ${slower} times slower`);
  const ms = (await work(recharges)) + (await work(orders));
  console.log(`In all ${inWords(ms)}, at most ${inWords(GOAL_MS)}. Each row has the status that its key gives it.`);
  console.log(checkLedger(dataDir).trimEnd());
  if (ms > GOAL_MS) {
    console.error('It took too long.');
    process.exitCode = 1;
  }
} finally {
  await browser.close();
  await panel.stop();
  remove();
}

function inWords(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} min`;
}
