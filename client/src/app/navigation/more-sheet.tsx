import { Box, Button, CloseButton, Drawer, Flex, Portal, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuLogOut } from 'react-icons/lu';
import { UserAvatar } from '../../components/user-avatar.tsx';
import { menuTexts } from '../../i18n/en/menu.ts';
import { shellTexts } from '../../i18n/en/shell.ts';
import { useSession } from '../../lib/session.ts';
import { SearchEverything } from '../palette/search-everything.tsx';
import { PlaceLink } from './place-link.tsx';
import type { Place } from './places.ts';
import { useLeave } from './use-leave.ts';

interface MoreSheetProps {
  places: readonly Place[];
  open: boolean;
  onClose: () => void;
}

/** The places that do not fit into the bottom bar, near the thumb; "Log out" is last. */
export default function MoreSheet({ places, open, onClose }: MoreSheetProps) {
  const t = useStore(menuTexts);
  const shell = useStore(shellTexts);
  const { user } = useSession();
  const leave = useLeave();
  return (
    <Drawer.Root
      open={open}
      onOpenChange={(details) => !details.open && onClose()}
      placement="bottom"
      lazyMount
      unmountOnExit
    >
      <Portal>
        <Drawer.Backdrop />
        <Drawer.Positioner>
          <Drawer.Content maxH="85dvh" borderTopRadius="box" borderTopWidth="1px" borderColor="border.field">
            <Drawer.Header pe="14">
              <Flex gap="3" align="center" minW="0">
                <UserAvatar size="sm" name={user?.name ?? ''} image={user?.image} />
                <Box minW="0">
                  <Drawer.Title truncate>{user?.name}</Drawer.Title>
                  <Text textStyle="xs" color="fg.muted" truncate>
                    @{user?.userName}
                  </Text>
                </Box>
              </Flex>
            </Drawer.Header>
            <Drawer.Body px="3" pb="calc(1rem + env(safe-area-inset-bottom))">
              <SearchEverything mb="2" onClick={onClose} />
              <Stack as="nav" aria-label={t.more} gap="0.5">
                {places.map((place) => (
                  <PlaceLink key={place.to} place={place} />
                ))}
              </Stack>
              <Box borderTopWidth="1px" mt="2" pt="2">
                <Button
                  variant="ghost"
                  w="full"
                  justifyContent="start"
                  px="3"
                  gap="3"
                  fontWeight="normal"
                  onClick={leave}
                >
                  <LuLogOut aria-hidden /> {t.logout}
                </Button>
              </Box>
            </Drawer.Body>
            <Drawer.CloseTrigger asChild>
              <CloseButton aria-label={shell.closeMenu} />
            </Drawer.CloseTrigger>
          </Drawer.Content>
        </Drawer.Positioner>
      </Portal>
    </Drawer.Root>
  );
}
