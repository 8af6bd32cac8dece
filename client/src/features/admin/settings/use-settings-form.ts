import type { ComponentProps } from 'react';
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import type { Settings } from '../../../../../shared/settings.ts';
import { showFormError } from '../../../lib/errors.ts';
import { useSchemaForm } from '../../../lib/form.ts';
import { showSuccess } from '../../../lib/notices/notices.ts';
import type { SettingsSection } from './settings-section.tsx';
import { useSaveSettings } from './use-save-settings.ts';

interface SettingsFormOptions<Input extends FieldValues> {
  /** The section's name, which its messages bear too: "Rate and fee saved". */
  title: string;
  schema: z.ZodType<Partial<Settings>, Input>;
  /** What the fields show of the settings. */
  typed: (settings: Settings) => DefaultValues<Input>;
  settings: Settings;
  /** Said below the title of the toast. */
  savedText?: (saved: Settings) => string;
}

interface SettingsForm<Input extends FieldValues> {
  form: UseFormReturn<Input, unknown, Partial<Settings>>;
  /** For the frame around the fields. */
  section: Omit<ComponentProps<typeof SettingsSection>, 'text' | 'children'>;
}

/** The form of one section: begins with what is stored, saves its own fields alone, and then shows what the server made of them. */
export function useSettingsForm<Input extends FieldValues>(options: SettingsFormOptions<Input>): SettingsForm<Input> {
  const { title, schema, typed, settings, savedText } = options;
  const name = title.toLowerCase();
  const save = useSaveSettings();
  const form = useSchemaForm(schema, typed(settings));
  const { isDirty, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (changes) => {
    try {
      const saved = await save(changes);
      form.reset(typed(saved));
      showSuccess(`${title} saved`, savedText?.(saved));
    } catch (error) {
      showFormError(form, error, `Failed to save ${name}`);
    }
  });

  return {
    form,
    section: {
      title,
      saveLabel: `Save ${name}`,
      changed: isDirty,
      pending: isSubmitting,
      onSubmit: (event) => void submit(event),
    },
  };
}
