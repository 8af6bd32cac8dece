import { v7 as uuidv7 } from 'uuid';
import { connect } from '../../db/client.ts';
import { chargeOrders } from '../../server/money/charge-orders.ts';
import { nanos } from '../../shared/money.ts';
import { orderInput } from '../order-input.ts';
import type { Outcome, Task } from '../task.ts';
import { serveTasks, Tally } from './serve-tasks.ts';

/** TB: the panel's statement for a set of orders, driven straight into PostgreSQL, in two lanes that share no wallet. */
serveTasks(run);

const BATCH = 256;
const LANES = 2;

async function run({ url, call, seconds, warmUpSeconds }: Task, measuring: () => void): Promise<Outcome> {
  if (call.kind !== 'order') throw new Error('A set statement is driven with orders only');
  const db = connect(url, { max: LANES });
  const tally = new Tally();
  let isOver = false;
  const lanes = Array.from({ length: LANES }, (_, lane) => everyOther(call.customers, lane));
  const load = Promise.all(lanes.filter(({ length }) => length > 0).map(keepOrdering));
  await tally.measure({ seconds, warmUpSeconds }, load, measuring);
  isOver = true;
  await load;
  await db.$client.end();
  return tally.outcome();

  async function keepOrdering(customers: { userId: number }[]): Promise<void> {
    for (let next = 0; !isOver; next += BATCH) {
      const orders = Array.from({ length: BATCH }, (_, nth) => ({
        userId: customers[(next + nth) % customers.length]?.userId ?? 0,
        input: orderOf(),
      }));
      for (const outcome of await chargeOrders(db.$client, orders)) {
        if (typeof outcome === 'string') tally.refuse(outcome);
        else tally.answer();
      }
    }
  }

  function orderOf() {
    const input = orderInput(call.kind === 'order' ? call.serviceId : 0, uuidv7());
    return { ...input, expectedChargeNanos: nanos(input.expectedChargeNanos) };
  }
}

function everyOther<T>(all: T[], lane: number): T[] {
  return all.filter((_, nth) => nth % LANES === lane);
}
