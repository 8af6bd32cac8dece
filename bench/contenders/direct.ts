import { v7 as uuidv7 } from 'uuid';
import { connect } from '../../db/client.ts';
import { chargeOrder } from '../../server/features/balance/charge-order.ts';
import type { Outcome, Task } from '../task.ts';

/** The panel's own order statement, driven straight into PostgreSQL: no HTTP, no session, no procedure. */
const db = connect(process.env.DATABASE_URL ?? '', { max: 20 });

process.on('message', (task: Task) => void run(task).then((outcome) => process.send?.(outcome)));

async function run({ connections, seconds, serviceId, customers }: Task): Promise<Outcome> {
  const started = performance.now();
  const end = started + seconds * 1000;
  let next = 0;
  let answered = 0;
  let refused = 0;
  const keepOrdering = async () => {
    while (performance.now() < end) {
      const userId = customers[next++ % customers.length]?.userId ?? 0;
      const order = { serviceId, link: 'https://example.com/p/1', quantity: 10, requestId: uuidv7() };
      const placed = await chargeOrder(db, userId, order);
      if (placed) answered++;
      else refused++;
    }
  };
  await Promise.all(Array.from({ length: connections }, keepOrdering));
  return { answered, refused, elapsedSeconds: (performance.now() - started) / 1000 };
}
