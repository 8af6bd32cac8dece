import { Alert, Box, SimpleGrid, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { CountField } from '../../../components/count-field.tsx';
import { CheckboxField, TextField } from '../../../components/fields.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { supplierTexts } from '../../../i18n/en/admin/suppliers.ts';
import { ConflictNotice } from '../conflict-notice.tsx';
import { hasAnotherHost } from './supplier-form.ts';
import { type OpenedSupplier, type SupplierConflict, useSaveSupplier } from './use-save-supplier.ts';

/** Another admin's changes of a supplier, and the form's values. */
function SupplierConflicts({ conflicts }: { conflicts: SupplierConflict[] }) {
  const t = useStore(supplierTexts);
  const quoted = (value: string | boolean) => {
    if (typeof value === 'boolean') return value ? t.yes : t.no;
    return value === '' ? t.nothing : `“${value}”`;
  };
  return (
    <ConflictNotice title={t.changedByOther} conflicts={conflicts}>
      {({ field, was, now, typed }) => (
        <>
          <strong>{t[labels[field]]}</strong>: {quoted(was)} → {quoted(now)}
          {typed !== now && <>, {t.youTyped({ text: quoted(typed) })}</>}
        </>
      )}
    </ConflictNotice>
  );
}

const labels = {
  name: 'name',
  url: 'address',
  currency: 'currency',
  rate: 'rate',
  idempotent: 'idempotent',
  marginPercent: 'margin',
  lowBalance: 'lowBalance',
  orderLimit: 'orderLimit',
  dayLimit: 'dayLimit',
  callsPerMinute: 'callsPerMinute',
  orderPlace: 'orderPlace',
} as const satisfies Record<SupplierConflict['field'], keyof typeof supplierTexts.english>;

/** Adds or edits a supplier. Mount it when it opens. */
export default function SupplierDialog({ supplier, onClose }: OpenedSupplier) {
  const t = useStore(supplierTexts);
  const { form, submit, close, conflicts, seen } = useSaveSupplier({ supplier, onClose });
  const { register, watch, setValue, formState } = form;
  const { errors, isSubmitting } = formState;
  const [url, isIdempotent, isSamePanel] = watch(['url', 'idempotent', 'samePanel']);
  const plain = { autoComplete: 'off', spellCheck: false } as const;
  const number = { ...plain, inputMode: 'decimal', fontVariantNumeric: 'tabular-nums' } as const;
  return (
    <FormDialog
      title={supplier ? t.editTitle({ name: supplier.name }) : t.addTitle}
      size="lg"
      submitLabel={conflicts ? t.saveAllTheSame : t.save}
      pendingLabel={t.saving}
      pending={isSubmitting}
      onSubmit={(event) => void submit(event)}
      onClose={() => void close()}
    >
      {conflicts && <SupplierConflicts conflicts={conflicts} />}
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
      {hasAnotherHost(seen, url) && (
        <Box>
          <CheckboxField
            label={t.samePanel}
            checked={isSamePanel}
            onChange={(checked) => setValue('samePanel', checked, { shouldDirty: true })}
          />
          <Text color="fg.muted" textStyle="sm">
            {t.samePanelHint}
          </Text>
        </Box>
      )}
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
        {(['lowBalance', 'orderLimit', 'dayLimit'] as const).map((name) => (
          <TextField
            key={name}
            label={t[name]}
            hint={t.limitHint}
            optional
            {...number}
            error={errors[name]}
            {...register(name)}
          />
        ))}
        <CountField form={form} name="callsPerMinute" label={t.callsPerMinute} />
        <TextField
          label={t.orderPlace}
          hint={t.orderPlaceHint}
          optional
          {...plain}
          dir="ltr"
          maxLength={60}
          error={errors.orderPlace}
          {...register('orderPlace')}
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
