import { Box, Flex, SkipNavContent } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { Outlet } from 'react-router-dom';
import { LazyBoundary } from '../components/lazy-boundary.tsx';
import { lazyWithPreload } from '../lib/lazy-with-preload.tsx';
import { isForPage } from '../lib/page-keys.ts';
import { useSession } from '../lib/session.ts';
import { toggleSidebar, useSidebar } from '../lib/sidebar.ts';
import { Sidebar } from './navigation/sidebar.tsx';

/** With its tooltips, which the open sidebar does not need. */
const { Part: Rail } = lazyWithPreload(() => import('./navigation/rail.tsx'));

/** Only admins load it. */
const { Part: AdminFrame } = lazyWithPreload(() => import('../features/admin/admin-frame.tsx'));

/** A readable width for pages; a dense list uses the full width. */
const pageWidth = { maxW: '74rem', '&:has([data-dense])': { maxW: 'none', py: { base: '3', md: '4' } } };

/** The dashboard: a sidebar and the page; `[` folds the sidebar to icons. Narrow screens have the bottom bar instead. */
export default function DashboardShell() {
  const { look, canOpen } = useSidebar();
  const { isAdmin } = useSession();
  const [above, setAbove] = useState<HTMLElement | null>(null);
  useFoldingKey(canOpen);
  return (
    <Flex maxW={isAdmin ? 'none' : '8xl'} mx="auto" align="start">
      {look !== 'none' && (
        <Box
          as="aside"
          id="sidebar"
          w={look === 'open' ? '64' : '16'}
          flexShrink="0"
          position="sticky"
          top="var(--under-bar)"
          h="calc(100dvh - var(--under-bar))"
          overflowY="auto"
          borderEndWidth="1px"
          p={look === 'open' ? '4' : '2'}
        >
          {look === 'open' ? (
            <Sidebar />
          ) : (
            <LazyBoundary>
              <Rail canOpen={canOpen} />
            </LazyBoundary>
          )}
        </Box>
      )}
      <Box
        as="main"
        flex="1"
        minW="0"
        px={{ base: '4', md: '6' }}
        py={{ base: '4', md: '8' }}
        css={{ '--page-start': '0px', ...(isAdmin && pageWidth) }}
      >
        <SkipNavContent />
        <div ref={setAbove} />
        <Outlet />
      </Box>
      {isAdmin && (
        <LazyBoundary>
          <AdminFrame above={above} start={look === 'open' ? '17.5rem' : '5.5rem'} />
        </LazyBoundary>
      )}
    </Flex>
  );
}

function useFoldingKey(canOpen: boolean): void {
  useEffect(() => {
    if (!canOpen) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === '[' && isForPage(event)) toggleSidebar();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [canOpen]);
}
