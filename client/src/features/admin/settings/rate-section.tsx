import { SimpleGrid } from '@chakra-ui/react';
import { formatDollars, formatTaka, nanos, type PaisaPerDollar, takaFor } from '#shared/money.ts';
import type { Settings } from '#shared/settings.ts';
import { TextField } from '../../../components/fields.tsx';
import { decimalFromHundredths } from '../../../lib/parse-typed.ts';
import { confirm } from '../../../lib/toasts/toasts.ts';
import { rateForm, typedRateForm } from './settings-form.ts';
import { SettingsSection } from './settings-section.tsx';
import { useSettingsForm } from './use-settings-form.ts';

const EXAMPLE_NANOS = nanos(10_000_000_000);

/** A rate rarely moves by more than a fifth at a time; a digit too many or too few does. */
function askOfLeap(
  { ratePaisa: next }: Partial<Settings>,
  { ratePaisa: last }: Settings,
): Promise<boolean> | undefined {
  if (next === undefined || Math.abs(next - last) * 5 <= last) return undefined;
  const costs = (rate: PaisaPerDollar) => formatTaka(takaFor(EXAMPLE_NANOS, rate));
  return confirm({
    title: `Change the rate from ${decimalFromHundredths(last)} to ${decimalFromHundredths(next)} taka?`,
    text: `It differs by more than 20 %. ${formatDollars(EXAMPLE_NANOS)} costs ${costs(last)} now, and ${costs(next)} afterwards.`,
    confirmLabel: 'Change the rate',
  });
}

/** The rate, and the fee that is displayed but not charged. */
export function RateSection({ settings }: { settings: Settings }) {
  const { form, section } = useSettingsForm({
    title: 'Rate and fee',
    schema: rateForm,
    typed: typedRateForm,
    settings,
    askFirst: askOfLeap,
    savedText: ({ ratePaisa }) => `$1 = ৳${decimalFromHundredths(ratePaisa)} from now on.`,
  });
  const { register, watch, formState } = form;
  const { errors } = formState;
  const rate = rateForm.shape.ratePaisa.safeParse(watch('ratePaisa'));
  const example = rate.success
    ? `${formatDollars(EXAMPLE_NANOS)} costs ${formatTaka(takaFor(EXAMPLE_NANOS, rate.data))}. `
    : '';
  return (
    <SettingsSection {...section} text="What customers pay for a dollar.">
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="5">
        <TextField
          label="Taka per dollar"
          inputMode="decimal"
          autoComplete="off"
          fontVariantNumeric="tabular-nums"
          hint={`${example}Requests already sent keep their rate.`}
          error={errors.ratePaisa}
          {...register('ratePaisa')}
        />
        <TextField
          label="Extra fee in percent"
          inputMode="decimal"
          autoComplete="off"
          fontVariantNumeric="tabular-nums"
          hint="Shown struck out beside NO EXTRA FEE, never charged."
          error={errors.feeBasisPoints}
          {...register('feeBasisPoints')}
        />
      </SimpleGrid>
    </SettingsSection>
  );
}
