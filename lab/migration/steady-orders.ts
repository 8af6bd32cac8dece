import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { orderInput } from '../bench/order-input.ts';
import type { Customer } from '../bench/task.ts';

export interface SteadyOrders {
  /** When each acknowledged order got its response. */
  acknowledgedMs: number[];
  /** One text per order that was not acknowledged in the end. */
  failures: string[];
  /** How many responses asked to try again, as a panel on a busy machine does. */
  busy: () => number;
  /** Sends no more, and waits for all responses. */
  stop: () => Promise<void>;
}

interface Sending {
  /** The panels, which get the orders in turn. */
  urls: string[];
  customers: Customer[];
  serviceId: number;
  /** Orders per second. */
  rate: number;
}

const PATIENCE_MS = 30_000;
/** Shorter than `Retry-After`, so that the end of a gap is seen when it happens. */
const RETRY_AFTER_MS = 100;
const BUSY = 503;

/** Sends orders at a fixed rate, however slow the responses are, so that a panel that waits is noticed. */
export function sendSteadily({ urls, customers, serviceId, rate }: Sending): SteadyOrders {
  const acknowledgedMs: number[] = [];
  const failures: string[] = [];
  const inFlight = new Set<Promise<void>>();
  let busy = 0;
  let isOver = false;
  const sending = (async () => {
    const startedMs = performance.now();
    for (let sent = 0; !isOver; ) {
      for (const due = ((performance.now() - startedMs) / 1000) * rate; sent < due; sent++) {
        const customer = customers[sent % customers.length];
        const order = send(urls[sent % urls.length] ?? '', customer?.accessToken ?? '').finally(() =>
          inFlight.delete(order),
        );
        inFlight.add(order);
      }
      await sleep(1);
    }
  })();
  return {
    acknowledgedMs,
    failures,
    busy: () => busy,
    async stop() {
      isOver = true;
      await sending;
      await Promise.all(inFlight);
    },
  };

  /** Tries again while the panel is busy, with the same request id, as its client does. */
  async function send(url: string, accessToken: string): Promise<void> {
    const body = JSON.stringify(orderInput(serviceId, uuidv7()));
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` };
    const signal = AbortSignal.timeout(PATIENCE_MS);
    try {
      for (;;) {
        const response = await fetch(`${url}/trpc/orders.place`, { method: 'POST', headers, body, signal });
        const text = await response.text();
        if (response.ok) return void acknowledgedMs.push(performance.now());
        if (response.status !== BUSY) return void failures.push(`${response.status} ${text.slice(0, 200)}`);
        busy++;
        await sleep(RETRY_AFTER_MS, undefined, { signal });
      }
    } catch (error) {
      failures.push(String(error));
    }
  }
}

/** The longest time without an acknowledged order between two moments, both of which count as ends of a gap. */
export function longestGapMs(acknowledgedMs: number[], fromMs: number, untilMs: number): number {
  const within = acknowledgedMs.filter((ms) => fromMs <= ms && ms <= untilMs).sort((a, b) => a - b);
  const moments = [fromMs, ...within, untilMs];
  return Math.max(...moments.slice(1).map((ms, nth) => ms - (moments[nth] ?? ms)), 0);
}
