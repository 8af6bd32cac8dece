import { Skeleton, Stack, VisuallyHidden } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { commonTexts } from '../i18n/en/common.ts';

/** Stands in for a page whose code is on its way; keeps the page's height so that the footer does not jump. */
export function PageSkeleton() {
  const t = useStore(commonTexts);
  return (
    <Stack gap="4" minH="70vh" aria-busy>
      <VisuallyHidden>{t.loading}</VisuallyHidden>
      <Skeleton h="9" w="56" maxW="full" />
      <Skeleton h="5" w="80" maxW="full" />
      <Skeleton h="48" mt="4" />
    </Stack>
  );
}
