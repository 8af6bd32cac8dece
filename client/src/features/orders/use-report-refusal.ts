import type { UseFormReturn } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { type Nanos, subtract } from '#shared/money.ts';
import { ruleOf } from '#shared/service-types.ts';
import { orderDialogTexts } from '../../i18n/en/order-dialog.ts';
import { toAddAmount } from '../../lib/amount-to-add.ts';
import { useShowBalance } from '../../lib/balance.ts';
import { applyFieldErrors, readError, reportError } from '../../lib/errors.ts';
import type { OrderValues } from '../../lib/order-draft.ts';
import { paths } from '../../lib/paths.ts';
import { confirm, showError, showMessage } from '../../lib/toasts/toasts.ts';
import { type Outputs, trpc } from '../../lib/trpc.ts';

type Service = Outputs['services']['get'];

/** The form may be unmounted when an error arrives. */
type OrderForm = Pick<UseFormReturn<OrderValues>, 'setError' | 'setFocus' | 'getValues'>;

/** Reports why an order was refused, each reason with a possible next step. */
export function useReportRefusal(service: Service, form: OrderForm) {
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
    const { code, message, details, fieldErrors } = readError(thrown);
    switch (code) {
      case 'price_changed':
        return amend(details.priceMicros === undefined ? {} : { priceMicros: details.priceMicros });
      case 'quantity_out_of_range':
        if (ruleOf(service.type).quantity === 'comments') {
          form.setError('comments', { type: 'server', message: fieldErrors.quantity?.[0] ?? message });
          form.setFocus('comments');
        } else applyFieldErrors(form, thrown);
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
        // The service may have another type, whose fields this form doesn't have yet.
        if (fieldErrors.comments ?? fieldErrors.quantity) void amend({});
        if (applyFieldErrors(form, thrown) !== null) await reportError(t.failed, thrown);
    }
  };
}
