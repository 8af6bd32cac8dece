import { Box, Flex } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuWifiOff } from 'react-icons/lu';
import { orderDialogTexts } from '../../../i18n/en/order-dialog.ts';
import { useIsOnline } from '../../../lib/use-is-online.ts';

/** Says within the dialog that the connection is gone: on a phone it covers the banner that says so, and everywhere its readers hear only the dialog. */
export function OfflineNote() {
  const t = useStore(orderDialogTexts);
  const isOnline = useIsOnline();
  return (
    <Box aria-live="polite" flexShrink="0">
      {!isOnline && (
        <Flex
          px="6"
          pt="2"
          pb="max(0.5rem, env(safe-area-inset-bottom))"
          gap="2"
          align="center"
          bg="bg.warning"
          color="fg.warning"
          textStyle="sm"
        >
          <LuWifiOff aria-hidden />
          {t.offline}
        </Flex>
      )}
    </Box>
  );
}
