import { Box, IconButton } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuMessageCircle } from 'react-icons/lu';
import { shellTexts } from '../i18n/en/shell.ts';
import { usePublicSettings } from '../lib/public-settings.ts';

/** Floats on every page and opens the shop's chat in a new tab, once an admin has put in where it is. */
export function ChatLink() {
  const t = useStore(shellTexts);
  const chatUrl = usePublicSettings()?.chatUrl;
  if (!chatUrl) return null;
  return (
    <>
      {/* Room below the last line of a page, so that the button never covers what is to be pressed there. */}
      <Box h="20" _print={{ display: 'none' }} />
      <Box as="aside" aria-label={t.support} pos="fixed" bottom="4" insetEnd="4" _print={{ display: 'none' }}>
        <IconButton asChild variant="outline" size="lg" bg="bg" borderRadius="full">
          <a href={chatUrl} target="_blank" rel="noopener noreferrer" aria-label={t.chat}>
            <LuMessageCircle />
          </a>
        </IconButton>
      </Box>
    </>
  );
}
