import { Alert } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { z } from 'zod';
import { payInInput } from '#shared/suppliers.ts';
import { TextAreaField, TextField } from '../../../components/fields.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { supplierBookTexts } from '../../../i18n/en/admin/suppliers.ts';
import { isUnsure, readError, showFormError } from '../../../lib/errors.ts';
import { useSchemaForm } from '../../../lib/form.ts';
import { formatUnits } from '../../../lib/format-units.ts';
import { useRequestId } from '../../../lib/request-id.ts';
import { showSuccess } from '../../../lib/toasts/toasts.ts';
import { trpc } from '../../../lib/trpc.ts';
import type { Supplier } from './supplier.ts';
import { sentAsTyped } from './supplier-form.ts';
import { useReadSuppliersAgain } from './use-supplier-changes.ts';

const payInForm = z.object({ amount: sentAsTyped(payInInput.shape.amount), reason: payInInput.shape.reason });

interface PayInDialogProps {
  supplier: Pick<Supplier, 'id' | 'name' | 'currency'>;
  onClose: () => void;
}

/**
 * Enters a payment to a supplier in its books. After a lost response it can only be sent again unchanged and with its key. Mount it when
 * it opens.
 */
export default function PayInDialog({ supplier: { id, name, currency }, onClose }: PayInDialogProps) {
  const t = useStore(supplierBookTexts);
  const readAgain = useReadSuppliersAgain();
  const { requestId } = useRequestId();
  const [isLost, setLost] = useState(false);
  const { mutateAsync } = trpc.admin.suppliers.payIn.useMutation();
  const form = useSchemaForm(payInForm, { amount: '', reason: '' });
  const { register, handleSubmit, formState } = form;
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ amount, reason }) => {
    try {
      const { books } = await mutateAsync({ id, amount, reason: reason || undefined, requestId });
      showSuccess(t.paidIn, t.paidInText({ name, balance: formatUnits(books, currency) }));
      onClose();
    } catch (error) {
      const isStillUnsure = isUnsure(readError(error), isLost);
      setLost(isStillUnsure);
      if (!isStillUnsure) showFormError(form, error, t.payInFailed);
    }
    await readAgain();
  });

  return (
    <FormDialog
      title={t.payInTitle({ name })}
      text={t.payInText}
      submitLabel={isLost ? t.sendAgain : t.payIn}
      pendingLabel={t.saving}
      pending={isSubmitting}
      movesMoney
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      {isLost && (
        <Alert.Root status="warning" size="sm" role="alert">
          <Alert.Indicator />
          <Alert.Content>
            <Alert.Title>{t.payInLost}</Alert.Title>
            <Alert.Description>{t.payInLostText}</Alert.Description>
          </Alert.Content>
        </Alert.Root>
      )}
      <TextField
        label={t.amount}
        hint={t.amountHint({ currency })}
        autoComplete="off"
        inputMode="decimal"
        placeholder="0.00"
        data-autofocus
        readOnly={isLost}
        error={errors.amount}
        {...register('amount')}
      />
      <TextAreaField
        label={t.reason}
        hint={t.reasonHint}
        optional
        rows={2}
        maxLength={500}
        readOnly={isLost}
        error={errors.reason}
        {...register('reason')}
      />
    </FormDialog>
  );
}
