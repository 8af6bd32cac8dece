import { Box, Button, Collapsible, Flex, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import {
  LuBadgeDollarSign,
  LuChevronDown,
  LuClipboardCheck,
  LuHistory,
  LuHouse,
  LuLayoutDashboard,
  LuListChecks,
  LuLogOut,
  LuReceipt,
  LuScrollText,
  LuSettings,
  LuUser,
  LuUsers,
  LuWallet,
} from 'react-icons/lu';
import { useLocation, useNavigate } from 'react-router-dom';
import { AppLink } from '../components/app-link.tsx';
import { MoneyText } from '../components/money-text.tsx';
import { UserAvatar } from '../components/user-avatar.tsx';
import { menuTexts } from '../i18n/en/shell.ts';
import { useBalance } from '../lib/balance.ts';
import { paths } from '../lib/paths.ts';
import { useSession } from '../lib/session.ts';
import { logout } from '../lib/trpc.ts';

interface Item {
  to: string;
  label: keyof typeof menuTexts.english;
  icon: ReactNode;
}

const overview: Item = { to: paths.dashboard, label: 'dashboard', icon: <LuLayoutDashboard /> };

const home: Item = { to: paths.home, label: 'home', icon: <LuHouse /> };

const profile: Item = { to: paths.dashboardProfile, label: 'profile', icon: <LuUser /> };

const adminItems: Item[] = [
  overview,
  { to: paths.manageOrders, label: 'manageOrders', icon: <LuClipboardCheck /> },
  { to: paths.manageRecharges, label: 'manageRecharges', icon: <LuBadgeDollarSign /> },
  { to: paths.manageUsers, label: 'manageUsers', icon: <LuUsers /> },
  { to: paths.settings, label: 'settings', icon: <LuSettings /> },
];

const userItems: Item[] = [
  overview,
  { to: paths.dashboardServices, label: 'services', icon: <LuListChecks /> },
  { to: paths.rechargeHistory, label: 'rechargeHistory', icon: <LuReceipt /> },
  { to: paths.orderHistory, label: 'orderHistory', icon: <LuHistory /> },
  { to: paths.statement, label: 'statement', icon: <LuScrollText /> },
  { to: paths.addBalance, label: 'addBalance', icon: <LuWallet /> },
];

export function Sidebar() {
  const t = useStore(menuTexts);
  const { isAdmin } = useSession();
  return (
    <Stack gap="4">
      <ProfileBlock />
      <Stack as="nav" aria-label={t.dashboard} gap="0.5">
        {(isAdmin ? adminItems : userItems).map((item) => (
          <SidebarLink key={item.to} {...item} />
        ))}
      </Stack>
    </Stack>
  );
}

/** Who is signed in, their balance, and the ways out; open at first, can be folded away. */
function ProfileBlock() {
  const t = useStore(menuTexts);
  const { user } = useSession();
  const navigate = useNavigate();
  const leave = () => {
    void logout();
    void navigate(paths.home);
  };
  return (
    <Collapsible.Root defaultOpen borderWidth="1px" borderRadius="l2">
      <Collapsible.Trigger asChild>
        <Button variant="plain" w="full" h="auto" p="3" gap="3" justifyContent="start">
          <UserAvatar size="sm" name={user?.name ?? ''} image={user?.image} />
          <Box textAlign="start" flex="1" minW="0">
            <Text fontWeight="semibold" truncate>
              {user?.name}
            </Text>
            <Text textStyle="xs" color="fg.muted" fontWeight="normal" truncate>
              @{user?.userName}
            </Text>
          </Box>
          <Collapsible.Indicator transition="transform 150ms" _open={{ transform: 'rotate(180deg)' }}>
            <LuChevronDown />
          </Collapsible.Indicator>
        </Button>
      </Collapsible.Trigger>
      <Collapsible.Content>
        <Stack gap="0.5" px="2" pb="2">
          <ProfileBalance />
          <SidebarLink {...home} />
          <SidebarLink {...profile} />
          <Button variant="ghost" justifyContent="start" px="3" gap="3" fontWeight="normal" onClick={leave}>
            <LuLogOut /> {t.logout}
          </Button>
        </Stack>
      </Collapsible.Content>
    </Collapsible.Root>
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

function SidebarLink({ to, label, icon }: Item) {
  const t = useStore(menuTexts);
  const { pathname } = useLocation();
  const isCurrent = pathname === to;
  return (
    <Button
      asChild
      variant="ghost"
      justifyContent="start"
      px="3"
      gap="3"
      fontWeight={isCurrent ? 'semibold' : 'normal'}
      bg={isCurrent ? 'bg.subtle' : undefined}
      boxShadow={isCurrent ? 'inset 3px 0 0 0 var(--c-colors-brand-edge)' : undefined}
    >
      <AppLink to={to} aria-current={isCurrent ? 'page' : undefined}>
        {icon} {t[label]}
      </AppLink>
    </Button>
  );
}
