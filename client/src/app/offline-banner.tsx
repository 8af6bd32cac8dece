import { Box, Flex, Span } from '@chakra-ui/react';
import { LuWifiOff } from 'react-icons/lu';

/** How much of the screen's top the banner takes while it is shown. */
export const OFFLINE_BANNER_HEIGHT = '2.5rem';

/** Says that the connection is gone, wherever the page is scrolled to; queries go on by themselves once it is back. */
export function OfflineBanner({ online }: { online: boolean }) {
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
            You are offline.
            <Span hideBelow="md">
              {' '}
              Pages go on by themselves once the connection is back; send again what could not be sent.
            </Span>
          </span>
        </Flex>
      )}
    </Box>
  );
}
