import { Button, Flex } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { createContext, use } from 'react';
import { adminUserTexts } from '../../../i18n/en/admin/admin-users.ts';
import { useSession } from '../../../lib/session.ts';
import type { RowActions } from '../list/declaration.ts';
import { useDecideLook } from '../review-queue/decide-buttons.tsx';
import type { User } from './user.ts';

interface UserHandlers extends RowActions {
  giveBalance: (user: User) => void;
  setBlocked: (user: User, blocked: boolean) => void;
}

/** The page's handlers for the buttons in its rows. */
export const UserHandlersContext = createContext<UserHandlers | null>(null);

export function UserActions({ user }: { user: User }) {
  const t = useStore(adminUserTexts);
  const handlers = use(UserHandlersContext);
  const { user: me } = useSession();
  const { isLarge, ...layout } = useDecideLook(false);
  const isPending = handlers?.pending.has(String(user.id)) ?? false;
  return (
    <Flex gap={isLarge ? '3' : '1'} justify="end">
      <Button
        {...layout}
        variant="outline"
        aria-label={t.rechargeUser({ name: user.userName })}
        onClick={() => handlers?.giveBalance(user)}
      >
        {t.recharge}
      </Button>
      <Button
        {...layout}
        variant="outline"
        minW={isLarge ? undefined : '16'}
        aria-label={(user.blocked ? t.unblockUser : t.blockUser)({ name: user.userName })}
        title={user.id === me?.id ? t.cantBlockSelf : undefined}
        disabled={user.id === me?.id}
        loading={isPending}
        onClick={() => handlers?.setBlocked(user, !user.blocked)}
      >
        {user.blocked ? t.unblock : t.block}
      </Button>
    </Flex>
  );
}
