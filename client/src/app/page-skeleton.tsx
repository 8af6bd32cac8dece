import { Skeleton, Stack, VisuallyHidden } from '@chakra-ui/react';

/** Stands in for a page whose code is on its way; keeps the page's height so that the footer does not jump. */
export function PageSkeleton() {
  return (
    <Stack gap="4" minH="70vh" aria-busy>
      <VisuallyHidden>Loading…</VisuallyHidden>
      <Skeleton h="9" w="56" maxW="full" />
      <Skeleton h="5" w="80" maxW="full" />
      <Skeleton h="48" mt="4" />
    </Stack>
  );
}
