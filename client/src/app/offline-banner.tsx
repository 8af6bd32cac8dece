import { Box, Flex, Span } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuWifiOff } from 'react-icons/lu';
import { shellTexts } from '../i18n/en/shell.ts';

/** The height of the banner while it is visible. */
export const OFFLINE_BANNER_HEIGHT = '2.5rem';

/** Shows that the connection is lost, at any scroll position; queries continue by themselves once it is back. */
export function OfflineBanner({ online }: { online: boolean }) {
  const t = useStore(shellTexts);
  return (
    <Box aria-live="polite" position="sticky" top="16" zIndex="docked">
      {!online && (
        <Flex
          h={OFFLINE_BANNER_HEIGHT}
          bg="bg.warning"
          color="fg.warning"
          px="4"
          gap="2"
          align="center"
          justify="center"
          textStyle="sm"
        >
          <LuWifiOff aria-hidden />
          <span>
            {t.offline}
            <Span hideBelow="md"> {t.offlineMore}</Span>
          </span>
        </Flex>
      )}
    </Box>
  );
}
