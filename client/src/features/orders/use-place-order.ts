import { useStore } from '@nanostores/react';
import { chargeFor, formatAmount } from '../../../../shared/money.ts';
import { numbered } from '../../components/service-name.tsx';
import { errorTexts } from '../../i18n/en/common.ts';
import { orderDialogTexts } from '../../i18n/en/order-dialog.ts';
import { useShowBalance } from '../../lib/balance.ts';
import { useMoneyAction } from '../../lib/money-actions/use-money-action.ts';
import { showError, showSuccess } from '../../lib/notices/notices.ts';
import type { DraftOf } from '../../lib/order-draft.ts';
import { orderPath } from '../../lib/paths.ts';
import { directClient, type Inputs, type Outputs, trpc } from '../../lib/trpc.ts';
import { useAttempt } from './use-attempt.ts';
import { type OrderFormHandle, useTellRefusal } from './use-tell-refusal.ts';

interface OrderValues {
  link: string;
  quantity: number;
}

type Placed = Outputs['orders']['place'];
type Sent = Inputs['orders']['place'] & Required<Pick<Inputs['orders']['place'], 'expectedChargeNanos'>>;

interface PlaceOrderOptions {
  service: Outputs['services']['get'];
  of: DraftOf;
  form: OrderFormHandle;
  isShown: boolean;
  onPlaced: (placed: Placed) => void;
}

/**
 * Places an order at the price on screen, once: a second press while the first is on its way is ignored, and a try whose
 * answer was lost is repeated with the same key, even after a reload. Every outcome is told, also to who has left the form by
 * then; nothing typed is lost.
 */
export function usePlaceOrder({ service, of, form, isShown, onPlaced }: PlaceOrderOptions) {
  const t = useStore(orderDialogTexts);
  const attempt = useAttempt(of, form);
  const tellRefusal = useTellRefusal({ service, form, renewKey: attempt.renewKey });
  const showPlaced = useShowPlaced();

  const { isPending, start } = useMoneyAction<Sent, Placed>({
    name: `order:${of.userId}:${of.serviceId}`,
    send: (order) => directClient.orders.place.mutate(order),
    describe: () => numbered(service),
    settle: {
      done(placed) {
        attempt.settle.done();
        showPlaced(placed);
      },
      failed: attempt.settle.failed,
      unanswered: attempt.settle.unanswered,
    },
    isShown,
    here: {
      done: onPlaced,
      failed(error, { expectedChargeNanos }) {
        attempt.showFailed();
        return tellRefusal(error, expectedChargeNanos);
      },
      unanswered: attempt.showUnanswered,
    },
    elsewhere: { done: tellPlaced, failedTitle: t.failed },
  });

  async function place({ link, quantity }: OrderValues): Promise<void> {
    const expectedChargeNanos = chargeFor(quantity, service.priceMicros);
    if (expectedChargeNanos === null)
      return void showError(orderDialogTexts.get().failed, errorTexts.get().amount_too_large);
    const order = { serviceId: service.id, link, quantity, expectedChargeNanos, requestId: attempt.begin() };
    await start(order, attempt.unansweredId !== undefined);
  }

  return { place, isPending, unansweredId: attempt.unansweredId, renew: attempt.renew };
}

/** To who has no screen of its own for it: what was ordered and charged, and the way to it. */
export function tellPlaced({ order }: Placed): void {
  const t = orderDialogTexts.get();
  const { serviceId, serviceName, quantity, chargeNanos, id } = order;
  const service = numbered({ id: serviceId, name: serviceName });
  const text = t.placedElsewhere({ service, quantity, amount: formatAmount(chargeNanos) });
  showSuccess(t.success, `${t.successText} ${text}`, { to: orderPath(id), label: t.viewOrder });
}

/** Lets the other screens know of an order that was placed. */
function useShowPlaced() {
  const utils = trpc.useUtils();
  const showBalance = useShowBalance();
  return ({ balanceNanos }: Placed) => {
    showBalance(balanceNanos);
    void Promise.all([utils.orders.invalidate(), utils.balance.statement.invalidate(), utils.stats.invalidate()]);
  };
}
