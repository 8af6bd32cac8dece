import { Flex } from '@chakra-ui/react';
import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { LuWifiOff } from 'react-icons/lu';

/** Says that the connection is gone; queries go on by themselves once it is back. */
export function OfflineBanner() {
  const online = useSyncExternalStore(
    (notify) => onlineManager.subscribe(notify),
    () => onlineManager.isOnline(),
  );
  return (
    <div aria-live="polite">
      {!online && (
        <Flex bg="bg.warning" color="fg.warning" px="4" py="2" gap="2" align="center" justify="center" textStyle="sm">
          <LuWifiOff aria-hidden /> You are offline. Everything goes on by itself once the connection is back.
        </Flex>
      )}
    </div>
  );
}
