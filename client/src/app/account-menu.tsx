import { Box, Button, type ButtonProps, Menu, Text } from '@chakra-ui/react';
import { LuHouse, LuLayoutDashboard, LuListChecks, LuLogOut } from 'react-icons/lu';
import { useNavigate } from 'react-router-dom';
import { prefetchPage } from '../lib/prefetch.ts';
import { useSession } from '../lib/session.ts';
import { logout } from '../lib/trpc.ts';
import { paths } from './paths.ts';

const links = [
  { to: paths.home, label: 'Home', icon: <LuHouse />, onlyOnPhone: true },
  { to: paths.services, label: 'Service', icon: <LuListChecks />, onlyOnPhone: true },
  { to: paths.dashboard, label: 'Dashboard', icon: <LuLayoutDashboard />, onlyOnPhone: false },
];

/** The avatar's menu; on phones it also holds what the top bar has no room for. */
export default function AccountMenu({ trigger }: { trigger: ButtonProps }) {
  const navigate = useNavigate();
  const { user } = useSession();
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
        <Menu.Content minW="56">
          <Box px="3" py="2" borderBottomWidth="1px" mb="1">
            <Text fontWeight="semibold" truncate>
              {user?.name}
            </Text>
            <Text textStyle="xs" color="fg.muted" truncate>
              {user?.email}
            </Text>
          </Box>
          {links.map(({ to, label, icon, onlyOnPhone }) => (
            <Menu.Item key={to} value={to} {...(onlyOnPhone ? { hideFrom: 'md' } : {})}>
              {icon} {label}
            </Menu.Item>
          ))}
          <Menu.Separator />
          <Menu.Item value="logout">
            <LuLogOut /> Logout
          </Menu.Item>
        </Menu.Content>
      </Menu.Positioner>
    </Menu.Root>
  );
}
