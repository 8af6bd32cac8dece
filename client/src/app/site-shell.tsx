import { Box, Container, Flex, SkipNavContent, SkipNavLink, Span } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuWifiOff } from 'react-icons/lu';
import { Outlet, useLocation } from 'react-router-dom';
import { LazyBoundary } from '../components/lazy-boundary.tsx';
import { shellTexts } from '../i18n/en/shell.ts';
import { useIsHydrated } from '../lib/hydration.ts';
import { lazyWithPreload } from '../lib/lazy-with-preload.tsx';
import { useHasSidebar } from '../lib/media.ts';
import { isWithin, paths } from '../lib/paths.ts';
import { useSession } from '../lib/session.ts';
import { useIsOnline } from '../lib/use-is-online.ts';
import { AddressBanner } from './address-banner.tsx';
import { NoticeBanner } from './notice-banner.tsx';
import { PaletteLayer } from './palette/palette-layer.tsx';
import { TopBar } from './top-bar.tsx';
import { withPlaces } from './with-places.ts';

/** The height of the banner while it is visible. */
const OFFLINE_BANNER_HEIGHT = '2.5rem';

/** Shows that the connection is lost, at any scroll position; queries continue by themselves once it is back. */
function OfflineBanner({ online }: { online: boolean }) {
  const t = useStore(shellTexts);
  return (
    <Box aria-live="polite" position="sticky" top="16" zIndex="docked">
      {!online && (
        <Flex
          h={OFFLINE_BANNER_HEIGHT}
          bg="bg.warning"
          color="fg.warning"
          px="4"
          gap="2"
          align="center"
          justify="center"
          textStyle="sm"
        >
          <LuWifiOff aria-hidden />
          <span>
            {t.offline}
            <Span hideBelow="md"> {t.offlineMore}</Span>
          </span>
        </Flex>
      )}
    </Box>
  );
}

/** They are not needed before a page is read. */
const { Part: RouteAnnouncer } = lazyWithPreload(() => import('./route-announcer.tsx'), true);
const { Part: ChatWidget } = lazyWithPreload(() => import('./chat-widget.tsx'), true);
/** Only signed-in users on screens without a sidebar need its code. */
const { Part: BottomBar } = lazyWithPreload(() => withPlaces(import('./navigation/bottom-bar.tsx')));

/**
 * The frame of every page: skip link, top bar, offline banner, bottom bar, chat. The dashboard sets its own width. Sticky elements at
 * the top use `--under-bar`, those at the bottom `--bottom-bar` and the height of the jobs above it, `--dock`. The end of a page can be
 * scrolled clear of the chat, which an admin's dense lists do without: it would cover their rows.
 */
export function SiteShell() {
  const t = useStore(shellTexts);
  const { pathname } = useLocation();
  const online = useIsOnline();
  const { signedIn, isAdmin } = useSession();
  const hasSidebar = useHasSidebar();
  const isHydrated = useIsHydrated();
  const hasBottomBar = signedIn && !hasSidebar;
  const isDashboard = isWithin(pathname, paths.dashboard);
  return (
    <PaletteLayer>
      <Box
        css={{
          '--page-width': isAdmin && isDashboard ? 'none' : 'sizes.8xl',
          '--under-bar': online ? '4rem' : `calc(4rem + ${OFFLINE_BANNER_HEIGHT})`,
          '--bottom-bar': hasBottomBar ? 'calc(3.5rem + env(safe-area-inset-bottom))' : '0px',
          '--chat-room': '4.5rem',
          ...(isAdmin && { '&:has([data-dense])': { '--chat-room': '0px', '& [data-chat]': { display: 'none' } } }),
        }}
        pb="calc(var(--bottom-bar) + var(--dock, 0px) + var(--chat-room))"
      >
        <SkipNavLink>{t.skipToContent}</SkipNavLink>
        <TopBar />
        <OfflineBanner online={online} />
        <AddressBanner />
        <NoticeBanner />
        {isDashboard ? (
          <Outlet />
        ) : (
          <Container asChild maxW="8xl" px={{ base: '4', md: '6' }} py={{ base: '6', md: '10' }}>
            <main>
              <SkipNavContent />
              <Outlet />
            </main>
          </Container>
        )}
        {isHydrated && (
          <LazyBoundary>
            <RouteAnnouncer />
            <ChatWidget />
          </LazyBoundary>
        )}
        {hasBottomBar && (
          <LazyBoundary>
            <BottomBar />
          </LazyBoundary>
        )}
      </Box>
    </PaletteLayer>
  );
}
