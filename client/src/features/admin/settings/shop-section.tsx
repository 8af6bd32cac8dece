import { Button, Flex, SimpleGrid } from '@chakra-ui/react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import type { Setting, SettingName } from '#shared/settings.ts';
import { TextField } from '../../../components/fields.tsx';
import { SectionFrame } from './section-frame.tsx';
import { settingKinds, settingsIn, type TypedSettings } from './setting-kinds.ts';

import { type SettingsFormOptions, useSettingsForm } from './use-settings-form.ts';
import { ZoneField } from './zone-field.tsx';

interface ShopSectionProps extends SettingsFormOptions {
  text: string;
  columns?: number;
  /** By the field's name: what the typed text comes to, before its hint. */
  examples?: Partial<Record<SettingName, (typed: string) => string>>;
}

/** The declared settings of one section, which are saved together. */
export function ShopSection({ text, columns = 1, examples, ...options }: ShopSectionProps) {
  const { section } = options;
  const { form, onSubmit, conflict } = useSettingsForm(options);
  const { isDirty, isSubmitting } = form.formState;
  return (
    <SectionFrame title={section} text={text}>
      <form noValidate onSubmit={(event) => void onSubmit(event)}>
        <SimpleGrid columns={{ base: 1, md: columns }} gap="5" px={{ base: '4', md: '6' }} pb={{ base: '4', md: '6' }}>
          {settingsIn(section).map(([name, setting]) => (
            <SettingField key={name} name={name} setting={setting} form={form} example={examples?.[name]} />
          ))}
        </SimpleGrid>
        <Flex justify="end" borderTopWidth="1px" px={{ base: '4', md: '6' }} py="3">
          <Button
            type="submit"
            minW="28"
            w={{ base: 'full', md: 'auto' }}
            // For screen readers, as the page has several.
            aria-label={`Save ${section.toLowerCase()}`}
            colorPalette={isDirty ? 'brand' : undefined}
            variant={isDirty ? 'solid' : 'outline'}
            loading={isSubmitting}
            loadingText="Saving…"
          >
            Save
          </Button>
        </Flex>
      </form>
      {conflict}
    </SectionFrame>
  );
}

interface SettingFieldProps {
  name: SettingName;
  setting: Setting;
  form: UseFormReturn<TypedSettings, unknown, unknown>;
  example: ((typed: string) => string) | undefined;
}

function SettingField({ name, setting, form, example }: SettingFieldProps) {
  const { kind, label, hint = '', placeholder } = setting;
  if (kind === 'timeZone') {
    return (
      <Controller
        control={form.control}
        name={name}
        render={({ field, fieldState }) => (
          <ZoneField chosen={String(field.value)} onChoose={field.onChange} error={fieldState.error} />
        )}
      />
    );
  }
  const fields =
    kind === 'urls'
      ? setting.fields.map((each, index) => ({ id: `${name}.${index}`, label: each }))
      : [{ id: name, label }];
  return fields.map(({ id, label: fieldLabel }) => (
    <TextField
      key={id}
      label={fieldLabel}
      autoComplete="off"
      placeholder={placeholder}
      hint={example ? example(String(form.watch(name))) + hint : hint}
      error={form.getFieldState(id, form.formState).error}
      {...settingKinds[kind].input}
      {...form.register(id)}
    />
  ));
}
