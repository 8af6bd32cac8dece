import { Button, Stack, Text } from '@chakra-ui/react';
import { useEffect } from 'react';
import { z } from 'zod';
import { reference } from '../../../../shared/balance.ts';
import { formatDollars, type Taka } from '../../../../shared/money.ts';
import { TextField } from '../../components/fields.tsx';
import { useSchemaForm } from '../../lib/form.ts';
import { keepTypedReference, type RechargeDraft, readTypedReference } from './recharge-draft.ts';
import { useRequestRecharge } from './use-request-recharge.ts';

interface VerifyFormProps {
  draft: RechargeDraft;
  /** Shows another total when the rate has changed meanwhile. */
  showTotal: (totalTaka: Taka) => void;
}

/** The receipt's number; neither a failed request nor a reload loses what was typed. */
export function VerifyForm({ draft, showTotal }: VerifyFormProps) {
  const form = useSchemaForm(z.object({ reference }), { reference: readTypedReference().reference });
  const { register, watch, formState, getValues, setValue } = form;
  const { request, isProcessing } = useRequestRecharge({ draft, form, showTotal });
  const typed = watch('reference').trim();
  const isEmpty = typed === '';
  useEffect(() => keepTypedReference({ reference: typed }), [typed]);
  /** Receipts are pasted with spaces around them. */
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
          label="Transaction ID"
          hint="From the confirmation message, such as 9A7BC2D4EF."
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
          loadingText="Processing…"
        >
          VERIFY
        </Button>
        <Text textStyle="sm" color="fg.muted" aria-live="polite">
          {isEmpty
            ? 'Enter the transaction ID to go on.'
            : `We compare it with the payment and add ${formatDollars(draft.amountNanos)} to your balance.`}
        </Text>
      </form>
    </Stack>
  );
}
