import { Grid } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { z } from 'zod';
import { CountField } from '../../../components/count-field.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { orderDetailsTexts } from '../../../i18n/en/admin/order-details.ts';
import { showFormError } from '../../../lib/errors.ts';
import { useSchemaForm } from '../../../lib/form.ts';
import { formatCount } from '../../../lib/format.ts';
import { showSuccess } from '../../../lib/toasts/toasts.ts';
import { trpc } from '../../../lib/trpc.ts';
import { typedIntegerIfAny } from '../../../lib/typed-numbers.ts';
import { useReadMoneyAgain } from '../use-read-money-again.ts';
import type { Order } from './order.ts';

/** Sets the start count and the remains of an order, and sends the changed ones. Mount it when it opens. */
export default function ProgressDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { id, quantity, user } = order;
  const t = useStore(orderDetailsTexts);
  const schema = useMemo(() => progressForm(quantity), [quantity]);
  const form = useSchemaForm(schema, { startCount: typed(order.startCount), remains: typed(order.remains) });
  const { handleSubmit, formState } = form;
  const { isSubmitting } = formState;
  const { mutateAsync } = trpc.admin.orders.setProgress.useMutation();
  const readAgain = useReadMoneyAgain();

  const submit = handleSubmit(async ({ startCount, remains }) => {
    try {
      await mutateAsync({
        id,
        // What another admin sets at the same time stays.
        ...(startCount !== order.startCount && { startCount }),
        ...(remains !== order.remains && { remains }),
      });
    } catch (error) {
      showFormError(form, error, t.progressFailed);
      return;
    }
    showSuccess(t.progressSaved({ id: String(id) }));
    onClose();
    await readAgain();
  });

  return (
    <FormDialog
      title={t.progressTitle({ id: String(id) })}
      text={t.progressText({ customer: user.userName })}
      submitLabel={t.save}
      pendingLabel={t.saving}
      pending={isSubmitting}
      onSubmit={submit}
      onClose={onClose}
    >
      <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="4" alignItems="start">
        <CountField form={form} name="startCount" label={t.startCount} hint={t.startHint} data-autofocus />
        <CountField form={form} name="remains" label={t.remains} hint={t.progressHint({ most: quantity })} />
      </Grid>
    </FormDialog>
  );
}

/** Digits of one system, as the parser and a pasted number have them. */
function typed(count: number | null): string {
  return count === null ? '' : String(count);
}

function progressForm(quantity: number) {
  return z.object({
    startCount: typedCount(Number.MAX_SAFE_INTEGER, 'Enter a whole number'),
    remains: typedCount(quantity, `Enter a whole number from 0 to ${formatCount(quantity)}`),
  });
}

/** A typed count from 0 to `most`; an empty field is null. */
function typedCount(most: number, message: string) {
  return typedIntegerIfAny(z.int().min(0, message).max(most, message), message).transform((count) => count ?? null);
}
