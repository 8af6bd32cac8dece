import { useRef } from 'react';
import { chargeFor } from '../../../../shared/money.ts';
import { errorTexts } from '../../i18n/en/common.ts';
import { orderDialogTexts } from '../../i18n/en/order-dialog.ts';
import { useShowBalance } from '../../lib/balance.ts';
import { readError } from '../../lib/errors.ts';
import { showError } from '../../lib/notices/notices.ts';
import { type Outputs, trpc } from '../../lib/trpc.ts';
import type { DraftOf } from './order-draft.ts';
import { useAttempt } from './use-attempt.ts';
import { type OrderFormHandle, useTellRefusal } from './use-tell-refusal.ts';

interface OrderValues {
  link: string;
  quantity: number;
}

interface PlaceOrderOptions {
  service: Outputs['services']['get'];
  of: DraftOf;
  form: OrderFormHandle;
  onPlaced: (placed: Outputs['orders']['place']) => void;
}

/**
 * Places an order at the price on screen, once: a second press while the first is on its way is ignored, and a try whose
 * answer was lost is repeated with the same key, even after a reload. Every failure is told; nothing typed is lost.
 */
export function usePlaceOrder({ service, of, form, onPlaced }: PlaceOrderOptions) {
  const { mutateAsync, isPending } = trpc.orders.place.useMutation();
  const isUnderWay = useRef(false);
  const attempt = useAttempt(of, form);
  const tellRefusal = useTellRefusal({ service, form, renewKey: attempt.renewKey });
  const showPlaced = useShowPlaced();

  async function place({ link, quantity }: OrderValues): Promise<void> {
    const expectedChargeNanos = chargeFor(quantity, service.priceMicros);
    if (isUnderWay.current) return;
    if (expectedChargeNanos === null)
      return void showError(orderDialogTexts.get().failed, errorTexts.get().amount_too_large);
    isUnderWay.current = true;
    try {
      const requestId = attempt.begin();
      const placed = await mutateAsync({ serviceId: service.id, link, quantity, expectedChargeNanos, requestId });
      attempt.succeed();
      showPlaced(placed);
      onPlaced(placed);
    } catch (thrown) {
      attempt.fail(readError(thrown));
      await tellRefusal(thrown, expectedChargeNanos);
    } finally {
      isUnderWay.current = false;
    }
  }

  return {
    place,
    isPending,
    /** Set while nobody knows whether the last try placed an order. */
    unansweredId: attempt.unansweredId,
  };
}

/** Lets the other screens know of an order that was placed. */
function useShowPlaced() {
  const utils = trpc.useUtils();
  const showBalance = useShowBalance();
  return ({ balanceNanos }: Outputs['orders']['place']) => {
    showBalance(balanceNanos);
    void Promise.all([utils.orders.invalidate(), utils.balance.statement.invalidate(), utils.stats.invalidate()]);
  };
}
