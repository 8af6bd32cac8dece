import { useState } from 'react';
import type { SettingSection, Settings } from '#shared/settings.ts';
import { settingSectionTexts, settingsTexts } from '../../../i18n/en/admin/settings.ts';
import { readError, showFormError } from '../../../lib/errors.ts';
import { useSchemaForm } from '../../../lib/form.ts';
import { showSuccess } from '../../../lib/toasts/toasts.ts';
import { trpc } from '../../../lib/trpc.ts';
import { useUnsavedChanges } from '../use-ask-before-leaving.ts';
import { useConflict } from './conflict.tsx';
import { sectionForm, settingDifferences, typedSettings } from './setting-kinds.ts';

export interface SettingsFormOptions {
  section: SettingSection;
  settings: Settings;
  /** Said below the title of the toast. */
  savedText?: (saved: Settings) => string;
  onSaved?: (saved: Settings) => void;
  /** Asks before a likely slip is saved. @param seen the initial settings */
  askFirst?: (changes: Partial<Settings>, seen: Settings) => Promise<boolean> | undefined;
}

/** The form of one section: it saves its own fields alone, and then displays the stored values. */
export function useSettingsForm({ section, settings, savedText, onSaved, askFirst }: SettingsFormOptions) {
  const save = useSaveSettings();
  const utils = trpc.useUtils();
  /** The initial values; the stored ones may have changed since. */
  const [seen, setSeen] = useState(settings);
  const conflict = useConflict();
  const [schema] = useState(() => sectionForm(section));
  const form = useSchemaForm(schema, typedSettings(section, seen));
  useUnsavedChanges(form.formState.isDirty);

  const beginWith = (stored: Settings) => {
    setSeen(stored);
    form.reset(typedSettings(section, stored));
  };

  const submit = async (changes: Partial<Settings>, known: Settings): Promise<void> => {
    const t = settingsTexts.get();
    const title = settingSectionTexts.get()[section];
    try {
      const saved = await save(changes, sameFields(changes, known));
      beginWith(saved);
      showSuccess(t.saved({ section: title }), savedText?.(saved));
      onSaved?.(saved);
    } catch (error) {
      const { code, details } = readError(error);
      if (code !== 'settings_changed')
        return showFormError(form, error, t.failedSave({ section: title.toLowerCase() }));
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

  return { form, onSubmit, conflict: conflict.dialog };
}

/** The fields that are changed, as they were seen. */
function sameFields(changes: Partial<Settings>, seen: Settings): Partial<Settings> {
  return Object.fromEntries(Object.entries(seen).filter(([name]) => name in changes));
}

/**
 * Saves some settings; the others stay as they are. `expected` are the changed fields as they were seen; where they differ by now, the
 * server refuses with `settings_changed`.
 */
function useSaveSettings(): (changes: Partial<Settings>, expected: Partial<Settings>) => Promise<Settings> {
  const utils = trpc.useUtils();
  const { mutateAsync } = trpc.admin.settings.update.useMutation();
  return async (changes, expected) => {
    const saved = await mutateAsync({ ...changes, expectedSettings: expected });
    utils.admin.settings.get.setData(undefined, saved);
    void utils.settings.invalidate();
    void utils.balance.methods.invalidate();
    void utils.admin.stats.invalidate();
    return saved;
  };
}
