import { setTimeout as sleep } from 'node:timers/promises';
import type { MixedOutcome, MixedTask } from '../task.ts';
import { HttpConnection } from './connection.ts';
import { mixedRequests, type Request } from './requests.ts';

/** A process of its own that asks for what customers ask for, mixed, and counts what becomes of it. */
process.on('message', (task: MixedTask) => void run(task).then((outcome) => process.send?.(outcome)));

/** A request that takes longer counts as unanswered. */
const PATIENCE_MS = 10_000;
const LOOK_EVERY_MS = 1;
const MOST_CONNECTIONS = 3_000;

async function run(task: MixedTask): Promise<MixedOutcome> {
  const url = new URL(task.url);
  const nextRequest = mixedRequests(task, url);
  const free: HttpConnection[] = [];
  const waiting: (() => void)[] = [];
  let open = 0;
  let underWay = 0;
  const outcome: Omit<MixedOutcome, 'goodRate' | 'sentRate'> = {
    sent: 0,
    statuses: {},
    unanswered: 0,
    resets: 0,
    orders: 0,
    ordersUnsure: 0,
    goodMs: [],
  };
  const startedMs = performance.now();
  const untilMs = startedMs + task.seconds * 1000;
  await (task.rate === undefined ? closedLoad(task.connections) : openLoad(task.rate));
  const elapsedSeconds = (performance.now() - startedMs) / 1000;
  // What is under way is waited for, and counts as an answer but not in the rate.
  const good = outcome.statuses[200] ?? 0;
  while (underWay > 0) await sleep(LOOK_EVERY_MS);
  for (const connection of free) connection.close();
  return { ...outcome, goodRate: good / elapsedSeconds, sentRate: outcome.sent / elapsedSeconds };

  /** Each connection asks again as soon as it is answered. */
  async function closedLoad(connections: number): Promise<void> {
    const keepAsking = async () => {
      while (performance.now() < untilMs) await ask();
    };
    await Promise.all(Array.from({ length: connections }, keepAsking));
  }

  /** Requests are sent when they are due, even if earlier ones still wait: customers do not wait for each other. */
  async function openLoad(rate: number): Promise<void> {
    for (let nowMs = startedMs; nowMs < untilMs; nowMs = performance.now()) {
      while (startedMs + (outcome.sent * 1000) / rate <= nowMs) void ask();
      await sleep(LOOK_EVERY_MS);
    }
  }

  async function ask(): Promise<void> {
    const request = nextRequest();
    const sentMs = performance.now();
    outcome.sent++;
    underWay++;
    let connection: HttpConnection | undefined;
    const patience = new AbortController();
    const tooLate = sleep(PATIENCE_MS, 'late' as const, { signal: patience.signal }).catch(() => 'late' as const);
    try {
      const answered = takeConnection().then(async (taken) => {
        connection = taken;
        return taken.ask(request.text);
      });
      answered.catch(() => undefined);
      const answer = await Promise.race([answered, tooLate]);
      if (answer === 'late') {
        outcome.unanswered++;
        unsure(request);
        connection?.close();
      } else note(request, answer.status, performance.now() - sentMs);
    } catch {
      outcome.resets++;
      unsure(request);
    }
    patience.abort();
    if (connection) giveBack(connection);
    underWay--;
  }

  function note({ requestId }: Request, status: number, ms: number): void {
    outcome.statuses[status] = (outcome.statuses[status] ?? 0) + 1;
    if (status !== 200) return;
    outcome.goodMs.push(ms);
    if (requestId) outcome.orders++;
  }

  function unsure({ requestId }: Request): void {
    if (requestId) outcome.ordersUnsure++;
  }

  async function takeConnection(): Promise<HttpConnection> {
    for (;;) {
      const kept = free.pop();
      if (kept?.isOpen) return kept;
      if (kept) open--;
      else if (open < MOST_CONNECTIONS) {
        open++;
        return HttpConnection.open(url).catch((error: unknown) => {
          open--;
          throw error;
        });
      } else await new Promise<void>((resolve) => waiting.push(resolve));
    }
  }

  function giveBack(connection: HttpConnection): void {
    if (connection.isOpen) free.push(connection);
    else open--;
    waiting.shift()?.();
  }
}
