import { Heading, Stack } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** A part of some details under a heading of its own. */
export function DetailSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap="3">
      <Heading as="h3" size="sm">
        {title}
      </Heading>
      {children}
    </Stack>
  );
}
