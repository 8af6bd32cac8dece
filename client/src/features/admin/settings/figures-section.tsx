import { SimpleGrid } from '@chakra-ui/react';
import type { Settings } from '../../../../../shared/settings.ts';
import { TextField } from '../../../components/fields.tsx';
import { figuresForm, typedFigures } from './settings-form.ts';
import { SettingsSection } from './settings-section.tsx';
import { useSettingsForm } from './use-settings-form.ts';

const fields = [
  { name: 'servicesOffset', label: 'Services' },
  { name: 'ordersOffset', label: 'Orders' },
  { name: 'usersOffset', label: 'Users' },
] as const;

/** What the dashboard's figures add to the real counts. */
export function FiguresSection({ settings }: { settings: Settings }) {
  const { form, section } = useSettingsForm({ title: 'Figures', schema: figuresForm, typed: typedFigures, settings });
  const { register, formState } = form;
  return (
    <SettingsSection {...section} text="Added to the real counts on the dashboard; with 0 it shows what is real.">
      <SimpleGrid columns={{ base: 1, md: 3 }} gap="5">
        {fields.map(({ name, label }) => (
          <TextField
            key={name}
            label={`${label} added`}
            inputMode="numeric"
            autoComplete="off"
            fontVariantNumeric="tabular-nums"
            error={formState.errors[name]}
            {...register(name)}
          />
        ))}
      </SimpleGrid>
    </SettingsSection>
  );
}
