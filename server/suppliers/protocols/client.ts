import { apiV2 } from './api-v2.ts';
import { type Call, type CallTools, callSupplier } from './call-supplier.ts';
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

/** How requests of a dialect are written, and how its answers are read. */
type Protocol = typeof apiV2;
/** The dialects other than API v2, by the addresses of the panels that speak them. */
const dialects: readonly [spokenAt: RegExp, protocol: Protocol][] = [];

/** How long a panel that refused a batch is asked for single orders. */
const REMEMBER_OLD_MS = 3_600_000;
/** Orders of an old panel in one call of `status`; each is a call of its own. */
const MOST_SINGLE = 20;

/** A client for all suppliers of a panel. */
export function createSupplierClient(tools: CallTools): SupplierClient {
  /** Panels that refuse batches of orders, and until when that is remembered. */
  const oldPanels = new Map<number, number>();
  const call = <Result extends { kind: string; text?: string }>(
    supplier: CallableSupplier,
    make: (protocol: Protocol) => Call<Result>,
    forwardId?: number,
  ) => {
    const [, protocol = apiV2] = dialects.find(([spokenAt]) => spokenAt.test(supplier.url)) ?? [];
    return callSupplier(tools, supplier, { ...make(protocol), write: protocol.write }, forwardId);
  };
  return {
    balance: (supplier) => call(supplier, (protocol) => protocol.balance(supplier)),
    services: (supplier) => call(supplier, (protocol) => protocol.services(supplier)),
    add: (supplier, order, { forwardId }) => call(supplier, (protocol) => protocol.add(supplier, order), forwardId),
    async status(supplier, ids) {
      assertCount(ids);
      const isOld = (oldPanels.get(supplier.id) ?? 0) > performance.now();
      if (ids.length === 1 || isOld) return singleStatuses(supplier, ids, 0);
      const read = await call(supplier, (protocol) => protocol.statuses(ids));
      if (read.kind === 'answered') return { ...read, calls: 1 };
      if (read.reason !== 'refused') return read;
      const single = await singleStatuses(supplier, ids, 1);
      if (single.kind === 'answered') oldPanels.set(supplier.id, performance.now() + REMEMBER_OLD_MS);
      return single;
    },
    refill: (supplier, order) => call(supplier, (protocol) => protocol.refill(order)),
    async refillStatus(supplier, ids) {
      assertCount(ids);
      return call(supplier, (protocol) => protocol.refillStatus(ids));
    },
    async cancel(supplier, ids) {
      assertCount(ids);
      return call(supplier, (protocol) => protocol.cancel(ids));
    },
  };

  /** One order a call, until one fails; what was read until then counts. */
  async function singleStatuses(supplier: CallableSupplier, ids: string[], callsBefore: number): Promise<StatusResult> {
    const orders = new Map<string, OrderAnswer>();
    let calls = callsBefore;
    for (const id of ids.slice(0, MOST_SINGLE)) {
      const read = await call(supplier, (protocol) => protocol.status(id));
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
