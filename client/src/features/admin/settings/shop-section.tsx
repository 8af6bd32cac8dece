import { Box, Flex, Grid, SimpleGrid, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { SettingName, SettingSection } from '#shared/settings.ts';
import { settingSectionTexts, settingsTexts } from '../../../i18n/en/admin/settings.ts';
import { FacePreview } from './face-preview.tsx';
import { SaveButton } from './save-button.tsx';
import { SectionFrame } from './section-frame.tsx';
import { SettingField } from './setting-field.tsx';
import { settingsIn } from './setting-kinds.ts';
import { type SettingsFormOptions, useSettingsForm } from './use-settings-form.ts';

interface ShopSectionProps extends SettingsFormOptions {
  columns?: number;
  /** By the field's name: what the typed text comes to, before its hint. */
  examples?: Partial<Record<SettingName, (typed: string) => string>>;
  /** Shows the shop's face with what is typed. */
  hasPreview?: boolean;
  /** Above the fields. */
  note?: string;
  narrow?: boolean;
  noteUnsaved: (section: SettingSection, isUnsaved: boolean) => void;
}

/** The declared settings of one section, which are saved together. */
export function ShopSection({
  columns = 1,
  examples,
  hasPreview = false,
  note,
  narrow = false,
  noteUnsaved,
  ...options
}: ShopSectionProps) {
  const t = useStore(settingsTexts);
  const texts = useStore(settingSectionTexts);
  const { section, settings } = options;
  const { form, onSubmit, conflict } = useSettingsForm(options);
  const { isDirty } = form.formState;
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- only a change of the state is news
  useEffect(() => noteUnsaved(section, isDirty), [section, isDirty]);
  const fields = (
    <SimpleGrid columns={{ base: 1, lg: columns }} gap="5" alignContent="start" minW="0">
      {settingsIn(section).map(([name, setting]) => (
        <SettingField key={name} name={name} setting={setting} form={form} example={examples?.[name]} />
      ))}
    </SimpleGrid>
  );
  return (
    <SectionFrame title={texts[section]} text={texts[`${section}Text`]} narrow={narrow}>
      <form noValidate onSubmit={(event) => void onSubmit(event)}>
        <Box px={{ base: '4', md: '6' }} pb={{ base: '4', md: '6' }}>
          {note && (
            <Text mb="4" px="3" py="2" bg="bg.subtle" borderRadius="l2" textStyle="sm" color="fg.muted">
              {note}
            </Text>
          )}
          {hasPreview ? (
            <Grid templateColumns={{ base: 'minmax(0, 1fr)', xl: 'minmax(0, 1fr) minmax(0, 22rem)' }} gap="6">
              {fields}
              <FacePreview settings={{ ...settings, ...form.watch() }} />
            </Grid>
          ) : (
            fields
          )}
        </Box>
        <Flex justify="end" borderTopWidth="1px" px={{ base: '4', md: '6' }} py="3">
          <SaveButton
            state={form.formState}
            w={{ base: 'full', md: 'auto' }}
            // For screen readers, as the page has several.
            aria-label={t.saveSection({ section: texts[section].toLowerCase() })}
          />
        </Flex>
      </form>
      {conflict}
    </SectionFrame>
  );
}
