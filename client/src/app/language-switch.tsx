import { Button, Span } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { TRPCClientError } from '@trpc/client';
import { commonTexts, errorTexts } from '../i18n/en/common.ts';
import { $language, ownNames } from '../i18n/language.ts';
import { readError } from '../lib/errors.ts';
import { chooseLanguage } from '../lib/language.ts';
import { showError } from '../lib/notices/notices.ts';

/** Names the other language as it calls itself, and switches to it. */
export function LanguageSwitch() {
  const other = useStore($language) === 'en' ? 'bn' : 'en';
  const { whole, short } = ownNames[other];
  const choose = async () => {
    try {
      await chooseLanguage(other);
    } catch (error) {
      // The texts of a language that can't be fetched are missing for want of a connection.
      const message = error instanceof TRPCClientError ? readError(error).message : errorTexts.get().offline;
      void showError(commonTexts.get().oops, message);
    }
  };
  return (
    <Button
      variant="ghost"
      px={{ base: '1.5', md: '3' }}
      lang={other}
      fontFamily={other === 'bn' ? 'Bangla' : undefined}
      onClick={() => void choose()}
    >
      <Span hideFrom="sm">{short}</Span>
      <Span hideBelow="sm">{whole}</Span>
    </Button>
  );
}
