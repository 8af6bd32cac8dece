import { useState } from 'react';
import type { Nanos } from '#shared/money.ts';
import type { OrderStatus } from '#shared/order-status.ts';
import type { RequestKind } from '#shared/request-status.ts';
import { requestKindTexts, requestTexts } from '../../i18n/en/requests.ts';
import { readError, reportError } from '../../lib/errors.ts';
import { formatAmount } from '../../lib/money.ts';
import { newRequestId } from '../../lib/request-id.ts';
import { confirm, showRefusal, showSuccess } from '../../lib/toasts/toasts.ts';
import { trpc } from '../../lib/trpc.ts';
import { whyNot } from './request-words.ts';

interface AskedOrder {
  id: number;
  chargeNanos: Nanos;
  status: OrderStatus;
}

/** Makes requests about an order. Cancelling asks for a confirmation first; a retry after a lost response makes no second request. */
export function useAsk(order: AskedOrder) {
  const utils = trpc.useUtils();
  const { mutateAsync } = trpc.orders.request.useMutation();
  const [asking, setAsking] = useState<RequestKind | null>(null);
  const [requestIds] = useState(() => new Map<RequestKind, string>());

  const ask = async (kind: RequestKind) => {
    if (kind === 'cancel' && !(await confirm(() => cancelTexts(order)))) return;
    const requestId = requestIds.get(kind) ?? newRequestId();
    requestIds.set(kind, requestId);
    setAsking(kind);
    try {
      await mutateAsync({ id: order.id, kind, requestId });
      requestIds.delete(kind);
      const t = requestTexts.get();
      showSuccess(t.sent({ kind: requestKindTexts.get()[kind] }), t.sentText);
    } catch (error) {
      report(order, kind, error);
    } finally {
      // Also after a refusal: its reason is on the order.
      await utils.orders.invalidate();
      setAsking(null);
    }
  };
  return { ask, asking };
}

/** A refusal has a reason: another tab, or the support, was faster. */
function report({ status }: AskedOrder, kind: RequestKind, error: unknown): void {
  const { failed } = requestTexts.get();
  const { code, details } = readError(error);
  const { block, possibleAt: at = null } = details;
  if (code !== 'request_not_possible' || !block) return void reportError(failed, error);
  showRefusal(failed, whyNot({ kind, block, at, status }, Date.now()));
}

function cancelTexts({ id, chargeNanos }: AskedOrder) {
  const t = requestTexts.get();
  return {
    title: t.cancelTitle({ id: String(id) }),
    text: t.cancelText({ amount: formatAmount(chargeNanos) }),
    confirmLabel: t.cancelConfirm,
    cancelLabel: t.cancelKeep,
  };
}
