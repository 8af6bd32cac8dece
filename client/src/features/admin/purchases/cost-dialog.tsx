import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { z } from 'zod';
import { correctCostInput } from '#shared/forwards.ts';
import { TextAreaField, TextField } from '../../../components/fields.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { forwardTexts } from '../../../i18n/en/admin/forwards.ts';
import { showFormError } from '../../../lib/errors.ts';
import { useSchemaForm } from '../../../lib/form.ts';
import { formatUnits } from '../../../lib/format-units.ts';
import { formatAmount } from '../../../lib/money.ts';
import { useRequestId } from '../../../lib/request-id.ts';
import { showSuccess } from '../../../lib/toasts/toasts.ts';
import { trpc } from '../../../lib/trpc.ts';
import { sentAsTyped } from '../suppliers/supplier-form.ts';
import type { Forward } from './forward.ts';

const { cost: costInput, reason: reasonInput } = correctCostInput.shape;
const costForm = z.object({ cost: sentAsTyped(costInput), reason: reasonInput });

/** Corrects what a purchase cost. A try without a response is sent again with its key. Mount it when it opens. */
export default function CostDialog({ forward, onClose }: { forward: Forward; onClose: () => void }) {
  const t = useStore(forwardTexts);
  const utils = trpc.useUtils();
  const { requestId } = useRequestId();
  const { mutateAsync } = trpc.admin.forwards.correctCost.useMutation();
  const { id, orderId, supplierName, currency, supplierCharge } = forward;
  const current = forward.charged ?? forward.cost ?? undefined;
  const [seen, setSeen] = useState(current);
  const expectedCost = seen ?? current;
  const form = useSchemaForm(costForm, { cost: supplierCharge ?? current ?? '', reason: '' });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ cost, reason }) => {
    try {
      await mutateAsync({ id, cost, reason, expectedCost, requestId });
      showSuccess(t.corrected, t.orderNumber({ id: String(orderId) }));
      onClose();
    } catch (error) {
      // After a refusal because the cost has changed, the next try expects the new one.
      setSeen(undefined);
      showFormError(form, error, t.correctFailed);
    }
    void utils.admin.forwards.invalidate();
    void utils.admin.suppliers.invalidate();
  });

  return (
    <FormDialog
      title={t.correctCostTitle({ id: String(orderId) })}
      text={t.correctCostText({ supplier: supplierName ?? '–' })}
      submitLabel={t.correctCostSave}
      pendingLabel={t.settling}
      pending={isSubmitting}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <TextField
        label={t.newCost({ currency: currency ?? '' })}
        hint={
          current &&
          currency &&
          t.costSoFar({ cost: formatUnits(current, currency), charge: formatAmount(forward.chargeNanos) })
        }
        autoComplete="off"
        inputMode="decimal"
        data-autofocus
        error={errors.cost}
        {...form.register('cost')}
      />
      <TextAreaField label={t.reason} rows={2} maxLength={500} error={errors.reason} {...form.register('reason')} />
    </FormDialog>
  );
}
