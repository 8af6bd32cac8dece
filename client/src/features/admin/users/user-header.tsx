import { Box, Button, Flex, Heading, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { LuBan, LuKeyRound, LuLogOut, LuShield, LuShieldOff, LuUser } from 'react-icons/lu';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { UserAvatar } from '../../../components/user-avatar.tsx';
import { adminUserTexts } from '../../../i18n/en/admin/admin-users.ts';
import { MoreMenu } from '../more-menu.tsx';
import { useSetBlocked } from './use-set-blocked.tsx';
import { useUserChanges } from './use-user-changes.ts';
import type { UserDetails } from './user.ts';

const ResetFactorDialog = lazy(() => import('./reset-factor-dialog.tsx'));

/** The user's name and actions: money and blocking as buttons, the rest in a menu. */
export function UserHeader({ user, giveBalance }: { user: UserDetails; giveBalance: () => void }) {
  const t = useStore(adminUserTexts);
  const [dialog, setDialog] = useState<ReactNode>();
  const { pending, setBlocked } = useSetBlocked((make) => setDialog(make?.()));
  const changes = useUserChanges(user);
  const [isResetting, setResetting] = useState(false);
  const isAdmin = user.role === 'admin';
  return (
    <Flex as="header" gap="4" align="center" wrap="wrap" justify="space-between">
      <Flex gap="4" align="center" minW="0" flex={{ base: '1 1 100%', md: '1' }}>
        <UserAvatar name={user.name} image={user.image} size="xl" />
        <Box minW="0">
          <Flex gap="3" align="center" wrap="wrap">
            <Heading as="h1" size={{ base: '2xl', md: '3xl' }} overflowWrap="anywhere">
              {user.name}
            </Heading>
            {isAdmin && (
              <StatusBadge tone="blue" icon={<LuShield />}>
                {t.administrator}
              </StatusBadge>
            )}
            {user.blocked && (
              <StatusBadge tone="red" icon={<LuBan />}>
                {t.blocked}
              </StatusBadge>
            )}
          </Flex>
          <Text color="fg.muted" overflowWrap="anywhere">
            @{user.userName}
            {'\u00a0· '}
            {t.userNumber({ id: String(user.id) })}
          </Text>
        </Box>
      </Flex>
      <Flex gap="2" wrap="wrap">
        <Button variant="outline" onClick={giveBalance}>
          {t.giveOrTake}
        </Button>
        <Button
          variant="outline"
          title={changes.isMe ? t.cantBlockSelf : undefined}
          disabled={changes.isMe}
          loading={pending.has(String(user.id))}
          onClick={() => setBlocked(user, !user.blocked)}
        >
          {user.blocked ? t.unblock : t.block}
        </Button>
        <MoreMenu
          variant="outline"
          aria-label={t.moreActions}
          loading={changes.pending !== null}
          entries={[
            {
              label: t.resetLink,
              icon: LuKeyRound,
              disabled: user.blocked,
              onClick: () => void changes.sendResetLink(),
            },
            {
              label: t.logOutEverywhere,
              icon: LuLogOut,
              disabled: changes.isMe || user.counts.sessions === 0,
              onClick: () => void changes.endSessions(),
            },
            // An admin's is turned off on the server.
            ...(user.twoFactor && !isAdmin
              ? [{ label: t.resetFactor, icon: LuShieldOff, onClick: () => setResetting(true) }]
              : []),
            {
              label: isAdmin ? t.makeCustomer : t.makeAdmin,
              icon: isAdmin ? LuUser : LuShield,
              onClick: changes.toggleRole,
            },
          ]}
        />
      </Flex>
      <Suspense>{isResetting && <ResetFactorDialog user={user} onClose={() => setResetting(false)} />}</Suspense>
      <Suspense>{dialog}</Suspense>
    </Flex>
  );
}
