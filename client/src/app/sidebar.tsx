import { Box, Button, Collapsible, Flex, Stack, Text } from '@chakra-ui/react';
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
import { useBalance } from '../lib/balance.ts';
import { paths } from '../lib/paths.ts';
import { useSession } from '../lib/session.ts';
import { logout } from '../lib/trpc.ts';

interface Item {
  to: string;
  label: string;
  icon: ReactNode;
}

const overview: Item = { to: paths.dashboard, label: 'Dashboard', icon: <LuLayoutDashboard /> };

const adminItems: Item[] = [
  overview,
  { to: paths.manageOrders, label: 'Manage Orders', icon: <LuClipboardCheck /> },
  { to: paths.manageRecharges, label: 'Manage Recharges', icon: <LuBadgeDollarSign /> },
  { to: paths.manageUsers, label: 'Manage Users', icon: <LuUsers /> },
  { to: paths.settings, label: 'Settings', icon: <LuSettings /> },
];

const userItems: Item[] = [
  overview,
  { to: paths.dashboardServices, label: 'Services', icon: <LuListChecks /> },
  { to: paths.rechargeHistory, label: 'Recharge History', icon: <LuReceipt /> },
  { to: paths.orderHistory, label: 'Order History', icon: <LuHistory /> },
  { to: paths.statement, label: 'Statement', icon: <LuScrollText /> },
  { to: paths.addBalance, label: 'Add Balance', icon: <LuWallet /> },
];

export function Sidebar() {
  const { isAdmin } = useSession();
  return (
    <Stack gap="4">
      <ProfileBlock />
      <Stack as="nav" aria-label="Dashboard" gap="0.5">
        {(isAdmin ? adminItems : userItems).map((item) => (
          <SidebarLink key={item.to} {...item} />
        ))}
      </Stack>
    </Stack>
  );
}

/** Who is signed in, their balance, and the ways out; open at first, can be folded away. */
function ProfileBlock() {
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
          <SidebarLink to={paths.home} label="Home" icon={<LuHouse />} />
          <SidebarLink to={paths.dashboardProfile} label="Profile" icon={<LuUser />} />
          <Button variant="ghost" justifyContent="start" px="3" gap="3" fontWeight="normal" onClick={leave}>
            <LuLogOut /> Logout
          </Button>
        </Stack>
      </Collapsible.Content>
    </Collapsible.Root>
  );
}

function ProfileBalance() {
  const balanceNanos = useBalance();
  return (
    <Flex asChild align="baseline" justify="space-between" px="3" py="2.5" mb="1" bg="bg.subtle" borderRadius="l2">
      <AppLink to={paths.addBalance}>
        <Text textStyle="xs" color="fg.muted">
          Balance
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
        {icon} {label}
      </AppLink>
    </Button>
  );
}
