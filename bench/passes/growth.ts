import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../db/client.ts';
import { type Ours, startOurs } from '../contenders/ours.ts';
import type { Lab } from '../lab/lab.ts';
import { measure, undisturbed } from '../lab/measure.ts';
import { proveMoney } from '../prove.ts';
import { median, rangeOf } from '../statistics.ts';
import type { Effort, Pass } from './pass.ts';

const SMALL = { users: 1_000, earlierOrders: 10 };
const ORDERS_OF_EACH = 100;
/** Short, so that what is small stays small. */
const SECONDS = 2;
const WARM_UP_SECONDS = 0.5;
const QUIET_FOR_MS = 2_000;

/** PostgreSQL's processor time of an order in a small table and in a large one, in turn. */
export const growth: Pass = {
  name: 'growth',
  means: 'PostgreSQL CPU of an order at 10 thousand and at 5 million rows',
  async run(lab, effort) {
    const large = { users: effort.rows / ORDERS_OF_EACH, earlierOrders: ORDERS_OF_EACH };
    const sizes = [await fill(lab, 'small', SMALL), await fill(lab, 'large', large)];
    const rounds: number[][] = [];
    for (let nth = 0; nth < effort.rounds; nth++)
      rounds.push((await undisturbed(() => cpuMsOfEach(lab, sizes, effort, nth), effort.repeats)).result);
    for (const { ours, placed } of sizes) {
      await ours.panel.stop();
      console.log(await proveMoney(ours.database.db, placed));
    }
    const [small = [], big = []] = sizes.map((_, index) => rounds.map((round) => round[index] ?? Number.NaN));
    const ratios = rounds.map(([inSmall = Number.NaN, inLarge = Number.NaN]) => inLarge / inSmall);
    const told = (ms: number[]) => `${median(ms).toFixed(3)} ms`;
    console.log(`PostgreSQL's processor time of an order: ${told(small)} and ${told(big)}`);
    return {
      goals: [
        {
          name: 'PostgreSQL CPU an order at 5M rows ÷ at 10k',
          value: median(ratios),
          range: rangeOf(ratios),
          gate: 1.3,
          goal: 1.1,
          better: 'lower',
        },
      ],
      figures: { smallMs: median(small), largeMs: median(big), rows: effort.rows },
    };
  },
};

interface Size {
  ours: Ours;
  /** Orders that are there. */
  placed: number;
}

async function fill(lab: Lab, name: string, size: { users: number; earlierOrders: number }): Promise<Size> {
  const startedMs = performance.now();
  const ours = await startOurs(lab, { name, ...size });
  const { db } = ours.database;
  // What tidies up after many inserts comes when it comes, and to small tables more often.
  for (const table of ['orders', 'ledger', 'accounts'])
    await db.$client`alter table ${db.$client(table)} set (autovacuum_enabled = false)`;
  await untilQuiet(db);
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(0);
  console.log(`${name}: ${ours.earlier.toLocaleString('en')} orders of ${size.users} customers, made in ${seconds} s`);
  return { ours, placed: ours.earlier };
}

async function cpuMsOfEach(lab: Lab, sizes: Size[], { connections }: Effort, nth: number): Promise<number[]> {
  const cpuMs: number[] = [];
  for (let turn = 0; turn < sizes.length; turn++) {
    const index = (nth + turn) % sizes.length;
    const size = sizes[index] as Size;
    const customers = await size.ours.renewed();
    const task = { connections, seconds: SECONDS, warmUpSeconds: WARM_UP_SECONDS, customers };
    const measured = await measure(lab, size.ours.turn, task);
    size.placed += measured.answeredInAll;
    cpuMs[index] = measured.cpuMs.postgres;
  }
  return cpuMs;
}

/** A panel that has just started tidies up and adds up, which takes longer the more there is. */
async function untilQuiet(db: Db): Promise<void> {
  for (let quietSinceMs = performance.now(); performance.now() - quietSinceMs < QUIET_FOR_MS; ) {
    const [others] = await db.$client<{ count: number }[]>`
      select count(*) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`;
    if (others?.count !== 0) quietSinceMs = performance.now();
    await sleep(100);
  }
}
