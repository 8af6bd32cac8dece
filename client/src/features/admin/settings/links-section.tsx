import { SimpleGrid } from '@chakra-ui/react';
import type { Settings } from '../../../../../shared/settings.ts';
import { TextField } from '../../../components/fields.tsx';
import { showFormError } from '../../../lib/errors.ts';
import { useSchemaForm } from '../../../lib/form.ts';
import { showSuccess } from '../../../lib/notices/notices.ts';
import { linksForm, typedLinks } from './settings-form.ts';
import { SettingsSection } from './settings-section.tsx';
import { useSaveSettings } from './use-save-settings.ts';

/** Where visitors reach the shop, and what they can watch. */
export function LinksSection({ settings }: { settings: Settings }) {
  const save = useSaveSettings();
  const form = useSchemaForm(linksForm, typedLinks(settings));
  const { register, handleSubmit, reset, formState } = form;
  const { errors, isDirty, isSubmitting } = formState;

  const submit = handleSubmit(async (changes) => {
    try {
      reset(typedLinks(await save(changes)));
      showSuccess('Links saved');
    } catch (error) {
      showFormError(form, error, 'Failed to save links');
    }
  });

  return (
    <SettingsSection
      title="Links"
      text="Whole addresses, from https:// on. An empty one is left out."
      saveLabel="Save links"
      changed={isDirty}
      pending={isSubmitting}
      onSubmit={submit}
    >
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="5">
        <TextField
          label="Support chat"
          optional
          type="url"
          autoComplete="off"
          placeholder="https://t.me/…"
          error={errors.chatUrl}
          {...register('chatUrl')}
        />
        {(['videoUrls.0', 'videoUrls.1', 'videoUrls.2'] as const).map((name, index) => (
          <TextField
            key={name}
            label={`Video ${index + 1}`}
            optional
            type="url"
            autoComplete="off"
            placeholder="https://www.youtube.com/watch?v=…"
            error={errors.videoUrls?.[index]}
            {...register(name)}
          />
        ))}
      </SimpleGrid>
    </SettingsSection>
  );
}
