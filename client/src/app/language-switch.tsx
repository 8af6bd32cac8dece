import { Button, Span } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { TRPCClientError } from '@trpc/client';
import { type Language, languages } from '#shared/languages.ts';
import { commonTexts, errorTexts } from '../i18n/en/common.ts';
import { $language, languageInfo } from '../i18n/language.ts';
import { readError } from '../lib/errors.ts';
import { chooseLanguage } from '../lib/language.ts';
import { showError } from '../lib/toasts/toasts.ts';

/** A button for each of the other languages, with the language's own name. */
export function LanguageSwitch() {
  const current = useStore($language);
  return languages
    .filter((language) => language !== current)
    .map((language) => {
      const { name, shortName, font } = languageInfo[language];
      return (
        <Button
          key={language}
          variant="ghost"
          px={{ base: '1.5', md: '3' }}
          lang={language}
          fontFamily={font}
          onClick={() => void choose(language)}
        >
          <Span hideFrom="sm">{shortName}</Span>
          <Span hideBelow="sm">{name}</Span>
        </Button>
      );
    });
}

async function choose(language: Language): Promise<void> {
  try {
    await chooseLanguage(language);
  } catch (error) {
    // A failed import of the texts means that there is no connection.
    const message = error instanceof TRPCClientError ? readError(error).message : errorTexts.get().offline;
    void showError(commonTexts.get().oops, message);
  }
}
