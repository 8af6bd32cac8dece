import { Container, SkipNavContent, SkipNavLink } from '@chakra-ui/react';
import { Outlet, useLocation } from 'react-router-dom';
import { OfflineBanner } from '../components/offline-banner.tsx';
import { ChatLink } from './chat-link.tsx';
import { paths } from './paths.ts';
import { RouteAnnouncer } from './route-announcer.tsx';
import { TopBar } from './top-bar.tsx';

/** What surrounds every page: skip link, top bar, offline banner, chat. The dashboard brings its own width. */
export function SiteShell() {
  const { pathname } = useLocation();
  const isDashboard = pathname === paths.dashboard || pathname.startsWith(`${paths.dashboard}/`);
  return (
    <>
      <SkipNavLink>Skip to content</SkipNavLink>
      <RouteAnnouncer />
      <TopBar />
      <OfflineBanner />
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
    </>
  );
}
