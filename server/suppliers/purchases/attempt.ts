import type { Nanos } from '#shared/money.ts';
import type { RatePicos, SupplierMicros } from '#shared/supplier-money.ts';
import type { CallableSupplier, OrderToAdd } from '../protocols/results.ts';

/** One attempt that is committed: its bytes may leave. */
export interface Attempt {
  forwardId: number;
  orderId: number;
  serviceId: number;
  /** Counts the attempts of the forward; an answer settles only its own. */
  attempt: number;
  requestId: string;
  supplier: CallableSupplier;
  position: number;
  costMicros: SupplierMicros;
  ratePicos: RatePicos;
  costNanos: Nanos;
  order: OrderToAdd;
  /** Whether an unknown purchase is asked for again with its `request_id`. */
  isAgain: boolean;
  /** When the supplier's address became that of the panel that is called, as the database writes it; null if it never changed. */
  panelSince: string | null;
}
