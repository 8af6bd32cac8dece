import { Box, Flex, Skeleton, Stack, VisuallyHidden } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { commonTexts } from '../i18n/en/common.ts';
import { useSidebar } from '../lib/sidebar.ts';

/** Placeholder for a page while its code loads; it keeps the page's height so that the footer does not jump. */
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

/** Placeholder for the dashboard with its sidebar, the same as the page before its script. */
export function DashboardSkeleton() {
  const { look } = useSidebar();
  const isOpen = look === 'open';
  return (
    <Flex maxW="8xl" mx="auto" align="start">
      {look !== 'none' && (
        <Box
          w={isOpen ? '64' : '16'}
          flexShrink="0"
          h="calc(100dvh - var(--under-bar))"
          borderEndWidth="1px"
          p={isOpen ? '4' : '2'}
        >
          <Stack gap="4">
            <Skeleton h={isOpen ? '48' : '10'} />
            {isOpen && (
              <>
                <Skeleton h="5" w="60%" />
                <Skeleton h="5" w="70%" />
                <Skeleton h="5" w="50%" />
              </>
            )}
          </Stack>
        </Box>
      )}
      <Box flex="1" minW="0" px={{ base: '4', md: '6' }} py={{ base: '4', md: '8' }}>
        <PageSkeleton />
      </Box>
    </Flex>
  );
}
