import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { z } from 'zod';
import { decideOrderInput } from '#shared/orders.ts';
import { CountField } from '../../../components/count-field.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { adminOrderTexts } from '../../../i18n/en/admin/admin-orders.ts';
import { orderDetailsTexts } from '../../../i18n/en/admin/order-details.ts';
import { useSchemaForm } from '../../../lib/form.ts';
import { formatCount } from '../../../lib/format.ts';
import { parseCount } from '../../../lib/parse-typed.ts';
import { typedInteger } from '../../../lib/typed-numbers.ts';
import { ReasonField } from '../reason-field.tsx';
import type { Terms } from '../review-queue/declaration.ts';
import type { Order } from './order.ts';
import { RefundPreview } from './refund-preview.tsx';

interface PartialDialogProps {
  order: Order;
  send: (terms: Terms) => void;
  onClose: () => void;
}

/** Asks how many units were not delivered, and refunds their price. Mount it when it opens. */
export default function PartialDialog({ order, send, onClose }: PartialDialogProps) {
  const t = useStore(orderDetailsTexts);
  const { markPartial } = useStore(adminOrderTexts);
  const schema = useMemo(() => partialForm(order.quantity), [order.quantity]);
  const form = useSchemaForm(schema, { remaining: '', reason: '' });
  const { register, handleSubmit, watch, formState } = form;
  const { errors } = formState;
  return (
    <FormDialog
      title={t.partialTitle({ id: String(order.id) })}
      text={t.partialText({ units: order.quantity, customer: order.user.userName })}
      submitLabel={markPartial}
      pendingLabel={t.refunding}
      pending={false}
      movesMoney
      onSubmit={handleSubmit((terms) => send(terms))}
      onClose={onClose}
    >
      <CountField
        form={form}
        name="remaining"
        label={t.undeliveredUnits}
        data-autofocus
        hint={t.partialHint({ most: order.quantity - 1 })}
      />
      <RefundPreview order={order} remaining={parseCount(watch('remaining'))} />
      <ReasonField error={errors.reason} {...register('reason')} />
    </FormDialog>
  );
}

function partialForm(quantity: number) {
  const range = `Enter a whole number from 1 to ${formatCount(quantity - 1)}`;
  return z.object({
    remaining: typedInteger(
      z
        .int()
        .min(1, range)
        .max(quantity - 1, range),
      range,
    ),
    reason: decideOrderInput.shape.reason,
  });
}
