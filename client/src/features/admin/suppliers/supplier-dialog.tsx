import { Alert, SimpleGrid } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { CheckboxField, TextField } from '../../../components/fields.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { supplierTexts } from '../../../i18n/en/admin/suppliers.ts';
import { isUnsure, readError, showFormError } from '../../../lib/errors.ts';
import { useSchemaForm } from '../../../lib/form.ts';
import { useRequestId } from '../../../lib/request-id.ts';
import { showError, showSuccess } from '../../../lib/toasts/toasts.ts';
import { trpc } from '../../../lib/trpc.ts';
import { closeForm } from '../run-change.ts';
import type { Supplier } from './supplier.ts';
import { supplierForm, typedSupplier } from './supplier-form.ts';
import { useReadSuppliersAgain } from './use-supplier-changes.ts';

interface SupplierDialogProps {
  /** Undefined for a new one. */
  supplier: Supplier | undefined;
  onClose: () => void;
}

/** Adds or edits a supplier. Mount it when it opens. */
export default function SupplierDialog({ supplier, onClose }: SupplierDialogProps) {
  const t = useStore(supplierTexts);
  const { form, submit, close } = useSaveSupplier({ supplier, onClose });
  const { register, watch, setValue, formState } = form;
  const { errors, isSubmitting } = formState;
  const isIdempotent = watch('idempotent');
  const plain = { autoComplete: 'off', spellCheck: false } as const;
  const number = { ...plain, inputMode: 'decimal', fontVariantNumeric: 'tabular-nums' } as const;
  return (
    <FormDialog
      title={supplier ? t.editTitle({ name: supplier.name }) : t.addTitle}
      size="lg"
      submitLabel={t.save}
      pendingLabel={t.saving}
      pending={isSubmitting}
      onSubmit={(event) => void submit(event)}
      onClose={() => void close()}
    >
      <TextField label={t.name} {...plain} dir="auto" maxLength={60} error={errors.name} {...register('name')} />
      <TextField
        label={t.address}
        hint={t.addressHint}
        {...plain}
        type="url"
        inputMode="url"
        dir="ltr"
        maxLength={2000}
        error={errors.url}
        {...register('url')}
      />
      <TextField
        label={t.key}
        hint={supplier ? t.keyStored : t.keyHint}
        {...plain}
        // A password manager must not offer to store it as the login's.
        autoComplete="one-time-code"
        type="password"
        dir="ltr"
        fontFamily="mono"
        maxLength={1000}
        error={errors.key}
        {...register('key')}
      />
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <TextField
          label={t.currency}
          hint={t.currencyHint}
          {...plain}
          autoCapitalize="characters"
          dir="ltr"
          maxLength={3}
          error={errors.currency}
          {...register('currency')}
        />
        <TextField label={t.rate} hint={t.rateHint} {...number} error={errors.rate} {...register('rate')} />
        <TextField
          label={t.margin}
          hint={t.marginHint}
          optional
          {...number}
          error={errors.marginPercent}
          {...register('marginPercent')}
        />
        <TextField
          label={t.lowBalance}
          hint={t.limitHint}
          optional
          {...number}
          error={errors.lowBalance}
          {...register('lowBalance')}
        />
        <TextField
          label={t.orderLimit}
          hint={t.limitHint}
          optional
          {...number}
          error={errors.orderLimit}
          {...register('orderLimit')}
        />
        <TextField
          label={t.dayLimit}
          hint={t.limitHint}
          optional
          {...number}
          error={errors.dayLimit}
          {...register('dayLimit')}
        />
        <TextField
          label={t.callsPerMinute}
          {...number}
          inputMode="numeric"
          error={errors.callsPerMinute}
          {...register('callsPerMinute')}
        />
      </SimpleGrid>
      <CheckboxField
        label={t.idempotent}
        checked={isIdempotent}
        onChange={(checked) => setValue('idempotent', checked, { shouldDirty: true })}
      />
      <Alert.Root status="warning" size="sm">
        <Alert.Indicator />
        <Alert.Description>{t.idempotentWarning}</Alert.Description>
      </Alert.Root>
    </FormDialog>
  );
}

function useSaveSupplier({ supplier, onClose }: SupplierDialogProps) {
  const readAgain = useReadSuppliersAgain();
  const { requestId } = useRequestId();
  const [schema] = useState(() => supplierForm(supplier));
  const form = useSchemaForm(schema, typedSupplier(supplier));
  // The key must not stay in memory.
  const { mutateAsync, reset } = trpc.admin.suppliers.save.useMutation({ gcTime: 0 });
  const { isDirty } = form.formState;

  const submit = form.handleSubmit(async (fields) => {
    const t = supplierTexts.get();
    try {
      await mutateAsync({ ...fields, ...(supplier ? { id: supplier.id } : { requestId }) });
      showSuccess(t.saved, t.savedText({ name: fields.name }));
      onClose();
    } catch (error) {
      if (isUnsure(readError(error))) void showError(t.saveFailed, t.saveLost);
      else showFormError(form, error, t.saveFailed);
    }
    reset();
    await readAgain();
  });

  return { form, submit, close: () => closeForm(isDirty, onClose) };
}
