import { useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { chargeFor, micros } from '../../../../shared/money.ts';
import { toAddAmount } from '../../lib/amount-to-add.ts';
import { useShowBalance } from '../../lib/balance.ts';
import { type AppError, applyFieldErrors, isUnsure, readError } from '../../lib/errors.ts';
import { confirm, showError } from '../../lib/notices/notices.ts';
import { paths } from '../../lib/paths.ts';
import { newRequestId } from '../../lib/request-id.ts';
import { type Outputs, trpc } from '../../lib/trpc.ts';
import { forgetOrderDraft, keepOrderDraft, type OrderDraft, readOrderDraft } from './order-draft.ts';

const FAILED = 'Order Failed';
const FAILED_TEXT = 'An error occurred while processing your order.';

type Service = Outputs['services']['get'];
type Placed = Outputs['orders']['place'];

interface OrderValues {
  link: string;
  quantity: number;
}

interface PlaceOrderOptions {
  service: Service;
  userId: number;
  /** Only what refusals are written on; it may still be unmounted when this is called. */
  form: Pick<UseFormReturn<{ link: string; quantity: string }>, 'setError' | 'setFocus' | 'getValues'>;
  onPlaced: (placed: Placed) => void;
}

/**
 * Places an order at the price on screen, once: a second press while the first is on its way is ignored, and a try whose
 * answer was lost is repeated with the same key, even after a reload. Every failure is told; nothing typed is lost.
 */
export function usePlaceOrder({ service, userId, form, onPlaced }: PlaceOrderOptions) {
  const of = { userId, serviceId: service.id };
  const utils = trpc.useUtils();
  const navigate = useNavigate();
  const showBalance = useShowBalance();
  const { mutateAsync, isPending } = trpc.orders.place.useMutation();
  const isUnderWay = useRef(false);
  const [unansweredId, setUnansweredId] = useState(() => readOrderDraft(of)?.requestId);
  const requestId = useRef(unansweredId ?? newRequestId());

  async function place({ link, quantity }: OrderValues): Promise<void> {
    const expectedChargeNanos = chargeFor(quantity, service.priceMicros);
    if (isUnderWay.current) return;
    if (expectedChargeNanos === null) return void showError(FAILED, 'This amount is too large.');
    isUnderWay.current = true;
    keepDraft(requestId.current);
    try {
      const placed = await mutateAsync({
        serviceId: service.id,
        link,
        quantity,
        expectedChargeNanos,
        requestId: requestId.current,
      });
      forgetOrderDraft(of);
      showBalance(placed.balanceNanos);
      void Promise.all([utils.orders.invalidate(), utils.balance.statement.invalidate(), utils.stats.invalidate()]);
      onPlaced(placed);
    } catch (thrown) {
      const error = readError(thrown);
      const mayBePlaced = isUnsure(error);
      setUnansweredId(mayBePlaced ? requestId.current : undefined);
      if (!mayBePlaced) keepDraft();
      await tell(error, thrown, expectedChargeNanos);
    } finally {
      isUnderWay.current = false;
    }
  }

  function keepDraft(id?: string): void {
    const draft: OrderDraft = { ...form.getValues(), requestId: id };
    keepOrderDraft(of, draft);
  }

  async function tell({ code, message, details }: AppError, thrown: unknown, chargeNanos: number): Promise<void> {
    switch (code) {
      case 'price_changed':
        if (details.priceMicros !== undefined) amend({ priceMicros: micros(details.priceMicros) });
        return utils.services.get.invalidate({ id: service.id });
      case 'quantity_out_of_range':
        amend({ min: details.min ?? service.min, max: details.max ?? service.max });
        applyFieldErrors(form, thrown);
        return utils.services.get.invalidate({ id: service.id });
      case 'service_not_found':
        await showError(FAILED, message);
        return utils.services.invalidate();
      case 'insufficient_balance':
        if (details.balanceNanos !== undefined) showBalance(details.balanceNanos);
        if (await confirm({ title: FAILED, text: message, confirmLabel: 'Add Balance', tone: 'plain' })) {
          const shortNanos = chargeNanos - (details.balanceNanos ?? chargeNanos);
          await navigate(paths.addBalance, { state: shortNanos > 0 ? toAddAmount(shortNanos) : null });
        }
        return;
      case 'idempotency_conflict':
        requestId.current = newRequestId();
        return showError(
          FAILED,
          'Your earlier try did go through. Look into your order history first; submit again only for another order.',
        );
      case 'offline':
      case 'internal':
        return showError(FAILED, FAILED_TEXT);
      default:
        if (applyFieldErrors(form, thrown) !== null) await showError(FAILED, message);
    }
  }

  /** Shows what the server has just said of the service, before the service itself is read again. */
  function amend(figures: Partial<Pick<Service, 'priceMicros' | 'min' | 'max'>>): void {
    utils.services.get.setData({ id: service.id }, (known) => known && { ...known, ...figures });
  }

  return {
    place,
    isPending,
    /** Set while nobody knows whether the last try placed an order. */
    unansweredId,
  };
}
