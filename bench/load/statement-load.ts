import { v7 as uuidv7 } from 'uuid';
import { connect } from '../../db/client.ts';
import { orderInput } from '../order-input.ts';
import type { Outcome, Task } from '../task.ts';
import { serveTasks, Tally } from './serve-tasks.ts';

/** T1 where no pgbench is installed: the panel's statement for one order, driven straight into PostgreSQL by Node. */
serveTasks(run);

async function run({ url, call, connections, seconds, warmUpSeconds }: Task, measuring: () => void): Promise<Outcome> {
  if (call.kind !== 'order') throw new Error('A statement is driven with orders only');
  const { serviceId, customers, statement } = call;
  const db = connect(url, { max: connections });
  const tally = new Tally();
  let isOver = false;
  let next = 0;
  const load = Promise.all(Array.from({ length: connections }, keepOrdering));
  await tally.measure({ seconds, warmUpSeconds }, load, measuring);
  isOver = true;
  await load;
  await db.$client.end();
  return tally.outcome();

  async function keepOrdering(): Promise<void> {
    while (!isOver) {
      const { link, quantity, expectedChargeNanos, requestId } = orderInput(serviceId, uuidv7());
      const userId = customers[next++ % customers.length]?.userId ?? 0;
      const parameters = [userId, serviceId, link, quantity, expectedChargeNanos, requestId];
      const placed = await db.$client.unsafe(statement, parameters, { prepare: true });
      if (placed.length === 1) tally.answer();
      else tally.refuse('nothing was placed');
    }
  }
}
