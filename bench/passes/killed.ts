import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../db/client.ts';
import { startOurs } from '../contenders/ours.ts';
import type { Lab } from '../lab/lab.ts';
import { proveMoney } from '../prove.ts';
import type { Outcome, Task } from '../task.ts';
import type { Pass, RaceEffort } from './pass.ts';

const KILLED_AFTER_MS = 1_000;
/** Longer than the panel lives. */
const SECONDS = 60;
const PROCESSES = 2;

/** Every process of the server is killed in mid-load. */
export const killed: Pass = {
  name: 'kill',
  means: 'a kill -9 of the server in mid-load loses no acknowledged order',
  async run(lab, effort) {
    const { acknowledged, there } = await killInMidLoad(lab, effort);
    return { goals: [], figures: { acknowledged, there } };
  },
};

/** @throws Error where an order is missing that somebody was told of, or money is not right */
export async function killInMidLoad(lab: Lab, { connections }: Pick<RaceEffort, 'connections'>) {
  const ours = await startOurs(lab, { name: 'kill', processes: PROCESSES, users: 100 });
  const { db } = ours.database;
  const task: Task = {
    url: ours.panel.url,
    call: ours.turn.call(ours.customers),
    connections,
    seconds: SECONDS,
    warmUpSeconds: 0.1,
    remembers: true,
  };
  const killing = Promise.withResolvers<void>();
  const { placed = [] } = await ours.turn.driver.run<Outcome>(task, () => {
    void sleep(KILLED_AFTER_MS).then(ours.panel.kill).then(killing.resolve, killing.reject);
  });
  await killing.promise;
  await untilQuiet(db);
  if (placed.length === 0) throw new Error('Nothing was acknowledged before the server was killed');
  const there = await countThere(db, placed);
  if (there !== placed.length)
    throw new Error(`${placed.length - there} of ${placed.length} acknowledged orders are lost`);
  // Those that were under way may have been placed and not told of.
  const [all] = await db.$client<{ count: number }[]>`select count(*) from orders`;
  const count = all?.count ?? 0;
  const untold = count - ours.earlier - placed.length;
  if (untold < 0 || untold > connections) throw new Error(`${untold} orders are there that nobody was told of`);
  console.log(
    `killed after ${placed.length} acknowledged orders: all are there, and ${untold} of which nobody was told`,
  );
  console.log(await proveMoney(db, count));
  return { acknowledged: placed.length, there };
}

async function countThere(db: Db, placed: NonNullable<Outcome['placed']>): Promise<number> {
  const orderIds = placed.map(({ orderId }) => orderId);
  const requestIds = placed.map(({ requestId }) => requestId);
  const [found] = await db.$client<{ count: number }[]>`
    select count(*) from unnest(${orderIds}::bigint[], ${requestIds}::uuid[]) as told (order_id, request_id)
    join orders on orders.id = told.order_id and orders.request_id = told.request_id`;
  return found?.count ?? 0;
}

/** A statement whose client was killed goes on to its end. */
async function untilQuiet(db: Db): Promise<void> {
  for (;;) {
    const [others] = await db.$client<{ count: number }[]>`
      select count(*) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`;
    if (others?.count === 0) return;
    await sleep(50);
  }
}
