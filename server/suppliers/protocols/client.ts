import { apiV2 } from './api-v2.ts';
import { type CallTools, callSupplier } from './call-supplier.ts';
import {
  type AddResult,
  type BalanceResult,
  type BalanceSupplier,
  type CallableSupplier,
  type CancelResult,
  MAX_IDS,
  type OrderAnswer,
  type OrderToAdd,
  type RefillResult,
  type RefillStatusResult,
  type ServicesResult,
  type StatusResult,
} from './results.ts';

/**
 * Calls suppliers over the trade's API v2. Every call is one row of `supplier_calls`. A result is a value, however the supplier answers;
 * nothing is retried.
 */
export interface SupplierClient {
  balance(supplier: BalanceSupplier): Promise<BalanceResult>;
  /** Reads the whole list, up to 8 MB. */
  services(supplier: BalanceSupplier): Promise<ServicesResult>;
  /** Buys. @param of the forward that it is for, for the log of calls */
  add(supplier: CallableSupplier, order: OrderToAdd, of: { forwardId: number }): Promise<AddResult>;
  /** @param ids of orders at the supplier, from 1 to 100; @throws RangeError for more or none */
  status(supplier: CallableSupplier, ids: string[]): Promise<StatusResult>;
  refill(supplier: CallableSupplier, externalOrderId: string): Promise<RefillResult>;
  /** @param ids of refills, from 1 to 100; @throws RangeError for more or none */
  refillStatus(supplier: CallableSupplier, ids: string[]): Promise<RefillStatusResult>;
  /** Asks to cancel orders. @param ids of orders at the supplier, from 1 to 100; @throws RangeError for more or none */
  cancel(supplier: CallableSupplier, ids: string[]): Promise<CancelResult>;
}

/** The dialects other than API v2, by the addresses of the panels that speak them. */
const dialects: readonly [spokenAt: RegExp, protocol: typeof apiV2][] = [];
const protocolOf = ({ url }: CallableSupplier) => dialects.find(([spokenAt]) => spokenAt.test(url))?.[1] ?? apiV2;

/** How long a panel that refused a batch is asked for single orders. */
const REMEMBER_OLD_MS = 3_600_000;
/** Orders of an old panel in one call of `status`; each is a call of its own. */
const MOST_SINGLE = 20;

/** A client for all suppliers of a panel. */
export function createSupplierClient(tools: CallTools): SupplierClient {
  /** Panels that refuse batches of orders, and until when that is remembered. */
  const oldPanels = new Map<number, number>();
  return {
    balance: (supplier) => callSupplier(tools, supplier, protocolOf(supplier).balance(supplier)),
    services: (supplier) => callSupplier(tools, supplier, protocolOf(supplier).services(supplier)),
    add: (supplier, order, { forwardId }) =>
      callSupplier(tools, supplier, protocolOf(supplier).add(supplier, order), forwardId),
    async status(supplier, ids) {
      assertCount(ids);
      const isOld = (oldPanels.get(supplier.id) ?? 0) > performance.now();
      if (ids.length === 1 || isOld) return singleStatuses(supplier, ids, 0);
      const read = await callSupplier(tools, supplier, protocolOf(supplier).statuses(ids));
      if (read.kind === 'answered') return { ...read, calls: 1 };
      if (read.reason !== 'refused') return read;
      const single = await singleStatuses(supplier, ids, 1);
      if (single.kind === 'answered') oldPanels.set(supplier.id, performance.now() + REMEMBER_OLD_MS);
      return single;
    },
    refill: (supplier, order) => callSupplier(tools, supplier, protocolOf(supplier).refill(order)),
    async refillStatus(supplier, ids) {
      assertCount(ids);
      return callSupplier(tools, supplier, protocolOf(supplier).refillStatus(ids));
    },
    async cancel(supplier, ids) {
      assertCount(ids);
      return callSupplier(tools, supplier, protocolOf(supplier).cancel(ids));
    },
  };

  /** One order a call, until one fails; what was read until then counts. */
  async function singleStatuses(supplier: CallableSupplier, ids: string[], callsBefore: number): Promise<StatusResult> {
    const orders = new Map<string, OrderAnswer>();
    let calls = callsBefore;
    for (const id of ids.slice(0, MOST_SINGLE)) {
      const read = await callSupplier(tools, supplier, protocolOf(supplier).status(id));
      calls += 1;
      if (read.kind === 'failed') {
        if (orders.size === 0) return read;
        break;
      }
      orders.set(id, read.order);
    }
    return { kind: 'answered', orders, calls };
  }
}

function assertCount(ids: string[]): void {
  if (ids.length < 1 || ids.length > MAX_IDS) throw new RangeError(`A call has from 1 to ${MAX_IDS} ids`);
}
