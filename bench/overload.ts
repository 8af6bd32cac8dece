import { setTimeout as sleep } from 'node:timers/promises';
import { readCommandLine } from '../scripts/command-line.ts';
import { createPasswords } from '../server/identity/passwords.ts';
import { startContender } from './contenders/cast.ts';
import { startOurs } from './contenders/ours.ts';
import { type Goal, verdictOf } from './goals.ts';
import { openLab } from './lab/lab.ts';
import { machine } from './lab/machine.ts';
import { proveMoney } from './prove.ts';
import { tableOf } from './report/table.ts';
import { median, percentile } from './statistics.ts';
import type { MixedOutcome, MixedTask } from './task.ts';

const { options } = readCommandLine({
  name: 'npm run overload',
  purpose: `Offers a panel of its own several times what it serves, and counts what becomes of every request.

Starts the panel and a PostgreSQL in a temporary folder, finds out how much it serves alone of reads, orders and logins mixed,
and then has a process of its own send several times as much, whatever becomes of it. Meanwhile /livez is asked over new
connections. Afterwards money is proved. Exits with 1 where it is wrong or a goal is missed.`,
  options: {
    seconds: { takes: 'N', default: 60, min: 1, max: 600, means: 'how long too much is offered' },
    times: { takes: 'N', default: 3, min: 1, max: 20, means: 'how many times what it serves alone' },
    processes: { takes: 'N', default: 1, min: 1, max: 16, means: 'how many processes the panel has' },
  },
  example: 'npm run overload -- --seconds 10 --times 5',
});
const { seconds, times, processes } = options;

const PASSWORD = 'correct horse battery';
const LOGINS = 200;
const AT_ONCE = 64;
const WARM_UP_SECONDS = 5;
const ALONE_SECONDS = 10;
const PROBE_EVERY_MS = 200;
const PROBE_LIMIT_MS = 15_000;
/** It has recovered with the first of so many good answers in a row. */
const GOOD_IN_A_ROW = 20;
const ASK_EVERY_MS = 50;
/** Everybody comes from one address here, and what is limited is what there is to do in all. */
const UNLIMITED = {
  LOGINS_PER_MINUTE_PER_ADDRESS: '1000000',
  LOGIN_FAILURES_PER_15_MINUTES: '1000000',
  MAX_CONNECTIONS_PER_ADDRESS: '4000',
};
const EXPECTED = new Set(['200', '429', '503']);

console.log(machine());
const lab = await openLab();
try {
  const goals = await overload();
  console.log(`\n${tableOf(goals)}\n\n${machine()}`);
  if (goals.some((goal) => verdictOf(goal) === 'MISSED')) process.exitCode = 1;
} finally {
  await lab.close();
}

async function overload(): Promise<Goal[]> {
  const { database, panel, customers, serviceId, earlier } = await startOurs(lab, {
    name: 'overload',
    processes,
    env: UNLIMITED,
  });
  const { db } = database;
  await db.$client`update users set password_hash = ${await createPasswords().hash(PASSWORD)}`;
  const users = await db.$client<
    { user_name: string }[]
  >`select user_name from users where role = 'user' limit ${LOGINS}`;
  const logins = users.map(({ user_name: userName }) => JSON.stringify({ userName, password: PASSWORD }));
  const driver = startContender(lab, './load/mixed-load.ts');
  const all: MixedOutcome[] = [];
  const offer = async (how: Pick<MixedTask, 'seconds' | 'rate'>) => {
    const task: MixedTask = { url: panel.url, customers, serviceId, logins, connections: AT_ONCE, ...how };
    const outcome = await driver.run<MixedOutcome>(task);
    all.push(outcome);
    return outcome;
  };

  await offer({ seconds: WARM_UP_SECONDS });
  const before = await offer({ seconds: ALONE_SECONDS });
  console.log(`alone:    ${inWords(before)}`);
  const probe = startProbe(panel.url);
  const flooded = await offer({ seconds, rate: before.goodRate * times });
  const recovered = await secondsUntilGood(panel.url, customers[0]?.accessToken ?? '');
  const health = await probe.stop();
  console.log(`overload: ${inWords(flooded)}`);
  const after = await offer({ seconds: ALONE_SECONDS });
  console.log(`alone:    ${inWords(after)}`);
  console.log(`/readyz was asked ${health.ready + health.notReady} times and said no ${health.notReady} times`);

  const sum = (of: (outcome: MixedOutcome) => number) => all.reduce((total, outcome) => total + of(outcome), 0);
  const acknowledged = earlier + sum(({ orders }) => orders);
  const [found] = await db.$client<{ count: number }[]>`select count(*)::int as count from orders`;
  const most = acknowledged + sum(({ ordersUnsure }) => ordersUnsure);
  // Those without an answer may be there or not.
  console.log(await proveMoney(db, Math.min(most, Math.max(acknowledged, found?.count ?? 0))));

  const alone = median([before.goodRate, after.goodRate]);
  const others = Object.entries(flooded.statuses).filter(([status]) => !EXPECTED.has(status));
  const none = (name: string, value: number) => atMost(name, value, 0);
  return [
    { name: 'good rate ÷ good rate alone', value: flooded.goodRate / alone, gate: 0.8, goal: 0.8, better: 'higher' },
    none(
      'answers other than 200, 429 and 503',
      others.reduce((total, [, count]) => total + (count ?? 0), 0),
    ),
    none('requests without an answer for 10 s', flooded.unanswered),
    none('connections reset', flooded.resets),
    atMost('the slowest /livez', health.worstMs / 1000, 1, 's'),
    atMost('only good answers again after', recovered, 10, 's'),
  ];
}

function atMost(name: string, value: number, limit: number, unit?: string): Goal {
  return { name, value, gate: limit, goal: limit, better: 'lower', ...(unit && { unit }) };
}

function inWords({ sentRate, goodRate, statuses, unanswered, resets, goodMs }: MixedOutcome): string {
  const answers = Object.entries(statuses).map(([status, count]) => `${count?.toLocaleString('en')} × ${status}`);
  const lost = `${unanswered} without an answer, ${resets} reset`;
  const ms = [0.5, 0.99].map((share) => Math.round(percentile(goodMs, share)).toLocaleString('en'));
  return `${sentRate.toFixed(0)} sent and ${goodRate.toFixed(0)} good a second; ${answers.join(', ')}, ${lost}; good ones took ${ms[0]} ms (median), ${ms[1]} ms (99th percentile)`;
}

/** Asks as a balancer does, over a new connection each time, until it is stopped. */
function startProbe(url: string) {
  const figures = { worstMs: 0, ready: 0, notReady: 0 };
  let isOver = false;
  const probing = (async () => {
    while (!isOver) {
      const askedMs = performance.now();
      const alive = await statusOf(`${url}/livez`);
      const ms = alive === 200 ? performance.now() - askedMs : Number.POSITIVE_INFINITY;
      figures.worstMs = Math.max(figures.worstMs, ms);
      if ((await statusOf(`${url}/readyz`)) === 200) figures.ready++;
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

/** From now until the first of several good answers in a row. */
async function secondsUntilGood(url: string, accessToken: string): Promise<number> {
  const startedMs = performance.now();
  let firstMs = startedMs;
  for (let inARow = 0; inARow < GOOD_IN_A_ROW; ) {
    const askedMs = performance.now();
    const status = await statusOf(`${url}/trpc/balance.get`, { authorization: `Bearer ${accessToken}` });
    inARow = status === 200 ? inARow + 1 : 0;
    if (inARow === 1) firstMs = askedMs;
    if (performance.now() - startedMs > 10 * PROBE_LIMIT_MS) return Number.POSITIVE_INFINITY;
    await sleep(ASK_EVERY_MS);
  }
  return (firstMs - startedMs) / 1000;
}

/** @returns undefined where there is no answer */
async function statusOf(url: string, headers: Record<string, string> = {}): Promise<number | undefined> {
  try {
    const signal = AbortSignal.timeout(PROBE_LIMIT_MS);
    const answer = await fetch(url, { headers: { connection: 'close', ...headers }, signal });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return undefined;
  }
}
