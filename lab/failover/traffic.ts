import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { NANOS_PER_DOLLAR, nanos } from '#shared/money.ts';
import { createClient } from '../chaos/client.ts';
import type { Ending } from '../chaos/record.ts';
import { type Acknowledged, makeShop, type Shop, work } from '../chaos/work.ts';
import type { FailoverRecord } from './record.ts';

const CUSTOMERS = 6;
const PAUSE_MS = 50;
const RETRY_AFTER_MS = 100;
const PATIENCE_MS = 15_000;
/** A failover takes seconds; a request that fails this long fails the trial. */
const GIVE_UP_MS = 120_000;

/** The clients of a round. */
export interface Traffic {
  acknowledged: Acknowledged;
  streams: StreamFigures;
  /** Finishes the requests in flight. @throws Error if one never succeeded */
  stop: () => Promise<void>;
}

export interface StreamFigures {
  /** Streams that are open now. */
  open: number;
  /** How often one ended and was opened again. */
  reopened: number;
}

interface Attempt {
  ending: Ending;
  detail: string;
  data?: unknown;
}

/**
 * Orders, gifts, recharges and reads over tRPC and REST under request ids, and a stream of changes for each customer.
 * @param giveUpMs the time after which a request that never succeeds ends its client
 */
export async function startTraffic(url: string, record: FailoverRecord, giveUpMs = GIVE_UP_MS): Promise<Traffic> {
  const client = createClient(url, record, { giveUpMs });
  const { shop, acknowledged } = await makeShop(client, CUSTOMERS);
  const stopping = new AbortController();
  const { signal } = stopping;
  const streams: StreamFigures = { open: 0, reopened: 0 };
  const [first, ...others] = shop.customers;
  const rest = first ? restOrders(url, shop, first, { acknowledged, record, signal }) : undefined;
  const all = Promise.all([
    work(client, shop, acknowledged, signal),
    rest,
    ...others.map((customer) => followChanges(url, customer.accessToken, { streams, record, signal })),
  ]);
  // Reported by `stop`.
  all.catch(() => undefined);
  return {
    acknowledged,
    streams,
    async stop() {
      stopping.abort();
      await all;
    },
  };
}

interface RestOptions {
  acknowledged: Acknowledged;
  record: FailoverRecord;
  signal: AbortSignal;
}

/** Orders and reads over the REST API, as a customer's script does. */
async function restOrders(
  url: string,
  shop: Shop,
  { id: userId, accessToken }: Shop['customers'][number],
  { acknowledged, record, signal }: RestOptions,
): Promise<void> {
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ link: 'https://example.com/failover', quantity: shop.quantity });
  const call = (
    name: string,
    path: string,
    init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> },
  ) => untilDone(name, record, () => tryRest(`${url}${path}`, { ...init, headers: { ...headers, ...init.headers } }));
  while (!signal.aborted) {
    const requestId = randomUUID();
    const init = { method: 'POST', body, headers: { 'idempotency-key': requestId } };
    const placed = (await call('REST orders.place', `/api/v1/service/buy/${shop.serviceId}`, init)) as RestOrder;
    const chargeNanos = nanos(Math.round(placed.price * NANOS_PER_DOLLAR));
    acknowledged.orders.push({ requestId, userId, orderId: Number(placed._id), chargeNanos });
    await call('REST profile', '/api/v1/user/profile', {});
    await sleep(PAUSE_MS);
  }
}

interface RestOrder {
  _id: string;
  /** The charge in dollars. */
  price: number;
}

async function untilDone(procedure: string, record: FailoverRecord, attempt: () => Promise<Attempt>): Promise<unknown> {
  for (const giveUpAt = performance.now() + GIVE_UP_MS; ; await sleep(RETRY_AFTER_MS)) {
    const startedAt = performance.now();
    const { ending, detail, data } = await attempt();
    record.note({ procedure, startedAt, endedAt: performance.now(), ending, detail });
    if (ending === 'ok') return data;
    if (performance.now() > giveUpAt) throw new Error(`${procedure} did not succeed: ${ending} ${detail}`);
  }
}

async function tryRest(url: string, init: RequestInit): Promise<Attempt> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) });
    const text = await response.text();
    const detail = `${response.status} ${text.slice(0, 200)}`;
    if (!response.ok) return { ending: endingOf(response), detail };
    return { ending: 'ok', detail, data: (JSON.parse(text) as { data: unknown }).data };
  } catch (error) {
    return { ending: failureOf(error), detail: String(error) };
  }
}

interface StreamOptions {
  streams: StreamFigures;
  record: FailoverRecord;
  signal: AbortSignal;
}

/** Holds one event stream open, like a customer's screen. */
async function followChanges(url: string, accessToken: string, options: StreamOptions): Promise<void> {
  const { streams, record, signal } = options;
  while (!signal.aborted) {
    const startedAt = performance.now();
    let detail = '';
    let ending: Ending = 'ok';
    try {
      const response = await fetch(`${url}/trpc/live.changes`, {
        headers: { authorization: `Bearer ${accessToken}`, accept: 'text/event-stream' },
        signal,
      });
      detail = String(response.status);
      if (response.ok) {
        record.note({ procedure: 'live.changes', startedAt, endedAt: performance.now(), ending: 'ok' });
        streams.open++;
        await readToEnd(response);
        streams.open--;
        streams.reopened++;
        continue;
      }
      await response.text();
      ending = endingOf(response);
    } catch (error) {
      if (signal.aborted) return;
      ending = failureOf(error);
      detail = String(error);
    }
    record.note({ procedure: 'live.changes', startedAt, endedAt: performance.now(), ending, detail });
    await sleep(RETRY_AFTER_MS);
  }
}

/** A stream that is cut has ended; the client opens another. */
async function readToEnd(response: Response): Promise<void> {
  try {
    for await (const _ of response.body ?? []);
  } catch {
    // Its process was killed.
  }
}

function endingOf({ status, headers }: Response): Ending {
  return status === 503 && headers.has('retry-after') ? 'busy' : 'wrong';
}

function failureOf(error: unknown): Ending {
  return (error as Error).name === 'TimeoutError' ? 'silent' : 'cut';
}
