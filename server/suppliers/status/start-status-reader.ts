import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { SupplierClient } from '../protocols/client.ts';
import type { StatusDeps } from './apply-status.ts';
import { leaveLostRequests } from './claim-requests.ts';
import { type ReadSupplier, suppliersWithDue } from './due-calls.ts';
import { readSupplier } from './read-supplier.ts';

interface StatusReaderOptions extends StatusDeps {
  client: SupplierClient;
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  lookEveryMs?: number;
}

const LOOK_EVERY_MS = 2_000;

/**
 * Asks suppliers for what is due, as long as the process leads: statuses of orders, requests of customers, statuses of refills. Each
 * supplier has a task of its own, so a slow one delays no other. Due rows are claimed in the database, so two servers never ask twice.
 * Nothing leaves while outgoing calls are held.
 */
export function startStatusReader({ lookEveryMs = LOOK_EVERY_MS, ...deps }: StatusReaderOptions) {
  const { db, log } = deps;
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = new Map<number, Promise<void>>();
  /** Until when a supplier rests, by the monotonic clock, and how many calls in a row have failed. */
  const rests = new Map<number, { untilMs: number; failures: number }>();
  let isFailing = false;
  const looking = look();
  return {
    /** Waits for the calls that run. */
    async stop(): Promise<void> {
      stopping.abort();
      await looking;
      await Promise.all(running.values());
    },
  };

  async function look(): Promise<void> {
    while (!signal.aborted) {
      try {
        await leaveLostRequests(db);
        for (const supplier of await suppliersWithDue(db)) start(supplier);
        isFailing = false;
      } catch (error) {
        if (!isFailing) log.warn({ err: error }, 'the statuses of suppliers are not read; it is tried again');
        isFailing = true;
      }
      await sleep(lookEveryMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  function start(supplier: ReadSupplier): void {
    const { id } = supplier;
    const rest = rests.get(id);
    if (running.has(id) || (rest && rest.untilMs > performance.now())) return;
    const task = readSupplier({ ...deps, signal }, supplier, rest?.failures ?? 0)
      .then(({ restMs, failures }) => void rests.set(id, { untilMs: performance.now() + restMs, failures }))
      .catch((error: unknown) => {
        log.error({ err: error, supplierId: id }, 'a supplier could not be read');
        rests.set(id, { untilMs: performance.now() + AFTER_ERROR_MS, failures: 0 });
      })
      .finally(() => running.delete(id));
    running.set(id, task);
  }
}

/** An error of the panel itself, such as a lost database. */
const AFTER_ERROR_MS = 5_000;
