import { Box, chakra, Heading, SimpleGrid, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { type Language, languages } from '#shared/languages.ts';
import { type Localized, withShopName } from '#shared/localized.ts';
import { type LocalizedSetting, type SettingName, textLimits } from '#shared/settings.ts';
import { TextAreaField, TextField } from '../../../components/fields.tsx';
import { Markdown } from '../../../components/markdown/markdown.tsx';
import { parseMarkdown } from '../../../components/markdown/parse-markdown.ts';
import { settingsTexts } from '../../../i18n/en/admin/settings.ts';
import { languageInfo } from '../../../i18n/language.ts';
import { shopName } from '../../../lib/public-settings.ts';
import { labelOf } from './setting-kinds.ts';
import type { SettingsForm } from './settings-form.ts';

interface LocalizedFieldProps {
  name: SettingName;
  setting: LocalizedSetting;
  form: SettingsForm;
  hint: string;
}

/** A text in each language, side by side, and a page's text as readers see it. */
export function LocalizedField({ name, setting, form, hint }: LocalizedFieldProps) {
  const isPage = setting.kind === 'localizedMarkdown';
  const maxLength = (textLimits as Partial<Record<SettingName, number>>)[name];
  return (
    <Stack gap="3">
      <SimpleGrid minChildWidth="min(100%, 17rem)" gap="4">
        {languages.map((language, at) => {
          const id = `${name}.${language}`;
          const field = {
            label: [labelOf(name), languageInfo[language].name].join(' · '),
            lang: language,
            autoComplete: 'off',
            maxLength,
            hint: at === 0 ? hint : '',
            error: form.getFieldState(id, form.formState).error,
            ...form.register(id),
          };
          return setting.lines ? (
            <TextAreaField key={language} rows={setting.lines} maxH="96" {...field} />
          ) : (
            <TextField key={language} {...field} />
          );
        })}
      </SimpleGrid>
      {isPage && <Preview typed={form.watch(name) as Localized} />}
    </Stack>
  );
}

/** Parsed only while it is open. */
function Preview({ typed }: { typed: Localized }) {
  const t = useStore(settingsTexts);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <chakra.details borderWidth="1px" borderRadius="l2" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <chakra.summary px="4" py="2.5" minH="11" cursor="button" textStyle="sm" color="fg.muted">
        {t.preview}
      </chakra.summary>
      {isOpen && (
        <SimpleGrid columns={{ base: 1, lg: 2 }} gap="6" px="4" pb="4">
          {languages.map((language) => (
            <PagePreview key={language} language={language} source={typed[language]} />
          ))}
        </SimpleGrid>
      )}
    </chakra.details>
  );
}

function PagePreview({ language, source }: { language: Language; source: string }) {
  const t = useStore(settingsTexts);
  const shop = shopName();
  const blocks = parseMarkdown(withShopName(source, shop), `preview-${language}-`);
  return (
    <Box lang={language} minW="0" textStyle="sm">
      <Heading as="h3" size="xs" color="fg.muted" mb="2">
        {languageInfo[language].name}
      </Heading>
      {blocks.length > 0 ? <Markdown blocks={blocks} headingRank={3} /> : <Text color="fg.muted">{t.noText}</Text>}
    </Box>
  );
}
