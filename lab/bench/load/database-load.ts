import { v7 as uuidv7 } from 'uuid';
import { connect } from '#db/client.ts';
import { orderInput } from '../order-input.ts';
import { SINGLE_STATEMENT } from '../servers/single-statement.ts';
import type { Outcome, Task } from '../task.ts';
import { serveTasks, Tally } from './tally.ts';

/** Loads PostgreSQL with the statement that charges one order, where pgbench is not installed. */
serveTasks(run);

async function run(task: Task, measuring: () => void): Promise<Outcome> {
  const { url, call, connections } = task;
  if (call.kind !== 'order') throw new Error('PostgreSQL is loaded with orders only');
  const { customers, serviceId } = call;
  const db = connect(url, { max: connections });
  const tally = new Tally();
  let isOver = false;
  let next = 0;
  const repeat = async () => {
    while (!isOver) await placeOne();
  };
  const load = Promise.all(Array.from({ length: connections }, repeat));
  await tally.measure(task, load, measuring);
  isOver = true;
  await load;
  await db.$client.end();
  return tally.outcome();

  async function placeOne(): Promise<void> {
    const { link, quantity, expectedChargeNanos, requestId } = orderInput(serviceId, uuidv7());
    const userId = customers[next++ % customers.length]?.userId ?? 0;
    const parameters = [userId, serviceId, link, quantity, expectedChargeNanos, requestId];
    const placed = await db.$client.unsafe(SINGLE_STATEMENT, parameters, { prepare: true });
    if (placed.length === 1) tally.answer();
    else tally.refuse('not placed');
  }
}
