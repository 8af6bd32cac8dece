import { SimpleGrid } from '@chakra-ui/react';
import type { Settings } from '../../../../../shared/settings.ts';
import { TextField } from '../../../components/fields.tsx';
import { showFormError } from '../../../lib/errors.ts';
import { useSchemaForm } from '../../../lib/form.ts';
import { showSuccess } from '../../../lib/notices/notices.ts';
import { figuresForm, typedFigures } from './settings-form.ts';
import { SettingsSection } from './settings-section.tsx';
import { useSaveSettings } from './use-save-settings.ts';

const fields = [
  { name: 'servicesOffset', label: 'Services' },
  { name: 'ordersOffset', label: 'Orders' },
  { name: 'usersOffset', label: 'Users' },
] as const;

/** What the dashboard's figures add to the real counts. */
export function FiguresSection({ settings }: { settings: Settings }) {
  const save = useSaveSettings();
  const form = useSchemaForm(figuresForm, typedFigures(settings));
  const { register, handleSubmit, reset, formState } = form;
  const { errors, isDirty, isSubmitting } = formState;

  const submit = handleSubmit(async (changes) => {
    try {
      reset(typedFigures(await save(changes)));
      showSuccess('Figures saved');
    } catch (error) {
      showFormError(form, error, 'Failed to save figures');
    }
  });

  return (
    <SettingsSection
      title="Figures"
      text="Added to the real counts on the dashboard; with 0 it shows what is real."
      saveLabel="Save figures"
      changed={isDirty}
      pending={isSubmitting}
      onSubmit={submit}
    >
      <SimpleGrid columns={{ base: 1, md: 3 }} gap="5">
        {fields.map(({ name, label }) => (
          <TextField
            key={name}
            label={`${label} added`}
            inputMode="numeric"
            autoComplete="off"
            fontVariantNumeric="tabular-nums"
            error={errors[name]}
            {...register(name)}
          />
        ))}
      </SimpleGrid>
    </SettingsSection>
  );
}
