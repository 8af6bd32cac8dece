import { useCallback, useEffect, useMemo, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { z } from 'zod';
import { chargeFor, type Nanos, nanos, subtract } from '#shared/money.ts';
import { orderLink } from '#shared/orders.ts';
import { numbered } from '../../components/service-name.tsx';
import { errorTexts } from '../../i18n/en/common.ts';
import { orderDialogTexts } from '../../i18n/en/order-dialog.ts';
import { toAddAmount } from '../../lib/amount-to-add.ts';
import { useBalance, useShowBalance } from '../../lib/balance.ts';
import { applyFieldErrors, errorCodeOf, readError, reportError } from '../../lib/errors.ts';
import { useSchemaForm } from '../../lib/form.ts';
import { formatCount } from '../../lib/format.ts';
import { formatAmount, formatPrice } from '../../lib/money.ts';
import { useMoneyAction } from '../../lib/money-actions/use-money-action.ts';
import {
  adoptVisitorDraft,
  forgetOrderDraft,
  keepOrderDraft,
  type OrderDraft,
  orderAction,
  readOrderDraft,
  VISITOR_ID,
} from '../../lib/order-draft.ts';
import { parseInteger } from '../../lib/parse-typed.ts';
import { orderPath, paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { confirm, showError, showMessage, showSuccess } from '../../lib/toasts/toasts.ts';
import { directClient, type Inputs, type Outputs, trpc } from '../../lib/trpc.ts';
import { typedInteger } from '../../lib/typed-numbers.ts';

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
 * The form that orders one service: link and quantity, their current cost, and the submit handler that places the order at the
 * displayed price. Typed values are stored in this tab until the order is placed.
 */
export function useOrder({ service, empty, start = empty, isShown = true, onPlaced }: OrderOptions) {
  const { id: serviceId, min, max } = service;
  const userId = useSession().user?.id ?? VISITOR_ID;
  const [first] = useState(() => {
    adoptVisitorDraft({ userId, serviceId });
    return readOrderDraft({ userId, serviceId }) ?? start;
  });
  const schema = useMemo(() => orderFormSchema(min, max), [min, max]);
  const form = useSchemaForm(schema, first);
  const [link, quantity] = useWatch({ control: form.control, name: ['link', 'quantity'] });
  const { changes, accept } = useServiceChanges(service);
  const balanceNanos = useBalance();
  const chargeNanos = chargeOf(service, quantity);
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
    here: { done: onPlaced, failed: (error, { expectedChargeNanos }) => reportRefusal(error, expectedChargeNanos) },
    elsewhere: { done: reportPlaced, failedTitle: orderDialogTexts.get().failed },
  });

  const keepDraft = useCallback(
    () => keepOrderDraft({ userId, serviceId }, { link, quantity }),
    [userId, serviceId, link, quantity],
  );
  // An untouched form stores no draft by itself.
  const isUntouched = link === empty.link && quantity === empty.quantity;
  useEffect(() => {
    if (isUntouched) forgetOrderDraft({ userId, serviceId });
    else keepDraft();
  }, [isUntouched, keepDraft, userId, serviceId]);

  return {
    form,
    link,
    quantity,
    setQuantity: (typed: string) => form.setValue('quantity', typed, { shouldDirty: true, shouldValidate: true }),
    submit: form.handleSubmit(async (values) => {
      accept();
      const expectedChargeNanos = chargeFor(values.quantity, service);
      if (expectedChargeNanos !== null) return send({ serviceId, ...values, expectedChargeNanos });
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

/** How much the balance lacks for a charge; 0 if it suffices, or while either is unknown. */
export function shortOf(chargeNanos: Nanos | null | undefined, balanceNanos: Nanos | undefined): Nanos {
  const isShort = balanceNanos !== undefined && typeof chargeNanos === 'number' && balanceNanos < chargeNanos;
  return isShort ? subtract(chargeNanos, balanceNanos) : nanos(0);
}

/** The schema of an order's fields, within a service's limits. */
export function orderFormSchema(min: number, max: number) {
  const outOfRange = `Quantity must be between ${formatCount(min)} and ${formatCount(max)}`;
  return z.object({
    link: orderLink,
    quantity: typedInteger(
      z.int().min(min, outOfRange).max(max, outOfRange),
      'Quantity is required',
      'Quantity must be a whole number',
    ),
  });
}

/** Reports a placed order if no screen shows it: what was ordered and charged, with a link to it. */
export function reportPlaced({ order }: Placed): void {
  const t = orderDialogTexts.get();
  const { serviceId, serviceName, quantity, chargeNanos, id } = order;
  const service = numbered({ id: serviceId, name: serviceName });
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

/** The charge for a typed quantity; null if it is too large, undefined if the quantity is invalid. */
function chargeOf({ min, max, ...price }: Service, typed: string): ReturnType<typeof chargeFor> | undefined {
  const quantity = parseInteger(typed);
  const isInRange = quantity !== null && quantity >= min && quantity <= max;
  return isInRange ? chargeFor(quantity, price) : undefined;
}

/**
 * Changes of a service since the customer last agreed to its figures, one sentence each: an order is never placed at a price or within
 * limits that they have not seen.
 */
function useServiceChanges({ priceMicros, min, max }: Service): { changes: string[]; accept: () => void } {
  const [seen, setSeen] = useState({ priceMicros, min, max });
  const t = orderDialogTexts.get();
  const changes: string[] = [];
  if (seen.priceMicros !== priceMicros)
    changes.push(t.changedPrice({ before: formatPrice(seen.priceMicros), now: formatPrice(priceMicros) }));
  if (seen.min !== min) changes.push(t.changedMin({ before: seen.min, now: min }));
  if (seen.max !== max) changes.push(t.changedMax({ before: seen.max, now: max }));
  return { changes, accept: () => setSeen({ priceMicros, min, max }) };
}

/** The form may be unmounted when an error arrives. */
type OrderForm = Pick<UseFormReturn<{ link: string; quantity: string }>, 'setError' | 'setFocus' | 'getValues'>;

/** Reports why an order was refused, each reason with a possible next step. */
function useReportRefusal(service: Service, form: OrderForm) {
  const { id } = service;
  const utils = trpc.useUtils();
  const navigate = useNavigate();
  const showBalance = useShowBalance();
  /** Shows the error's figures at once, and refetches the service. */
  const amend = (figures: Partial<Pick<Service, 'priceMicros' | 'min' | 'max'>>) => {
    utils.services.get.setData({ id }, (known) => known && { ...known, ...figures });
    return utils.services.get.invalidate({ id });
  };

  return async (thrown: unknown, chargeNanos: Nanos): Promise<void> => {
    const t = orderDialogTexts.get();
    const { code, message, details } = readError(thrown);
    switch (code) {
      case 'price_changed':
        return amend(details.priceMicros === undefined ? {} : { priceMicros: details.priceMicros });
      case 'quantity_out_of_range':
        applyFieldErrors(form, thrown);
        return amend({ min: details.min ?? service.min, max: details.max ?? service.max });
      case 'service_not_found':
        await showError(t.failed, message);
        return utils.services.invalidate();
      case 'insufficient_balance': {
        if (details.balanceNanos !== undefined) showBalance(details.balanceNanos);
        const question = () => {
          const { failed, addBalance } = orderDialogTexts.get();
          return { title: failed, text: readError(thrown).message, confirmLabel: addBalance };
        };
        if (!(await confirm(question, 'plain'))) return;
        const shortNanos = subtract(chargeNanos, details.balanceNanos ?? chargeNanos);
        return navigate(paths.addBalance, { state: shortNanos > 0 ? toAddAmount(shortNanos) : null });
      }
      case 'idempotency_conflict':
        return showMessage(t.wentThrough, t.wentThroughText);
      default:
        if (applyFieldErrors(form, thrown) !== null) await reportError(t.failed, thrown);
    }
  };
}
