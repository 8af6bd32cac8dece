import { type ComponentProps, useState } from 'react';
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import type { Settings } from '#shared/settings.ts';
import { readError, showFormError } from '../../../lib/errors.ts';
import { useSchemaForm } from '../../../lib/form.ts';
import { showSuccess } from '../../../lib/toasts/toasts.ts';
import { trpc } from '../../../lib/trpc.ts';
import { useUnsavedChanges } from '../use-ask-before-leaving.ts';
import { useConflict } from './conflict.tsx';
import { settingDifferences } from './setting-words.ts';
import type { SettingsSection } from './settings-section.tsx';

interface SettingsFormOptions<Input extends FieldValues> {
  /** The section's name, which its messages bear too: "Rate and fee saved". */
  title: string;
  schema: z.ZodType<Partial<Settings>, Input>;
  /** The form values of the settings. */
  typed: (settings: Settings) => DefaultValues<Input>;
  settings: Settings;
  /** Said below the title of the toast. */
  savedText?: (saved: Settings) => string;
  /** Asks before a likely slip is saved. @param seen the initial settings */
  askFirst?: (changes: Partial<Settings>, seen: Settings) => Promise<boolean> | undefined;
}

interface SettingsForm<Input extends FieldValues> {
  form: UseFormReturn<Input, unknown, Partial<Settings>>;
  /** For the frame around the fields. */
  section: Omit<ComponentProps<typeof SettingsSection>, 'text' | 'children'>;
}

/** The form of one section: it saves its own fields alone, and then displays the stored values. */
export function useSettingsForm<Input extends FieldValues>(options: SettingsFormOptions<Input>): SettingsForm<Input> {
  const { title, schema, typed, settings, savedText, askFirst } = options;
  const name = title.toLowerCase();
  const save = useSaveSettings();
  const utils = trpc.useUtils();
  /** The initial values; the stored ones may have changed since. */
  const [seen, setSeen] = useState(settings);
  const conflict = useConflict();
  const form = useSchemaForm(schema, typed(seen));
  const { isDirty, isSubmitting } = form.formState;
  useUnsavedChanges(isDirty);

  const beginWith = (stored: Settings) => {
    setSeen(stored);
    form.reset(typed(stored));
  };

  const submit = async (changes: Partial<Settings>, known: Settings): Promise<void> => {
    try {
      const saved = await save(changes, sameFields(changes, known));
      beginWith(saved);
      showSuccess(`${title} saved`, savedText?.(saved));
    } catch (error) {
      const { code, details } = readError(error);
      if (code !== 'settings_changed') return showFormError(form, error, `Failed to save ${name}`);
      const stored = await utils.admin.settings.get.fetch(undefined, { staleTime: 0 });
      conflict.show({
        changedBy: details.changedBy,
        changedAt: details.changedAt,
        differences: settingDifferences(changes, stored),
        saveMine: () => void submit(changes, stored),
        takeTheirs: () => beginWith(stored),
      });
    }
  };

  const onSubmit = form.handleSubmit(async (changes) => {
    if ((await askFirst?.(changes, seen)) ?? true) await submit(changes, seen);
  });

  return {
    form,
    section: {
      title,
      saveLabel: `Save ${name}`,
      changed: isDirty,
      pending: isSubmitting,
      onSubmit: (event) => void onSubmit(event),
      conflict: conflict.dialog,
    },
  };
}

/** The fields that are changed, as they were seen. */
function sameFields(changes: Partial<Settings>, seen: Settings): Partial<Settings> {
  return Object.fromEntries(Object.entries(seen).filter(([name]) => name in changes));
}

/**
 * Saves some settings. The procedure takes all of them, so the others are read just before: another admin's changes stay.
 * `expected` are the changed fields as they were seen; where they differ by now, the server refuses with `settings_changed`.
 */
function useSaveSettings(): (changes: Partial<Settings>, expected: Partial<Settings>) => Promise<Settings> {
  const utils = trpc.useUtils();
  const { mutateAsync } = trpc.admin.settings.update.useMutation();
  return async (changes, expected) => {
    const latest = await utils.admin.settings.get.fetch(undefined, { staleTime: 0 });
    const saved = await mutateAsync({ ...latest, ...changes, expectedSettings: expected });
    utils.admin.settings.get.setData(undefined, saved);
    void utils.settings.public.invalidate();
    void utils.balance.methods.invalidate();
    void utils.admin.stats.invalidate();
    return saved;
  };
}
