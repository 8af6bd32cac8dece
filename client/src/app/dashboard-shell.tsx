import { Box, Flex, SkipNavContent } from '@chakra-ui/react';
import { Outlet } from 'react-router-dom';
import { useHasSidebar } from '../lib/media.ts';
import { useSession } from '../lib/session.ts';
import { Sidebar } from './navigation/sidebar.tsx';

/** A readable width for pages; a dense list uses the full width. */
const pageWidth = { maxW: '74rem', '&:has([data-dense])': { maxW: 'none', py: { base: '3', md: '4' } } };

/** The dashboard: a sidebar and the page; narrow screens have the bottom bar instead. */
export default function DashboardShell() {
  const hasSidebar = useHasSidebar();
  const { isAdmin } = useSession();
  return (
    <Flex maxW={isAdmin ? 'none' : '8xl'} mx="auto" align="start">
      {hasSidebar && (
        <Box
          as="aside"
          w="64"
          flexShrink="0"
          position="sticky"
          top="var(--under-bar)"
          h="calc(100dvh - var(--under-bar))"
          overflowY="auto"
          borderEndWidth="1px"
          p="4"
        >
          <Sidebar />
        </Box>
      )}
      <Box
        as="main"
        flex="1"
        minW="0"
        px={{ base: '4', md: '6' }}
        py={{ base: '4', md: '8' }}
        css={isAdmin ? pageWidth : undefined}
      >
        <SkipNavContent />
        <Outlet />
      </Box>
    </Flex>
  );
}
