import type {
  AddResult,
  BalanceResult,
  CallableSupplier,
  CancelResult,
  OrderToAdd,
  RefillResult,
  RefillStatusResult,
  ServicesResult,
  StatusResult,
} from './results.ts';

/**
 * Calls suppliers over the trade's API v2. Every call is one row of `supplier_calls`. A result is a value, however the supplier answers;
 * nothing is retried.
 */
export interface SupplierClient {
  balance(supplier: CallableSupplier): Promise<BalanceResult>;
  /** Reads the whole list, up to 8 MB. */
  services(supplier: CallableSupplier): Promise<ServicesResult>;
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
