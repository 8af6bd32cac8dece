import { goalOf } from '../../goals.ts';
import type { Lab } from '../../lab.ts';
import { median } from '../../statistics.ts';
import { undisturbed } from '../measure.ts';
import { type Ours, startOurs } from '../ours.ts';
import { untilQuiet } from '../quiet.ts';
import type { Effort, Pass } from './pass.ts';

const SMALL = { users: 1_000, earlierOrders: 10 };
const ORDERS_PER_USER = 100;
/** Short, so that the small table stays small. */
const SECONDS = 2;
const WARM_UP_SECONDS = 0.5;
/** A started panel cleans up and updates its totals, which takes longer with more rows. */
const QUIET_FOR_MS = 2_000;

export const growth: Pass = {
  name: 'growth',
  means: 'PostgreSQL CPU of an order at 10 thousand and at 5 million rows',
  async run(lab, effort) {
    const large = { users: effort.rows / ORDERS_PER_USER, earlierOrders: ORDERS_PER_USER };
    const sizes = [await fill(lab, 'small', SMALL), await fill(lab, 'large', large)];
    const rounds: number[][] = [];
    for (let nth = 0; nth < effort.rounds; nth++)
      rounds.push((await undisturbed(() => cpuMsOfEach(sizes, effort, nth), effort.repeats)).result);
    for (const ours of sizes) await ours.prove();
    const [smallMs = 0, largeMs = 0] = sizes.map((_, index) => median(rounds.map((round) => round[index] ?? 0)));
    console.log(`PostgreSQL's processor time of an order: ${smallMs.toFixed(3)} ms and ${largeMs.toFixed(3)} ms`);
    const ratios = rounds.map(([inSmall = Number.NaN, inLarge = Number.NaN]) => inLarge / inSmall);
    return {
      goals: [goalOf('PostgreSQL CPU an order at 5M rows ÷ at 10k', ratios, { atMost: [1.3, 1.1] })],
      figures: { smallMs, largeMs, rows: effort.rows },
    };
  },
};

async function fill(lab: Lab, name: string, size: typeof SMALL): Promise<Ours> {
  const startedMs = performance.now();
  const ours = await startOurs(lab, { name, ...size });
  const { db } = ours.database;
  // Autovacuum runs at any time, and more often on small tables.
  for (const table of ['orders', 'ledger', 'accounts'])
    await db.$client`alter table ${db.$client(table)} set (autovacuum_enabled = false)`;
  await untilQuiet(db, QUIET_FOR_MS);
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(0);
  console.log(`${name}: ${ours.earlier.toLocaleString('en')} orders of ${size.users} customers, made in ${seconds} s`);
  return ours;
}

async function cpuMsOfEach(sizes: Ours[], { connections }: Effort, nth: number): Promise<number[]> {
  const cpuMs: number[] = [];
  for (let turn = 0; turn < sizes.length; turn++) {
    const index = (nth + turn) % sizes.length;
    const measured = await sizes[index]?.order({ connections, seconds: SECONDS, warmUpSeconds: WARM_UP_SECONDS });
    cpuMs[index] = measured?.cpuMs.postgres ?? Number.NaN;
  }
  return cpuMs;
}
