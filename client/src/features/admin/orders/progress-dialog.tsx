import { Grid } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { z } from 'zod';
import { TextField } from '../../../components/fields.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { orderDetailsTexts } from '../../../i18n/en/admin/order-details.ts';
import { showFormError } from '../../../lib/errors.ts';
import { useSchemaForm } from '../../../lib/form.ts';
import { formatCount } from '../../../lib/format.ts';
import { parseInteger } from '../../../lib/parse-typed.ts';
import { showSuccess } from '../../../lib/toasts/toasts.ts';
import { trpc } from '../../../lib/trpc.ts';
import { useReadMoneyAgain } from '../use-read-money-again.ts';
import type { Order } from './order.ts';

/** Sets the start count and the remains of an order, and sends the changed ones. Mount it when it opens. */
export default function ProgressDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { id, quantity, user } = order;
  const t = useStore(orderDetailsTexts);
  const schema = useMemo(() => progressForm(quantity), [quantity]);
  const form = useSchemaForm(schema, { startCount: typed(order.startCount), remains: typed(order.remains) });
  const { register, handleSubmit, formState } = form;
  const { errors, isSubmitting } = formState;
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

  const field = { inputMode: 'numeric', autoComplete: 'off' } as const;
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
        <TextField
          {...field}
          label={t.startCount}
          hint={t.startHint}
          data-autofocus
          error={errors.startCount}
          {...register('startCount')}
        />
        <TextField
          {...field}
          label={t.remains}
          hint={t.progressHint({ most: quantity })}
          error={errors.remains}
          {...register('remains')}
        />
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
  return z.string().transform((text, context): number | null => {
    if (text.trim() === '') return null;
    const count = parseInteger(text);
    if (count !== null && count >= 0 && count <= most) return count;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
}
