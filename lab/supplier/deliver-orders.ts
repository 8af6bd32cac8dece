import { createHash } from 'node:crypto';
import type { SupplierServer } from '#server/testing/supplier-server.ts';

/** The end of an order at the supplier, and when it comes. Both depend on the seed and the link. */
interface Fate {
  afterMs: number;
  change: { status: string; remains?: number };
}

const DELIVER_EVERY_MS = 250;
const SHORTEST_MS = 500;
const SPREAD_MS = 4_000;

/**
 * Delivers the supplier's orders: of a hundred eighty are completed, ten are delivered in part and ten are canceled.
 * @returns ends it
 */
export function deliverOrders(supplier: Pick<SupplierServer, 'orders' | 'setStatus'>, seed: number): () => void {
  const boughtAt = new Map<string, number>();
  const timer = setInterval(() => {
    for (const [id, { status, link, quantity }] of supplier.orders) {
      if (status !== 'Pending' && status !== 'In progress') continue;
      const since = boughtAt.get(id) ?? performance.now();
      boughtAt.set(id, since);
      const { afterMs, change } = fateOf(`${seed} ${link}`, quantity);
      const age = performance.now() - since;
      if (age >= afterMs) supplier.setStatus(id, change);
      else if (status === 'Pending' && age >= afterMs / 2)
        supplier.setStatus(id, { status: 'In progress', startCount: 10 });
    }
  }, DELIVER_EVERY_MS);
  return () => clearInterval(timer);
}

function fateOf(text: string, quantity: number): Fate {
  const bytes = createHash('sha256').update(text).digest();
  const afterMs = SHORTEST_MS + (bytes.readUInt32BE(0) / 2 ** 32) * SPREAD_MS;
  const percent = bytes.readUInt32BE(4) % 100;
  if (percent < 10) return { afterMs, change: { status: 'Canceled' } };
  if (percent < 20) return { afterMs, change: { status: 'Partial', remains: Math.ceil(quantity / 3) } };
  return { afterMs, change: { status: 'Completed' } };
}
