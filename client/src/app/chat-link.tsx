import { IconButton } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuMessageCircle } from 'react-icons/lu';
import { shellTexts } from '../i18n/en/shell.ts';
import { usePublicSettings } from '../lib/public-settings.ts';

/**
 * Opens the shop's chat in a new tab, once an admin has put in where it is. It stays in sight in the top bar: floating over a page it
 * would lie on a price or on a button of one card or another.
 */
export function ChatLink() {
  const t = useStore(shellTexts);
  const chatUrl = usePublicSettings()?.chatUrl;
  if (!chatUrl) return null;
  return (
    <IconButton asChild variant="ghost" px="0">
      <a href={chatUrl} target="_blank" rel="noopener noreferrer" aria-label={t.chat} title={t.chat}>
        <LuMessageCircle aria-hidden />
      </a>
    </IconButton>
  );
}
