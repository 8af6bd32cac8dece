import { useEffect, useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { orderLink } from '../../../../shared/orders.ts';
import { useSchemaForm } from '../../lib/form.ts';
import { formatCount } from '../../lib/format.ts';
import {
  type DraftOf,
  forgetOrderDraft,
  keepOrderDraft,
  type OrderDraft,
  readOrderDraft,
} from '../../lib/order-draft.ts';
import type { Outputs } from '../../lib/trpc.ts';
import { typedInteger } from '../../lib/typed-numbers.ts';

/** Link and quantity as a form that begins with the draft of this tab, if there is one. */
export function useOrderForm({ min, max }: Outputs['services']['get'], of: DraftOf, start: OrderDraft) {
  const schema = useMemo(() => orderFormSchema(min, max), [min, max]);
  const form = useSchemaForm(schema, readOrderDraft(of) ?? start);
  const [link, quantity] = useWatch({ control: form.control, name: ['link', 'quantity'] });
  return { form, link, quantity };
}

/** Keeps what is filled in for this tab; a form that nobody touched since its start leaves no draft. */
export function useKeptDraft(
  { userId, serviceId }: DraftOf,
  { link, quantity, requestId }: OrderDraft,
  start: OrderDraft,
) {
  const { link: startLink, quantity: startQuantity } = start;
  useEffect(() => {
    const of = { userId, serviceId };
    const isUntouched = link === startLink && quantity === startQuantity;
    if (isUntouched) forgetOrderDraft(of);
    else keepOrderDraft(of, { link, quantity, requestId });
  }, [link, quantity, startLink, startQuantity, requestId, userId, serviceId]);
}

/** What the fields of an order take for a service of these limits. */
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
