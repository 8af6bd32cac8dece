import autocannon from 'autocannon';
import { v7 as uuidv7 } from 'uuid';
import type { Outcome, Task } from './task.ts';

/** A process of its own that keeps 64 connections busy with orders and reports how many were answered well. */
process.on('message', (task: Task) => void run(task).then((outcome) => process.send?.(outcome)));

async function run({ url, connections, seconds, serviceId, customers }: Task): Promise<Outcome> {
  let next = 0;
  const started = performance.now();
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: [
      {
        method: 'POST',
        path: '/trpc/orders.place',
        setupRequest: (request) => {
          const customer = customers[next++ % customers.length];
          return {
            ...request,
            headers: { 'content-type': 'application/json', authorization: `Bearer ${customer?.accessToken}` },
            body: JSON.stringify({ serviceId, link: 'https://example.com/p/1', quantity: 10, requestId: uuidv7() }),
          };
        },
      },
    ],
  });
  const elapsedSeconds = (performance.now() - started) / 1000;
  return { answered: result['2xx'], refused: result.non2xx + result.errors, elapsedSeconds };
}
