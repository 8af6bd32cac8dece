import { Box, Button, Flex, Kbd, Span, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useId, useState } from 'react';
import { LuChevronDown, LuLogOut, LuPanelLeftClose } from 'react-icons/lu';
import { AppLink } from '../../components/app-link.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { UserAvatar } from '../../components/user-avatar.tsx';
import { menuTexts } from '../../i18n/en/menu.ts';
import { sidebarTexts } from '../../i18n/en/sidebar.ts';
import { useBalance } from '../../lib/balance.ts';
import { paths } from '../../lib/paths.ts';
import { useQueueCounts } from '../../lib/queue-counts.ts';
import { useSession } from '../../lib/session.ts';
import { toggleSidebar } from '../../lib/sidebar.ts';
import { SearchEverything } from '../palette/search-everything.tsx';
import { PlaceLink } from './place-link.tsx';
import { type Place, usePlaces } from './places.ts';
import { useLeave } from './use-leave.ts';

/** The links in the profile block. */
const inBlock: readonly string[] = [paths.home, paths.dashboardProfile];

/** The navigation of the dashboard. */
export function Sidebar() {
  const t = useStore(menuTexts);
  const { mustEnroll } = useSession();
  const { all } = usePlaces();
  const counts = useQueueCounts();
  return (
    <Stack gap="4" minH="full">
      {!mustEnroll && <SearchEverything />}
      <ProfileBlock places={all.filter(({ to }) => inBlock.includes(to))} />
      {!mustEnroll && (
        <Stack as="nav" aria-label={t.dashboard} gap="0.5">
          {all
            .filter(({ outside }) => !outside)
            .map((place) => (
              <PlaceLink key={place.to} place={place} waiting={counts && place.waiting?.(counts)} />
            ))}
        </Stack>
      )}
      <FoldButton />
    </Stack>
  );
}

function FoldButton() {
  const t = useStore(sidebarTexts);
  return (
    <Button
      variant="ghost"
      justifyContent="start"
      mt="auto"
      px="3"
      gap="3"
      color="fg.muted"
      fontWeight="normal"
      _expanded={{ bg: 'transparent', _hover: { bg: 'bg.subtle' } }}
      aria-expanded
      aria-controls="sidebar"
      onClick={toggleSidebar}
    >
      <LuPanelLeftClose aria-hidden />
      <Span flex="1" textAlign="start">
        {t.foldSidebar}
      </Span>
      <Kbd size="sm" aria-hidden>
        [
      </Kbd>
    </Button>
  );
}

/** The signed-in user, their balance and links; open by default for customers, closed for admins, who need the room for the pages. */
function ProfileBlock({ places }: { places: readonly Place[] }) {
  const t = useStore(menuTexts);
  const { user, isAdmin, mustEnroll } = useSession();
  const leave = useLeave();
  const [isChosen, setChosen] = useState<boolean>();
  const isOpen = isChosen ?? (!isAdmin || mustEnroll);
  const contentId = useId();
  return (
    <Box borderWidth="1px" borderRadius="l2">
      <Button
        variant="plain"
        w="full"
        h="auto"
        p="3"
        gap="3"
        justifyContent="start"
        aria-expanded={isOpen}
        aria-controls={contentId}
        onClick={() => setChosen(!isOpen)}
      >
        <UserAvatar size="sm" name={user?.name ?? ''} image={user?.image} />
        <Box textAlign="start" flex="1" minW="0">
          <Text fontWeight="semibold" truncate>
            {user?.name}
          </Text>
          <Text textStyle="xs" color="fg.muted" fontWeight="normal" truncate>
            @{user?.userName}
          </Text>
        </Box>
        <Box transition="transform 150ms" transform={isOpen ? 'rotate(180deg)' : undefined}>
          <LuChevronDown />
        </Box>
      </Button>
      <Stack id={contentId} hidden={!isOpen} gap="0.5" px="2" pb="2">
        {!mustEnroll && <ProfileBalance />}
        {places.map((place) => (
          <PlaceLink key={place.to} place={place} />
        ))}
        <Button variant="ghost" justifyContent="start" px="3" gap="3" fontWeight="normal" onClick={leave}>
          <LuLogOut aria-hidden /> {t.logout}
        </Button>
      </Stack>
    </Box>
  );
}

function ProfileBalance() {
  const t = useStore(menuTexts);
  const balanceNanos = useBalance();
  return (
    <Flex asChild align="baseline" justify="space-between" px="3" py="2.5" mb="1" bg="bg.subtle" borderRadius="l2">
      <AppLink to={paths.addBalance}>
        <Text textStyle="xs" color="fg.muted">
          {t.balance}
        </Text>
        {balanceNanos === undefined ? (
          <Text color="fg.muted">$…</Text>
        ) : (
          <MoneyText balanceNanos={balanceNanos} fontWeight="semibold" fontSize="lg" />
        )}
      </AppLink>
    </Flex>
  );
}
