import { Button, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { z } from 'zod';
import { reference } from '#shared/balance.ts';
import type { Taka } from '#shared/money.ts';
import { TextField } from '../../components/fields.tsx';
import { paymentTexts } from '../../i18n/en/payment.ts';
import { useSchemaForm } from '../../lib/form.ts';
import { formatDollars } from '../../lib/money.ts';
import { keepTypedReference, type RechargeDraft, readTypedReference } from './recharge-draft.ts';
import { useRequestRecharge } from './use-request-recharge.ts';

interface VerifyFormProps {
  draft: RechargeDraft;
  /** Shows the new total if the rate has changed in the meantime. */
  showTotal: (totalTaka: Taka) => void;
}

/** The form for the transaction ID, which survives a failed request and a reload. */
export function VerifyForm({ draft, showTotal }: VerifyFormProps) {
  const t = useStore(paymentTexts);
  const form = useSchemaForm(z.object({ reference }), { reference: readTypedReference() });
  const { register, watch, formState, getValues, setValue } = form;
  const { request, isProcessing } = useRequestRecharge({ draft, form, showTotal });
  const typed = watch('reference').trim();
  const isEmpty = typed === '';
  useEffect(() => keepTypedReference(typed), [typed]);
  /** Transaction IDs are often pasted with spaces around them. */
  const showTrimmed = () => setValue('reference', getValues('reference').trim());
  return (
    <Stack asChild gap="4">
      <form
        noValidate
        onSubmit={form.handleSubmit(({ reference: number }) => {
          showTrimmed();
          return request(number);
        })}
      >
        <TextField
          label={t.reference}
          hint={t.referenceHint}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="done"
          h="12"
          fontSize="lg"
          readOnly={isProcessing}
          error={formState.errors.reference}
          {...register('reference', { onBlur: showTrimmed })}
        />
        <Button
          type="submit"
          size="lg"
          colorPalette="brand"
          disabled={isEmpty}
          loading={isProcessing}
          loadingText={t.processing}
        >
          {t.verify}
        </Button>
        <Text textStyle="sm" color="fg.muted" aria-live="polite">
          {isEmpty ? t.enterReference : t.weCompare({ amount: formatDollars(draft.amountNanos) })}
        </Text>
      </form>
    </Stack>
  );
}
