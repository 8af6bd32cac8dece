import { useStore } from '@nanostores/react';
import type { UseFormReturn } from 'react-hook-form';
import { TextField } from '../../../components/fields.tsx';
import { buyServiceTexts } from '../../../i18n/en/buy-service.ts';
import { LinkField } from '../link-field.tsx';

export interface Typed {
  link: string;
  quantity: string;
}

interface BuyFieldsProps {
  form: Pick<UseFormReturn<Typed>, 'register' | 'formState'>;
  min: number;
  max: number;
  /** What it costs, in dollars; empty while that can't be told. */
  charge: string;
  isPending?: boolean;
}

/** Link, quantity with its limits, and the charge that follows from it. */
export function BuyFields({ form: { register, formState }, min, max, charge, isPending = false }: BuyFieldsProps) {
  const t = useStore(buyServiceTexts);
  return (
    <>
      <LinkField
        label={t.link}
        readOnly={isPending}
        placeholder={t.linkHint}
        error={formState.errors.link}
        {...register('link')}
      />
      <TextField
        label={t.quantity}
        // Plain digits, as they are typed.
        hint={t.limits({ min: String(min), max: String(max) })}
        inputMode="numeric"
        enterKeyHint="done"
        autoComplete="off"
        readOnly={isPending}
        fontVariantNumeric="tabular-nums"
        error={formState.errors.quantity}
        {...register('quantity')}
      />
      <TextField
        label={t.charge}
        name="charge"
        value={charge}
        readOnly
        placeholder="–"
        bg="bg.subtle"
        fontWeight="semibold"
        fontVariantNumeric="tabular-nums"
      />
    </>
  );
}
