import { useStore } from '@nanostores/react';
import type { UseFormReturn } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { type Nanos, subtract } from '../../../../shared/money.ts';
import { orderDialogTexts } from '../../i18n/en/order-dialog.ts';
import { toAddAmount } from '../../lib/amount-to-add.ts';
import { useShowBalance } from '../../lib/balance.ts';
import { type AppError, applyFieldErrors, readError, tellError } from '../../lib/errors.ts';
import { confirm, showError, showMessage } from '../../lib/notices/notices.ts';
import { paths } from '../../lib/paths.ts';
import { type Outputs, trpc } from '../../lib/trpc.ts';

type Service = Outputs['services']['get'];

/** Only what refusals are written on; it may still be unmounted when they come. */
export type OrderFormHandle = Pick<
  UseFormReturn<{ link: string; quantity: string }>,
  'setError' | 'setFocus' | 'getValues'
>;

interface TellRefusalOptions {
  service: Service;
  form: OrderFormHandle;
  renewKey: () => void;
}

/** Tells why an order was refused, each reason with what can be done about it. */
export function useTellRefusal({ service, form, renewKey }: TellRefusalOptions) {
  const utils = trpc.useUtils();
  const amend = useAmendService(service.id);
  const tellShortage = useTellShortage();
  const t = useStore(orderDialogTexts);

  return async (thrown: unknown, chargeNanos: Nanos): Promise<void> => {
    const error = readError(thrown);
    const { code, message, details } = error;
    switch (code) {
      case 'price_changed':
        return amend(details.priceMicros === undefined ? {} : { priceMicros: details.priceMicros });
      case 'quantity_out_of_range':
        applyFieldErrors(form, thrown);
        return amend({ min: details.min ?? service.min, max: details.max ?? service.max });
      case 'service_not_found':
        await showError(t.failed, message);
        return utils.services.invalidate();
      case 'insufficient_balance':
        return tellShortage(error, chargeNanos);
      case 'idempotency_conflict':
        renewKey();
        return showMessage(t.wentThrough, t.wentThroughText);
      default:
        if (applyFieldErrors(form, thrown) !== null) await tellError(t.failed, thrown);
    }
  };
}

/** Shows what the server has just said of the service, and then reads the service itself again. */
function useAmendService(id: number) {
  const utils = trpc.useUtils();
  return (figures: Partial<Pick<Service, 'priceMicros' | 'min' | 'max'>>) => {
    utils.services.get.setData({ id }, (known) => known && { ...known, ...figures });
    return utils.services.get.invalidate({ id });
  };
}

/** Offers the way to Add Balance, with what is lacking filled in. */
function useTellShortage() {
  const t = useStore(orderDialogTexts);
  const navigate = useNavigate();
  const showBalance = useShowBalance();
  return async ({ message, details }: AppError, chargeNanos: Nanos): Promise<void> => {
    const { balanceNanos = chargeNanos } = details;
    if (details.balanceNanos !== undefined) showBalance(details.balanceNanos);
    const question = { title: t.failed, text: message, confirmLabel: t.addBalance, tone: 'plain' } as const;
    if (!(await confirm(question))) return;
    const shortNanos = subtract(chargeNanos, balanceNanos);
    await navigate(paths.addBalance, { state: shortNanos > 0 ? toAddAmount(shortNanos) : null });
  };
}
