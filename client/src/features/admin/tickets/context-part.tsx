import { Flex, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** One section of the panel. */
export function Part({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <Stack as="section" aria-label={title} gap="3">
      <Flex gap="3" align="center" justify="space-between">
        <Text as="h2" fontWeight="semibold" textStyle="sm">
          {title}
        </Text>
        {aside}
      </Flex>
      {children}
    </Stack>
  );
}
