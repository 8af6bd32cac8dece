import { Box, type ButtonProps, Menu, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuLayoutDashboard, LuLogOut, LuUser } from 'react-icons/lu';
import { useNavigate } from 'react-router-dom';
import { OpenedMenu } from '../../components/menu-layer.tsx';
import { menuTexts } from '../../i18n/en/menu.ts';
import { paths } from '../../lib/paths.ts';
import { prefetchPage } from '../../lib/prefetch.ts';
import { useSession } from '../../lib/session.ts';
import { useLeave } from './use-leave.ts';

/** The avatar's menu; the top bar and the sidebar have everything else. */
export default function AccountMenu({ trigger }: { trigger: ButtonProps }) {
  const t = useStore(menuTexts);
  const navigate = useNavigate();
  const { user, mustEnroll } = useSession();
  const leave = useLeave();
  return (
    <OpenedMenu
      trigger={trigger}
      onHighlightChange={({ highlightedValue }) => highlightedValue?.startsWith('/') && prefetchPage(highlightedValue)}
      onSelect={({ value }) => (value === 'logout' ? leave() : navigate(value))}
    >
      <Menu.Positioner>
        <Menu.Content w="64" maxW="calc(100vw - 2rem)">
          <Box px="3" py="2" borderBottomWidth="1px" mb="1">
            <Text fontWeight="semibold" truncate>
              {user?.name}
            </Text>
            <Text textStyle="xs" color="fg.muted" truncate>
              {user?.email}
            </Text>
          </Box>
          <Menu.Item value={paths.profile}>
            <LuUser aria-hidden /> {t.profile}
          </Menu.Item>
          {!mustEnroll && (
            <Menu.Item value={paths.dashboard}>
              <LuLayoutDashboard aria-hidden /> {t.dashboard}
            </Menu.Item>
          )}
          <Menu.Separator />
          <Menu.Item value="logout">
            <LuLogOut aria-hidden /> {t.logout}
          </Menu.Item>
        </Menu.Content>
      </Menu.Positioner>
    </OpenedMenu>
  );
}
