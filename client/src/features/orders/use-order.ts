import { useCallback, useEffect, useMemo, useState } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { chargeFor, type Nanos, nanos, subtract } from '#shared/money.ts';
import { quantityOf } from '#shared/service-types.ts';
import { numbered } from '../../components/service-name.tsx';
import { errorTexts } from '../../i18n/en/common.ts';
import { orderDialogTexts } from '../../i18n/en/order-dialog.ts';
import { useBalance, useShowBalance } from '../../lib/balance.ts';
import { errorCodeOf } from '../../lib/errors.ts';
import { useSchemaForm } from '../../lib/form.ts';
import { formatAmount } from '../../lib/money.ts';
import { useMoneyAction } from '../../lib/money-actions/use-money-action.ts';
import {
  adoptVisitorDraft,
  forgetOrderDraft,
  isSameOrder,
  keepOrderDraft,
  nothingTyped,
  type OrderDraft,
  type OrderValues,
  orderAction,
  readOrderDraft,
  VISITOR_ID,
} from '../../lib/order-draft.ts';
import { orderedService } from '../../lib/ordered-service.ts';
import { orderPath } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { showError, showSuccess } from '../../lib/toasts/toasts.ts';
import { directClient, type Inputs, type Outputs, trpc } from '../../lib/trpc.ts';
import { typedQuantity } from '../../lib/typed-quantity.ts';
import { confirmLink } from './confirm-link.ts';
import { isMisfit } from './link-words.ts';
import { orderFormSchema } from './order-schema.ts';
import { useReportRefusal } from './use-report-refusal.ts';
import { useServiceChanges } from './use-service-changes.ts';

export type Service = Outputs['services']['get'];
export type Placed = Outputs['orders']['place'];
type Sent = Omit<Inputs['orders']['place'], 'requestId'> & { expectedChargeNanos: Nanos };

interface OrderOptions {
  service: Service;
  /** The untouched fields. */
  empty: OrderDraft;
  /** The initial values without a stored draft. */
  start?: OrderDraft;
  /** False while the dialog closes. */
  isShown?: boolean;
  onPlaced: (placed: Placed) => void;
}

/**
 * The form that orders one service: the fields of its type, their current cost, and the submit handler that places the order at the
 * displayed price. Typed values are stored in this tab until the order is placed.
 */
export function useOrder({ service, empty, start = empty, isShown = true, onPlaced }: OrderOptions) {
  const { id: serviceId, type, min, max } = service;
  const userId = useSession().user?.id ?? VISITOR_ID;
  const [first] = useState(() => {
    adoptVisitorDraft({ userId, serviceId });
    return readOrderDraft({ userId, serviceId }) ?? start;
  });
  const schema = useMemo(() => orderFormSchema({ type, min, max }), [type, min, max]);
  const form = useSchemaForm<OrderValues, z.output<typeof schema>>(schema, { ...nothingTyped, ...first });
  const typed = useTyped(form.control);
  const { changes, accept } = useServiceChanges(service);
  const balanceNanos = useBalance();
  const units = typedQuantity(service, typed);
  const chargeNanos = units === null ? undefined : chargeFor(units, service);
  const reportRefusal = useReportRefusal(service, form);
  const showCharged = useShowCharged();

  const {
    isPending,
    unanswered,
    start: send,
  } = useMoneyAction<Sent, Placed>({
    name: orderAction(userId, serviceId),
    send: (order) => directClient.orders.place.mutate(order),
    describe: () => numbered(service),
    settle(placed) {
      forgetOrderDraft({ userId, serviceId });
      showCharged(placed);
    },
    isShown,
    here: {
      done: onPlaced,
      async failed(error, order): Promise<void> {
        if (errorCodeOf(error) !== 'link_does_not_fit') return reportRefusal(error, order.expectedChargeNanos);
        if (await confirmLink(error, service)) return send({ ...order, fit: 'confirmed' });
        form.setFocus('link');
      },
    },
    elsewhere: { done: reportPlaced, failedTitle: orderDialogTexts.get().failed },
  });

  const keepDraft = useCallback(() => keepOrderDraft({ userId, serviceId }, typed), [userId, serviceId, typed]);
  // An untouched form stores no draft by itself.
  const isUntouched = isSameOrder(typed, empty);
  useEffect(() => {
    if (isUntouched) forgetOrderDraft({ userId, serviceId });
    else keepDraft();
  }, [isUntouched, keepDraft, userId, serviceId]);

  return {
    form,
    typed,
    setQuantity: (quantity: string) => form.setValue('quantity', quantity, { shouldDirty: true, shouldValidate: true }),
    submit: form.handleSubmit(async (values) => {
      accept();
      const ordered = quantityOf(type, values.quantity, values.comments?.length ?? 0) ?? 0;
      const expectedChargeNanos = chargeFor(ordered, service);
      if (expectedChargeNanos !== null)
        return send({
          serviceId,
          ...values,
          expectedChargeNanos,
          ...(isMisfit(values.link, service) && { fit: 'ask' }),
        });
      return void showError(orderDialogTexts.get().failed, errorTexts.get().amount_too_large);
    }),
    /** Stores the values, also untouched ones, for a customer who adds balance first. */
    keepDraft,
    isPending,
    isUnanswered: unanswered !== undefined,
    /** What has changed in the service since the customer saw it. */
    changes,
    balanceNanos,
    chargeNanos,
    shortNanos: shortOf(chargeNanos, balanceNanos),
  };
}

/** The values of an order form, the same object until one changes. */
export function useTyped<Output>(control: Control<OrderValues, unknown, Output>): OrderValues {
  return useWatch({ control, compute: (values) => ({ ...values }) });
}

/** How much the balance lacks for a charge; 0 if it suffices, or while either is unknown. */
export function shortOf(chargeNanos: Nanos | null | undefined, balanceNanos: Nanos | undefined): Nanos {
  const isShort = balanceNanos !== undefined && typeof chargeNanos === 'number' && balanceNanos < chargeNanos;
  return isShort ? subtract(chargeNanos, balanceNanos) : nanos(0);
}

/** Reports a placed order if no screen shows it: what was ordered and charged, with a link to it. */
export function reportPlaced({ order }: Placed): void {
  const t = orderDialogTexts.get();
  const { quantity, chargeNanos, id } = order;
  const service = numbered(orderedService(order));
  const text = t.placedElsewhere({ service, quantity, amount: formatAmount(chargeNanos) });
  showSuccess(t.success, `${t.successText} ${text}`, { to: orderPath(id), label: t.viewOrder });
}

/** Shows the new balance, and refetches the data that an order changes. */
export function useShowCharged(): (answer: { balanceNanos: Nanos }) => void {
  const utils = trpc.useUtils();
  const showBalance = useShowBalance();
  return ({ balanceNanos }) => {
    showBalance(balanceNanos);
    void Promise.all([utils.orders.invalidate(), utils.balance.statement.invalidate(), utils.stats.invalidate()]);
  };
}

/** Whether a service can't be ordered any more. @param error the error of reading it, if any */
export function isServiceGone(error: unknown): boolean {
  return Boolean(error) && ['service_not_found', 'not_found'].includes(errorCodeOf(error));
}
