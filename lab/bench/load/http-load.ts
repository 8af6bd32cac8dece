import { setTimeout as sleep } from 'node:timers/promises';
import type { Outcome, Task } from '../task.ts';
import { HttpConnection, TimeoutError } from './http-connection.ts';
import { requestsFor } from './requests.ts';
import { serveTasks, Tally } from './tally.ts';

/** Loads a server over HTTP. */
serveTasks(run);

/** Timers are not more precise. A request is sent at most that late, and its latency counts from its due time. */
const CHECK_EVERY_MS = 1;
/** Between two new connections: of simultaneous ones, the first process to wake accepts most. */
const APART_MS = 5;
const PATIENCE_MS = 10_000;

async function run(task: Task, measuring: () => void): Promise<Outcome> {
  const { connections, rate, endures = false } = task;
  const url = new URL(task.url);
  const nextRequest = requestsFor(task.call, url);
  const tally = new Tally();
  const idle: HttpConnection[] = [];
  let isOver = false;
  while (!endures && idle.length < connections) {
    idle.push(await HttpConnection.open(url));
    await sleep(APART_MS);
  }
  const load = rate === undefined ? closedLoad() : openLoad(rate);
  await tally.measure(task, load, measuring);
  isOver = true;
  await load;
  for (const connection of idle) connection.close();
  return tally.outcome();

  /** As many requests in flight as connections: each follows a response. */
  async function closedLoad(): Promise<void> {
    const repeat = async () => {
      while (!isOver) await ask(performance.now());
    };
    await Promise.all(Array.from({ length: connections }, repeat));
  }

  /** Requests have due times. One without a free connection waits, and its latency grows. */
  async function openLoad(perSecond: number): Promise<void> {
    const startedMs = performance.now();
    const due: number[] = [];
    let count = 0;
    let underWay = 0;
    const send = () => {
      while (due.length > 0 && underWay < connections) {
        underWay++;
        void ask(due.shift() ?? 0).then(() => {
          underWay--;
          send();
        });
      }
    };
    while (!isOver || underWay > 0) {
      const dueMs = () => startedMs + (count * 1000) / perSecond;
      for (; !isOver && dueMs() <= performance.now(); count++) due.push(dueMs());
      send();
      await sleep(CHECK_EVERY_MS);
    }
  }

  async function ask(dueMs: number): Promise<void> {
    const { text, requestId } = nextRequest();
    tally.sent++;
    let connection: HttpConnection | undefined;
    try {
      const patienceMs = () => (endures ? Math.max(1, dueMs + PATIENCE_MS - performance.now()) : undefined);
      connection = await connectionFor(patienceMs());
      const { status, body } = await connection.ask(text, patienceMs());
      idle.push(connection);
      tally.statuses[status] = (tally.statuses[status] ?? 0) + 1;
      if (status !== 200) return tally.refuse(`${status} ${body.slice(0, 300)}`);
      tally.answer(performance.now() - dueMs);
      if (!requestId) return;
      tally.orders++;
      if (task.remembers) tally.placed.push({ requestId, orderId: orderIdIn(body) });
    } catch (error) {
      connection?.close();
      if (requestId) tally.unsureOrders++;
      if (error instanceof TimeoutError) tally.unanswered++;
      else tally.resets++;
      if (endures) return;
      tally.refuse(String(error));
      isOver = true;
    }
  }

  /** An idle connection, or a new one: `ask` is called for at most as many at a time as there may be. */
  async function connectionFor(patienceMs?: number): Promise<HttpConnection> {
    for (let connection = idle.pop(); connection; connection = idle.pop()) if (connection.isOpen) return connection;
    return HttpConnection.open(url, patienceMs);
  }
}

function orderIdIn(body: string): number {
  const { result } = JSON.parse(body) as { result: { data: { order: { id: number } } } };
  return result.data.order.id;
}
