import { IconButton } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuMessageCircle } from 'react-icons/lu';
import { shellTexts } from '../i18n/en/shell.ts';
import { usePublicSettings } from '../lib/public-settings.ts';

/**
 * Opens the shop's chat in a new tab, if an admin has entered its URL. It is in the top bar, because a floating button would cover a
 * price or a button.
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
