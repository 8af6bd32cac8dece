import { Box, Button, CloseButton, Drawer, Flex, Portal, SkipNavContent } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { LuMenu } from 'react-icons/lu';
import { Outlet, useLocation } from 'react-router-dom';
import { shellTexts } from '../i18n/en/shell.ts';
import { useMedia } from '../lib/media.ts';
import { Sidebar } from './sidebar.tsx';

/** The dashboard: a sidebar beside the page, or in a drawer where there is no room for it. */
export default function DashboardShell() {
  const hasRoom = useMedia('(min-width: 1024px)');
  return (
    <Flex maxW="8xl" mx="auto" align="start">
      {hasRoom && (
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
      <Box as="main" flex="1" minW="0" px={{ base: '4', md: '6' }} py={{ base: '4', md: '8' }}>
        {!hasRoom && <SidebarDrawer />}
        <SkipNavContent />
        <Outlet />
      </Box>
    </Flex>
  );
}

function SidebarDrawer() {
  const t = useStore(shellTexts);
  const [open, setOpen] = useState(false);
  const { pathname } = useLocation();
  useEffect(() => setOpen(false), [pathname]);
  return (
    <Drawer.Root
      open={open}
      onOpenChange={(details) => setOpen(details.open)}
      placement="start"
      size="xs"
      lazyMount
      unmountOnExit
    >
      <Drawer.Trigger asChild>
        <Button variant="outline" size="sm" mb="4">
          <LuMenu /> {t.menu}
        </Button>
      </Drawer.Trigger>
      <Portal>
        <Drawer.Backdrop />
        <Drawer.Positioner>
          <Drawer.Content>
            <Drawer.Header>
              <Drawer.Title>{t.dashboard}</Drawer.Title>
            </Drawer.Header>
            <Drawer.Body>
              <Sidebar />
            </Drawer.Body>
            <Drawer.CloseTrigger asChild>
              <CloseButton aria-label={t.closeMenu} />
            </Drawer.CloseTrigger>
          </Drawer.Content>
        </Drawer.Positioner>
      </Portal>
    </Drawer.Root>
  );
}
