import { chargeFor, type Nanos, nanos, subtract } from '../../../../shared/money.ts';
import { useBalance } from '../../lib/balance.ts';
import { latestDraftedService, readOrderDraft } from '../../lib/order-draft.ts';
import { parseInteger } from '../../lib/parse-typed.ts';
import { useSession } from '../../lib/session.ts';
import { type Outputs, trpc } from '../../lib/trpc.ts';
import { isFirstAwaited } from './first-awaited.ts';

export interface WaitingOrder {
  serviceId: number;
  /** Undefined until it is here. */
  service: Outputs['services']['get'] | undefined;
  /** What it costs as it was filled in; null where that is no order yet. */
  chargeNanos: Nanos | null;
  /** What the balance lacks for it; 0 where it suffices or is not known. */
  shortNanos: Nanos;
}

/** The order that was filled in last and not placed, such as for want of balance; null when there is none. To be used once a page. */
export function useWaitingOrder() {
  const userId = useSession().user?.id ?? 0;
  const balanceNanos = useBalance();
  const serviceId = latestDraftedService(userId);
  const { data, isError, ...query } = trpc.services.get.useQuery(
    { id: serviceId ?? 0 },
    { enabled: serviceId !== null },
  );
  const isAwaited = serviceId !== null && isFirstAwaited(query);
  if (serviceId === null || isError) return { order: null, isAwaited };
  const quantity = parseInteger(readOrderDraft({ userId, serviceId })?.quantity ?? '');
  const chargeNanos = data && quantity !== null && quantity > 0 ? chargeFor(quantity, data.priceMicros) : null;
  const lacks = chargeNanos !== null && balanceNanos !== undefined && chargeNanos > balanceNanos;
  const shortNanos = lacks ? subtract(chargeNanos, balanceNanos) : nanos(0);
  const order: WaitingOrder = { serviceId, service: data, chargeNanos, shortNanos };
  return { order, isAwaited };
}
