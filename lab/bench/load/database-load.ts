import { v7 as uuidv7 } from 'uuid';
import { connect } from '#db/client.ts';
import { chargeOrders } from '#server/money/charge-orders.ts';
import { nanos } from '#shared/money.ts';
import { orderInput } from '../order-input.ts';
import { SINGLE_STATEMENT } from '../servers/single-statement.ts';
import type { Customer, Outcome, Task } from '../task.ts';
import { serveTasks, Tally } from './tally.ts';

/** Loads PostgreSQL with the panel's own statements: TB, or T1 if pgbench is not installed. */
serveTasks(run);

const BATCH = 256;
const QUEUES = 2;

async function run(task: Task, measuring: () => void): Promise<Outcome> {
  const { url, call, connections } = task;
  if (call.kind !== 'order') throw new Error('PostgreSQL is loaded with orders only');
  const { customers, serviceId } = call;
  const isBatched = process.env.BATCHED === 'yes';
  const count = isBatched ? QUEUES : connections;
  const db = connect(url, { max: count });
  const tally = new Tally();
  let isOver = false;
  let next = 0;
  // Concurrent batches share no wallet.
  const queues = Array.from(Array(count).keys(), (queue) => customers.filter((_, nth) => nth % count === queue));
  const repeat = async (queue: Customer[]) => {
    while (!isOver) for (const refusal of await (isBatched ? placeBatch(queue) : placeOne())) note(refusal);
  };
  const load = Promise.all(queues.filter(({ length }) => !isBatched || length > 0).map(repeat));
  await tally.measure(task, load, measuring);
  isOver = true;
  await load;
  await db.$client.end();
  return tally.outcome();

  function note(refusal: string | undefined): void {
    if (refusal) tally.refuse(refusal);
    else tally.answer();
  }

  async function placeOne(): Promise<(string | undefined)[]> {
    const { link, quantity, expectedChargeNanos, requestId } = orderInput(serviceId, uuidv7());
    const userId = customers[next++ % customers.length]?.userId ?? 0;
    const parameters = [userId, serviceId, link, quantity, expectedChargeNanos, requestId];
    const placed = await db.$client.unsafe(SINGLE_STATEMENT, parameters, { prepare: true });
    return [placed.length === 1 ? undefined : 'not placed'];
  }

  async function placeBatch(queue: Customer[]): Promise<(string | undefined)[]> {
    const orders = Array.from({ length: BATCH }, () => {
      const input = orderInput(serviceId, uuidv7());
      const userId = queue[next++ % queue.length]?.userId ?? 0;
      return { userId, input: { ...input, expectedChargeNanos: nanos(input.expectedChargeNanos) } };
    });
    const outcomes = await chargeOrders(db.$client, orders);
    return outcomes.map((outcome) => (typeof outcome === 'string' ? outcome : undefined));
  }
}
