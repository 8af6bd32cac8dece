import { setTimeout as sleep } from 'node:timers/promises';
import type { Outcome, Task } from '../task.ts';
import { type Answer, HttpConnection } from './connection.ts';
import { type Request, requestsFor } from './requests.ts';
import { serveTasks, Tally } from './serve-tasks.ts';

/** A process of its own that asks a server over HTTP and reports how much was answered well, and when. */
serveTasks(run);

/** Timers are no finer; a request is sent that much late at most, and its time counts from when it was due. */
const LOOK_EVERY_MS = 1;
/** Between two connections. */
const APART_MS = 5;

async function run(task: Task, measuring: () => void): Promise<Outcome> {
  const url = new URL(task.url);
  const nextRequest = requestsFor(task.call, url);
  const connections = await openAll(url, task.connections);
  const tally = new Tally();
  let isOver = false;
  const ask = async (connection: HttpConnection, dueMs: number): Promise<void> => {
    const request = nextRequest();
    try {
      note(request, await connection.ask(request.text), dueMs);
    } catch (error) {
      tally.refuse(String(error));
      isOver = true;
    }
  };
  const stayAwake = () => void (isOver || setImmediate(stayAwake));
  if (task.awake) stayAwake();
  const load = task.rate === undefined ? closedLoad() : openLoad(task.rate);
  await tally.measure(task, load, measuring);
  isOver = true;
  await load;
  for (const connection of connections) connection.close();
  return tally.outcome();

  /** Each connection asks again as soon as it is answered. */
  async function closedLoad(): Promise<void> {
    const keepAsking = async (connection: HttpConnection) => {
      while (!isOver) await ask(connection, performance.now());
    };
    await Promise.all(connections.map(keepAsking));
  }

  /** Requests are due at their times; one that finds no free connection waits for it, and its time runs. */
  async function openLoad(rate: number): Promise<void> {
    const startedMs = performance.now();
    const free = [...connections];
    const due: number[] = [];
    let sent = 0;
    const send = async (connection: HttpConnection) => {
      for (let dueMs = due.shift(); dueMs !== undefined; dueMs = due.shift()) await ask(connection, dueMs);
      free.push(connection);
    };
    while (!isOver) {
      const nowMs = performance.now();
      for (; startedMs + (sent * 1000) / rate <= nowMs; sent++) due.push(startedMs + (sent * 1000) / rate);
      while (due.length > 0 && free.length > 0) void send(free.pop() as HttpConnection);
      await sleep(LOOK_EVERY_MS);
    }
    while (free.length < connections.length) await sleep(LOOK_EVERY_MS);
  }

  function note({ requestId }: Request, { status, body }: Answer, dueMs: number): void {
    if (status !== (task.status ?? 200)) return tally.refuse(`${status} ${body.slice(0, 300)}`);
    tally.answer(performance.now() - dueMs);
    if (task.remembers && requestId) tally.placed.push({ requestId, orderId: orderIdIn(body) });
  }
}

/** Customers don't come within one millisecond. Where they do, whichever of the server's processes wakes first takes most of them. */
async function openAll(url: URL, count: number): Promise<HttpConnection[]> {
  const connections: HttpConnection[] = [];
  while (connections.length < count) {
    connections.push(await HttpConnection.open(url));
    await sleep(APART_MS);
  }
  return connections;
}

function orderIdIn(body: string): number {
  const { result } = JSON.parse(body) as { result: { data: { order: { id: number } } } };
  return result.data.order.id;
}
