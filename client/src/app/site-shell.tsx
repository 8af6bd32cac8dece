import { Box, Container, SkipNavContent, SkipNavLink } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { Outlet, useLocation } from 'react-router-dom';
import { shellTexts } from '../i18n/en/shell.ts';
import { paths } from '../lib/paths.ts';
import { useIsOnline } from '../lib/use-is-online.ts';
import { AddressBanner } from './address-banner.tsx';
import { ChatLink } from './chat-link.tsx';
import { OFFLINE_BANNER_HEIGHT, OfflineBanner } from './offline-banner.tsx';
import { RouteAnnouncer } from './route-announcer.tsx';
import { TopBar } from './top-bar.tsx';

/**
 * What surrounds every page: skip link, top bar, offline banner, chat. The dashboard brings its own width. What
 * sticks to the screen's top stands at `--under-bar`.
 */
export function SiteShell() {
  const t = useStore(shellTexts);
  const { pathname } = useLocation();
  const online = useIsOnline();
  const isDashboard = pathname === paths.dashboard || pathname.startsWith(`${paths.dashboard}/`);
  return (
    <Box css={{ '--under-bar': online ? '4rem' : `calc(4rem + ${OFFLINE_BANNER_HEIGHT})` }}>
      <SkipNavLink>{t.skipToContent}</SkipNavLink>
      <RouteAnnouncer />
      <TopBar />
      <OfflineBanner online={online} />
      <AddressBanner />
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
      <ChatLink />
    </Box>
  );
}
