import { Button, type ButtonProps, Flex } from '@chakra-ui/react';
import { createContext, use } from 'react';
import { useSession } from '../../../lib/session.ts';
import { useIsTable } from '../use-is-table.ts';
import type { User } from './user.ts';

export interface UserHandlers {
  pendingIds: Pick<ReadonlySet<string>, 'has'>;
  giveBalance: (user: User) => void;
  setBlocked: (user: User, blocked: boolean) => void;
}

/** The page's handlers for the buttons in its rows. */
export const UserHandlersContext = createContext<UserHandlers | null>(null);

export function UserActions({ user }: { user: User }) {
  const handlers = use(UserHandlersContext);
  const { user: me } = useSession();
  const isWide = useIsTable();
  const layout: ButtonProps = isWide ? { size: '2xs', h: '7', px: '2' } : { size: 'md', flex: '1' };
  const isPending = handlers?.pendingIds.has(String(user.id)) ?? false;
  return (
    <Flex gap={isWide ? '1.5' : '3'} justify="end">
      <Button
        {...layout}
        variant="outline"
        aria-label={`Recharge ${user.userName}`}
        onClick={() => handlers?.giveBalance(user)}
      >
        Recharge
      </Button>
      <Button
        {...layout}
        variant="outline"
        minW={isWide ? '16' : undefined}
        aria-label={`${user.blocked ? 'Unblock' : 'Block'} ${user.userName}`}
        title={user.id === me?.id ? "You can't block yourself." : undefined}
        disabled={user.id === me?.id}
        loading={isPending}
        onClick={() => handlers?.setBlocked(user, !user.blocked)}
      >
        {user.blocked ? 'Unblock' : 'Block'}
      </Button>
    </Flex>
  );
}
