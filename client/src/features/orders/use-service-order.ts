import { useState } from 'react';
import { chargeFor } from '../../../../shared/money.ts';
import { useBalance } from '../../lib/balance.ts';
import type { OrderDraft } from '../../lib/order-draft.ts';
import { parseInteger } from '../../lib/parse-typed.ts';
import { useSession } from '../../lib/session.ts';
import type { Outputs } from '../../lib/trpc.ts';
import { useKeptDraft, useOrderForm } from './use-order-form.ts';
import { usePlaceOrder } from './use-place-order.ts';
import { useServiceChanges } from './use-service-changes.ts';

type Service = Outputs['services']['get'];

interface ServiceOrderOptions {
  service: Service;
  /** The fields as nobody has touched them. */
  empty: OrderDraft;
  /** What they begin with where no draft is kept. */
  start?: OrderDraft;
  /** Not while the dialog that shows it closes. */
  isShown?: boolean;
  onPlaced: (placed: Outputs['orders']['place']) => void;
}

/** Link and quantity for one service, what they would cost now, and how they are ordered: what every order form stands on. */
export function useServiceOrder({ service, empty, start = empty, isShown = true, onPlaced }: ServiceOrderOptions) {
  const of = { userId: useSession().user?.id ?? 0, serviceId: service.id };
  const [first] = useState(start);
  const { form, link, quantity } = useOrderForm(service, of, first);
  const { place, isPending, unansweredId, renew } = usePlaceOrder({ service, of, form, isShown, onPlaced });
  const { changes, accept } = useServiceChanges(service);
  const balanceNanos = useBalance();
  const chargeNanos = chargeOf(service, quantity);
  useKeptDraft(of, { link, quantity, requestId: unansweredId }, empty);

  return {
    form,
    link,
    quantity,
    setQuantity: (typed: string) => form.setValue('quantity', typed, { shouldDirty: true, shouldValidate: true }),
    submit: form.handleSubmit(async (values) => {
      accept();
      await place(values);
    }),
    /** Empties the form for another order, which gets a key of its own. */
    startAnew() {
      renew();
      form.reset(empty);
    },
    isPending,
    /** Whether nobody knows what became of the last try, and none is on its way. */
    isUnanswered: unansweredId !== undefined && !isPending,
    changes,
    balanceNanos,
    chargeNanos,
    isShort: balanceNanos !== undefined && typeof chargeNanos === 'number' && balanceNanos < chargeNanos,
  };
}

/** What a typed quantity would cost now; null where that is beyond what can be charged, undefined where it can't be ordered. */
function chargeOf({ priceMicros, min, max }: Service, typed: string): ReturnType<typeof chargeFor> | undefined {
  const quantity = parseInteger(typed);
  const isInRange = quantity !== null && quantity >= min && quantity <= max;
  return isInRange ? chargeFor(quantity, priceMicros) : undefined;
}
