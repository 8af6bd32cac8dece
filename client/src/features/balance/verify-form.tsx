import { Button, Grid, Span, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useEffect, useMemo } from 'react';
import { z } from 'zod';
import { pastedReference } from '#shared/balance.ts';
import type { Taka } from '#shared/money.ts';
import { readReference } from '#shared/paste/reference.ts';
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
  const { method } = draft;
  const schema = useMemo(() => z.object({ reference: referenceOf(method) }), [method]);
  const form = useSchemaForm(schema, { reference: readTypedReference() });
  const { register, watch, formState, getValues, setValue } = form;
  const { request, isProcessing } = useRequestRecharge({ draft, form, showTotal });
  const typed = watch('reference').trim();
  const isEmpty = typed === '';
  const read = readReference(typed, method);
  const isUnusual = 'reference' in read && read.unusual;
  const taken = 'reference' in read && read.reference !== typed ? t.takenReference({ reference: read.reference }) : '';
  const next = isUnusual ? t.unusualReference({ method }) : t.weCompare({ amount: formatDollars(draft.amountNanos) });
  useEffect(() => keepTypedReference(typed), [typed]);
  /** What was read in a pasted message is shown before it is sent. */
  const showRead = () => {
    const pasted = getValues('reference').trim();
    const found = readReference(pasted, method);
    setValue('reference', 'reference' in found ? found.reference : pasted);
  };
  return (
    <Grid
      asChild
      templateColumns={{ base: 'minmax(0, 1fr) auto', lg: '1fr' }}
      columnGap="2"
      rowGap={{ base: '1.5', lg: '4' }}
    >
      <form
        noValidate
        onSubmit={form.handleSubmit(({ reference: number }) => {
          showRead();
          return request(number);
        })}
      >
        <TextField
          label={t.reference}
          hint={
            <Span hideBelow="lg" display="block">
              {t.referenceHint}
            </Span>
          }
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="done"
          h="12"
          fontSize="lg"
          readOnly={isProcessing}
          error={formState.errors.reference}
          {...register('reference', { onBlur: showRead })}
        />
        <Button
          type="submit"
          size="lg"
          colorPalette="brand"
          disabled={isEmpty}
          loading={isProcessing}
          loadingText={t.processing}
          // Next to the field's box, below its label.
          mt={{ base: '1.625rem', lg: '0' }}
          h="12"
          px={{ base: '4', lg: '6' }}
        >
          {t.verify}
        </Button>
        <Text textStyle="sm" color={isUnusual ? 'orange.fg' : 'fg.muted'} aria-live="polite" gridColumn="1 / -1">
          {isEmpty ? t.enterReference : `${taken} ${next}`.trim()}
        </Text>
      </form>
    </Grid>
  );
}

/** The one transaction ID in what is typed or pasted. */
export function referenceOf(method: string) {
  return pastedReference
    .overwrite((pasted) => {
      const read = readReference(pasted, method);
      return 'reference' in read ? read.reference : pasted;
    })
    .superRefine((pasted, ctx) => {
      const read = readReference(pasted, method);
      if ('problem' in read) ctx.addIssue({ code: 'custom', message: read.problem });
    });
}
