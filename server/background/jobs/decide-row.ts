import type { Db, Tx } from '#db/client.ts';
import { confirmedDecisions } from '#shared/confirmed-decisions.ts';
import type { JobKind } from '#shared/jobs.ts';
import type { Nanos } from '#shared/money.ts';
import type { OrderStatus } from '#shared/order-status.ts';
import type { RechargeStatus } from '#shared/recharge-status.ts';
import type { RequestDecision, RequestStatus } from '#shared/request-status.ts';
import type { Actor } from '#shared/users.ts';
import type { EventBus } from '../../base/events/event-bus.ts';
import { acknowledgeDecidedOrder, decideOrderWithin } from '../../features/orders/decide-order.ts';
import { acknowledgeDecidedRequest, decideRequestWithin } from '../../features/orders/requests/decide-request.ts';
import { acknowledgeDecidedRecharge, decideRechargeWithin } from '../../features/recharges/decide-recharge.ts';

/** A row to decide, as the database has it. */
export interface JobRow {
  kind: JobKind;
  decision: string;
  reason: string | null;
  bulkId: string;
  startedBy: number;
  /** The order or the recharge; of a request the negative id. */
  id: number;
  expectedStatus: string;
}

export interface DecidedRow {
  movedNanos: Nanos;
  /** Remembers and publishes it. To be called after the commit. */
  acknowledge: () => void;
}

/**
 * Decides one row as the job's starter, who is an admin and re-authenticated for the whole job when starting it.
 * @throws DomainError the verb's refusals
 */
export async function decideRow(
  tx: Tx,
  row: JobRow,
  deps: { db: Db; events: Pick<EventBus, 'publish'> },
): Promise<DecidedRow> {
  const starter: Actor = { id: row.startedBy, role: 'admin', isReauthenticated: true };
  const { id, reason, bulkId: jobBulkId } = row;
  const common = { id, reason: reason ?? undefined, jobBulkId };
  const confirmed = Object.entries(confirmedDecisions).find(([name]) => name === row.decision)?.[1];
  const isConfirmed = confirmed !== undefined;
  // `start` has checked these values.
  if (row.kind === 'orders') {
    const decision = (confirmed ?? row.decision) as 'complete' | 'processing' | 'reject';
    const expectedStatus = row.expectedStatus as OrderStatus;
    const order = await decideOrderWithin(tx, starter, {
      ...common,
      decision,
      expectedStatus,
      confirmSupplierMayDeliver: isConfirmed,
      confirmAtSupplier: isConfirmed,
    });
    return { movedNanos: order.movedNanos, acknowledge: () => acknowledgeDecidedOrder(deps, order) };
  }
  if (row.kind === 'requests') {
    const decision = (confirmed ?? row.decision) as RequestDecision;
    const expectedStatus = row.expectedStatus as RequestStatus;
    const request = await decideRequestWithin(tx, starter, {
      ...common,
      id: -id,
      decision,
      expectedStatus,
      confirmSupplierMayDeliver: isConfirmed,
    });
    return { movedNanos: request.movedNanos, acknowledge: () => acknowledgeDecidedRequest(deps, request) };
  }
  const decision = row.decision as 'approve' | 'reject';
  const expectedStatus = row.expectedStatus as RechargeStatus;
  const recharge = await decideRechargeWithin(tx, starter, { ...common, decision, expectedStatus });
  return { movedNanos: recharge.movedNanos, acknowledge: () => acknowledgeDecidedRecharge(deps, recharge) };
}
