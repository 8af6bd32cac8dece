import { Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** What is to be known of a list, in one line above it that takes no room while there is nothing. */
export function DeskNotices({ children }: { children: ReactNode }) {
  return (
    <Flex gap="3" wrap="wrap" align="center" css={{ '&:not(:empty)': { pt: '2' } }}>
      {children}
    </Flex>
  );
}
