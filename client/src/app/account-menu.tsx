import { Box, Button, type ButtonProps, Menu, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import {
  LuHistory,
  LuHouse,
  LuInfo,
  LuLayoutDashboard,
  LuListChecks,
  LuLogOut,
  LuReceipt,
  LuUser,
  LuWallet,
} from 'react-icons/lu';
import { useNavigate } from 'react-router-dom';
import { menuTexts } from '../i18n/en/shell.ts';
import { useIsWide } from '../lib/media.ts';
import { paths } from '../lib/paths.ts';
import { prefetchPage } from '../lib/prefetch.ts';
import { useSession } from '../lib/session.ts';
import { logout } from '../lib/trpc.ts';

interface MenuLink {
  to: string;
  label: keyof typeof menuTexts.english;
  icon: ReactNode;
  onlyOnPhone: boolean;
  onlyForCustomers?: boolean;
}

const links: MenuLink[] = [
  { to: paths.home, label: 'home', icon: <LuHouse />, onlyOnPhone: true },
  { to: paths.services, label: 'service', icon: <LuListChecks />, onlyOnPhone: true },
  { to: paths.about, label: 'about', icon: <LuInfo />, onlyOnPhone: true },
  { to: paths.profile, label: 'profile', icon: <LuUser />, onlyOnPhone: false },
  { to: paths.dashboard, label: 'dashboard', icon: <LuLayoutDashboard />, onlyOnPhone: false },
  { to: paths.orderHistory, label: 'orderHistory', icon: <LuHistory />, onlyOnPhone: true, onlyForCustomers: true },
  {
    to: paths.rechargeHistory,
    label: 'rechargeHistory',
    icon: <LuReceipt />,
    onlyOnPhone: true,
    onlyForCustomers: true,
  },
  { to: paths.addBalance, label: 'addBalance', icon: <LuWallet />, onlyOnPhone: true, onlyForCustomers: true },
];

/** The avatar's menu; on phones it also holds what the top bar has no room for. */
export default function AccountMenu({ trigger }: { trigger: ButtonProps }) {
  const t = useStore(menuTexts);
  const navigate = useNavigate();
  const { user, isAdmin } = useSession();
  const isWide = useIsWide();
  // Left out rather than hidden, since the arrow keys would stop at what can't be seen.
  const shown = links.filter(
    ({ onlyOnPhone, onlyForCustomers }) => !(onlyOnPhone && isWide) && !(onlyForCustomers && isAdmin),
  );
  const leave = () => {
    void logout();
    void navigate(paths.home);
  };
  return (
    <Menu.Root
      defaultOpen
      lazyMount
      unmountOnExit
      positioning={{ placement: 'bottom-end' }}
      onHighlightChange={({ highlightedValue }) => highlightedValue?.startsWith('/') && prefetchPage(highlightedValue)}
      onSelect={({ value }) => (value === 'logout' ? leave() : navigate(value))}
    >
      <Menu.Trigger asChild>
        <Button {...trigger} />
      </Menu.Trigger>
      <Menu.Positioner>
        <Menu.Content minW="56" maxW="min(20rem, calc(100vw - 2rem))">
          <Box px="3" py="2" borderBottomWidth="1px" mb="1">
            <Text fontWeight="semibold" truncate>
              {user?.name}
            </Text>
            <Text textStyle="xs" color="fg.muted" truncate>
              {user?.email}
            </Text>
          </Box>
          {shown.map(({ to, label, icon }) => (
            <Menu.Item key={to} value={to}>
              {icon} {t[label]}
            </Menu.Item>
          ))}
          <Menu.Separator />
          <Menu.Item value="logout">
            <LuLogOut /> {t.logout}
          </Menu.Item>
        </Menu.Content>
      </Menu.Positioner>
    </Menu.Root>
  );
}
