import { SimpleGrid } from '@chakra-ui/react';
import { formatDollars, formatTaka, nanos, takaFor } from '../../../../../shared/money.ts';
import type { Settings } from '../../../../../shared/settings.ts';
import { TextField } from '../../../components/fields.tsx';
import { showFormError } from '../../../lib/errors.ts';
import { useSchemaForm } from '../../../lib/form.ts';
import { showSuccess } from '../../../lib/notices/notices.ts';
import { decimalFromHundredths } from '../../../lib/typed-numbers.ts';
import { rateForm, typedRate } from './settings-form.ts';
import { SettingsSection } from './settings-section.tsx';
import { useSaveSettings } from './use-save-settings.ts';

const EXAMPLE_NANOS = nanos(10_000_000_000);

/** What customers pay for a dollar, and the fee they don't pay. */
export function RateSection({ settings }: { settings: Settings }) {
  const save = useSaveSettings();
  const form = useSchemaForm(rateForm, typedRate(settings));
  const { register, handleSubmit, watch, reset, formState } = form;
  const { errors, isDirty, isSubmitting } = formState;

  const submit = handleSubmit(async (changes) => {
    try {
      const saved = await save(changes);
      reset(typedRate(saved));
      showSuccess('Rate and fee saved', `$1 = ৳${decimalFromHundredths(saved.ratePaisa)} from now on.`);
    } catch (error) {
      showFormError(form, error, 'Failed to save rate and fee');
    }
  });

  const rate = rateForm.shape.ratePaisa.safeParse(watch('ratePaisa'));
  const example = rate.success
    ? `${formatDollars(EXAMPLE_NANOS)} costs ${formatTaka(takaFor(EXAMPLE_NANOS, rate.data))}. `
    : '';
  return (
    <SettingsSection
      title="Rate and fee"
      text="What customers pay for a dollar."
      saveLabel="Save rate and fee"
      changed={isDirty}
      pending={isSubmitting}
      onSubmit={submit}
    >
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
