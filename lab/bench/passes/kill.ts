import { setTimeout as sleep } from 'node:timers/promises';
import type { Lab } from '../../lab.ts';
import { startOurs } from '../ours.ts';
import { proveMoney } from '../prove.ts';
import { untilQuiet } from '../quiet.ts';
import type { Outcome, Task } from '../task.ts';
import type { Pass, RaceEffort } from './pass.ts';

const KILLED_AFTER_MS = 1_000;
/** Longer than the panel lives. */
const SECONDS = 60;

export const kill: Pass = {
  name: 'kill',
  means: 'a kill -9 of the server under load loses no acknowledged order',
  run: async (lab, effort) => ({ goals: [], figures: await killInMidLoad(lab, effort) }),
};

/** @throws Error if an acknowledged order is missing, or money is wrong */
export async function killInMidLoad(lab: Lab, { connections }: Pick<RaceEffort, 'connections'>) {
  const { database, panel, contender, customers, earlier } = await startOurs(lab, {
    name: 'kill',
    processes: 2,
    users: 100,
  });
  const { db } = database;
  const call = contender.call(customers);
  const task: Task = { url: panel.url, call, connections, seconds: SECONDS, warmUpSeconds: 0.1, remembers: true };
  const killed = Promise.withResolvers<void>();
  const { placed } = await contender.load.run<Outcome>(task, () => {
    void sleep(KILLED_AFTER_MS).then(panel.kill).then(killed.resolve, killed.reject);
  });
  await killed.promise;
  // A statement continues after its client was killed.
  await untilQuiet(db);
  if (placed.length === 0) throw new Error('Nothing was acknowledged before the server was killed');
  const orderIds = placed.map(({ orderId }) => orderId);
  const requestIds = placed.map(({ requestId }) => requestId);
  const [row] = await db.$client<{ there: number; count: number }[]>`
    select (
      select count(*) from unnest(${orderIds}::bigint[], ${requestIds}::uuid[]) as acknowledged (order_id, request_id)
      join orders on orders.id = acknowledged.order_id and orders.request_id = acknowledged.request_id
    ) as there, (select count(*) from orders) as count`;
  const { there = 0, count = 0 } = row ?? {};
  if (there !== placed.length)
    throw new Error(`${placed.length - there} of ${placed.length} acknowledged orders are lost`);
  // Orders in flight may exist without a response.
  const unacknowledged = count - earlier - placed.length;
  if (unacknowledged < 0 || unacknowledged > connections)
    throw new Error(`${unacknowledged} orders exist that were not acknowledged`);
  console.log(`killed after ${placed.length} acknowledged orders: all exist, and ${unacknowledged} without a response`);
  console.log(await proveMoney(db, count));
  return { acknowledged: placed.length, there };
}
