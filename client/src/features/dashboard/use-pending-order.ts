import { chargeFor, type Nanos, nanos, subtract } from '#shared/money.ts';
import { useBalance } from '../../lib/balance.ts';
import { latestDraftedService, readOrderDraft } from '../../lib/order-draft.ts';
import { useSession } from '../../lib/session.ts';
import { type Outputs, trpc } from '../../lib/trpc.ts';
import { typedQuantity } from '../../lib/typed-quantity.ts';

export interface PendingOrder {
  serviceId: number;
  /** Undefined until it has loaded. */
  service: Outputs['services']['get'] | undefined;
  /** The charge of the typed quantity; null while that is incomplete. */
  chargeNanos: Nanos | null;
  /** The amount that the balance lacks; 0 if it suffices or is unknown. */
  shortNanos: Nanos;
}

/** The last order that was filled in and not placed; null if there is none. Use it once per page. */
export function usePendingOrder() {
  const userId = useSession().user?.id ?? 0;
  const balanceNanos = useBalance();
  const serviceId = latestDraftedService(userId);
  const { data, isError, ...query } = trpc.services.get.useQuery(
    { id: serviceId ?? 0 },
    { enabled: serviceId !== null },
  );
  const isAwaited = serviceId !== null && isFirstLoad(query);
  if (serviceId === null || isError) return { order: null, isAwaited };
  const quantity = data ? typedQuantity(data, readOrderDraft({ userId, serviceId })) : null;
  const chargeNanos = data && quantity !== null ? chargeFor(quantity, data) : null;
  const isShort = chargeNanos !== null && balanceNanos !== undefined && chargeNanos > balanceNanos;
  const shortNanos = isShort ? subtract(chargeNanos, balanceNanos) : nanos(0);
  const order: PendingOrder = { serviceId, service: data, chargeNanos, shortNanos };
  return { order, isAwaited };
}

/**
 * Whether a query has neither data nor an error yet. A failed query is requested again by each component that mounts and uses it, and
 * becomes pending: a page that hides its parts while pending would never finish.
 */
export function isFirstLoad(query: { isPending: boolean; errorUpdateCount: number }): boolean {
  return query.isPending && query.errorUpdateCount === 0;
}
