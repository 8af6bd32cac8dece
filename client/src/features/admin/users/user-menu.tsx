import { Button, type ButtonProps, Menu } from '@chakra-ui/react';
import { LuKeyRound, LuLogOut, LuShield, LuUser } from 'react-icons/lu';
import { MenuLayer } from '../../../components/menu-layer.tsx';
import type { useUserChanges } from './use-user-changes.ts';
import type { UserDetails } from './user.ts';

interface UserMenuProps {
  user: UserDetails;
  changes: ReturnType<typeof useUserChanges>;
  trigger: ButtonProps;
}

/** What a user needs less often; open from the start, because its code comes when it is asked for. */
export default function UserMenu({ user, changes, trigger }: UserMenuProps) {
  const isAdmin = user.role === 'admin';
  return (
    <Menu.Root defaultOpen lazyMount unmountOnExit positioning={{ placement: 'bottom-end' }}>
      <Menu.Trigger asChild>
        <Button {...trigger} />
      </Menu.Trigger>
      <MenuLayer>
        <Menu.Content minW="56">
          <Menu.Item value="reset" disabled={user.blocked} onClick={() => void changes.sendResetLink()}>
            <LuKeyRound /> Send reset link…
          </Menu.Item>
          <Menu.Item
            value="logout"
            disabled={changes.isMe || user.counts.sessions === 0}
            onClick={() => void changes.endSessions()}
          >
            <LuLogOut /> Log out everywhere…
          </Menu.Item>
          <Menu.Item value="role" onClick={changes.toggleRole}>
            {isAdmin ? <LuUser /> : <LuShield />}
            {isAdmin ? 'Make customer…' : 'Make admin…'}
          </Menu.Item>
        </Menu.Content>
      </MenuLayer>
    </Menu.Root>
  );
}
