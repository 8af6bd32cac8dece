import { setTimeout as sleep } from 'node:timers/promises';
import { readCommandLine } from '../../scripts/command-line.ts';
import { type Goal, goalOf, reportGoals } from '../goals.ts';
import { inLab, type Lab } from '../lab.ts';
import { machine } from '../machine.ts';
import { statusOf } from '../panel.ts';
import { median, sum } from '../statistics.ts';
import { startOurs } from './ours.ts';
import { givePassword } from './prepare.ts';
import { proveMoney } from './prove.ts';
import type { Outcome, Task } from './task.ts';

const { options } = readCommandLine({
  name: 'npm run overload',
  purpose: `Sends a separate panel several times the requests that it can serve, and counts every response.

Starts the panel and a PostgreSQL in a temporary folder and measures its rate for mixed reads, orders and logins. A separate
process then sends several times that rate. Meanwhile /livez is requested over new connections. Afterwards all balances are
proved. Exits with 1 if a balance is wrong or a goal is missed.`,
  options: {
    seconds: { takes: 'N', default: 60, min: 1, max: 600, means: 'length of the overload' },
    times: { takes: 'N', default: 3, min: 1, max: 20, means: 'multiple of the served rate' },
    processes: { takes: 'N', default: 1, min: 1, max: 16, means: 'processes of the panel' },
  },
  example: 'npm run overload -- --seconds 10 --times 5',
});
const { seconds, times, processes } = options;

const AT_ONCE = 64;
const MOST_CONNECTIONS = 3_000;
const WARM_UP_SECONDS = 5;
const ALONE_SECONDS = 10;
const PROBE_EVERY_MS = 200;
const PROBE = { limitMs: 15_000 };
/** The panel has recovered with the first of this many consecutive successes. */
const GOOD_IN_A_ROW = 20;
const ASK_EVERY_MS = 50;
const EXPECTED = new Set(['200', '429', '503']);

console.log(machine());
reportGoals(await inLab(overload));
console.log(`\n${machine()}`);

async function overload(lab: Lab): Promise<Goal[]> {
  // All clients have the same address.
  const env = { MAX_CONNECTIONS_PER_ADDRESS: '4000' };
  const ours = await startOurs(lab, { name: 'overload', processes, env });
  const { database, panel, contender, customers, serviceId, earlier } = ours;
  const { bodies: logins } = await givePassword(database.db);
  const all: Outcome[] = [];
  const offer = async (forSeconds: number, rate?: number) => {
    const task: Task = {
      url: panel.url,
      call: { kind: 'mixed', customers, serviceId, logins },
      connections: rate ? MOST_CONNECTIONS : AT_ONCE,
      seconds: forSeconds,
      warmUpSeconds: 0,
      rate,
      endures: true,
    };
    const outcome = await contender.load.run<Outcome>(task);
    all.push(outcome);
    return { ...outcome, goodRate: outcome.answered / outcome.elapsedSeconds };
  };

  await offer(WARM_UP_SECONDS);
  const before = await offer(ALONE_SECONDS);
  console.log(`alone:    ${text(before)}`);
  const probe = startProbe(panel.url);
  const flooded = await offer(seconds, before.goodRate * times);
  const recoveredSeconds = await secondsUntilGood(panel.url, customers[0]?.accessToken ?? '');
  const health = await probe.stop();
  console.log(`overload: ${text(flooded)}`);
  const after = await offer(ALONE_SECONDS);
  console.log(`alone:    ${text(after)}`);
  console.log(`/readyz was asked ${health.ready + health.notReady} times and said no ${health.notReady} times`);

  const acknowledged = earlier + sum(all.map(({ orders }) => orders));
  const most = acknowledged + sum(all.map(({ unsureOrders }) => unsureOrders));
  const [found] = await database.db.$client<{ count: number }[]>`select count(*)::int as count from orders`;
  console.log(await proveMoney(database.db, Math.min(most, Math.max(acknowledged, found?.count ?? 0))));

  const ratio = flooded.goodRate / median([before.goodRate, after.goodRate]);
  const others = Object.entries(flooded.statuses).filter(([status]) => !EXPECTED.has(status));
  return [
    goalOf('good rate ÷ good rate alone', ratio, { atLeast: [0.8] }),
    goalOf('answers other than 200, 429 and 503', sum(others.map(([, count]) => count)), { atMost: [0] }),
    goalOf('requests without an answer for 10 s', flooded.unanswered, { atMost: [0] }),
    goalOf('connections reset', flooded.resets, { atMost: [0] }),
    goalOf('the slowest /livez', health.worstMs / 1000, { atMost: [1], unit: 's' }),
    goalOf('only good answers again after', recoveredSeconds, { atMost: [10], unit: 's' }),
  ];
}

function text({ sent, elapsedSeconds, answered, statuses, unanswered, resets, latencyMs }: Outcome): string {
  const counts = Object.entries(statuses).map(([status, count]) => `${count.toLocaleString('en')} × ${status}`);
  const [sentRate, goodRate] = [sent, answered].map((count) => (count / elapsedSeconds).toFixed(0));
  const [p50, p99] = [latencyMs?.p50, latencyMs?.p99].map((ms = Number.NaN) => Math.round(ms).toLocaleString('en'));
  return `${sentRate} sent and ${goodRate} good per second; ${counts.join(', ')}, ${unanswered} without an answer, ${resets} reset; good ones took ${p50} ms (median), ${p99} ms (99th percentile)`;
}

/** Sends requests over new connections, as a load balancer does, until it is stopped. */
function startProbe(url: string) {
  const figures = { worstMs: 0, ready: 0, notReady: 0 };
  let isOver = false;
  const probing = (async () => {
    while (!isOver) {
      const askedMs = performance.now();
      const isAlive = (await statusOf(`${url}/livez`, PROBE)) === 200;
      const ms = isAlive ? performance.now() - askedMs : Number.POSITIVE_INFINITY;
      figures.worstMs = Math.max(figures.worstMs, ms);
      if ((await statusOf(`${url}/readyz`, PROBE)) === 200) figures.ready++;
      else figures.notReady++;
      await sleep(PROBE_EVERY_MS);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await probing;
      return figures;
    },
  };
}

/** From now until the first of several successes in a row. */
async function secondsUntilGood(url: string, accessToken: string): Promise<number> {
  const headers = { authorization: `Bearer ${accessToken}` };
  const startedMs = performance.now();
  let firstMs = startedMs;
  for (let inARow = 0; inARow < GOOD_IN_A_ROW; ) {
    const askedMs = performance.now();
    const status = await statusOf(`${url}/trpc/balance.get`, { ...PROBE, headers });
    inARow = status === 200 ? inARow + 1 : 0;
    if (inARow === 1) firstMs = askedMs;
    if (performance.now() - startedMs > 10 * PROBE.limitMs) return Number.POSITIVE_INFINITY;
    await sleep(ASK_EVERY_MS);
  }
  return (firstMs - startedMs) / 1000;
}
