import { useState } from 'react';
import { tellError } from '../../../lib/errors.ts';
import { formatCount } from '../../../lib/format.ts';
import { session, useSession } from '../../../lib/session.ts';
import { confirm, showSuccess } from '../../../lib/toasts/toasts.ts';
import { trpc } from '../../../lib/trpc.ts';
import type { UserDetails } from './user.ts';

type Change = 'role' | 'resetLink' | 'endSessions';

/** What an admin does to a user beside money and blocking, each after it was said what comes of it. */
export function useUserChanges(user: UserDetails) {
  const utils = trpc.useUtils();
  const me = useSession().user;
  const isMe = user.id === me?.id;
  const [pending, setPending] = useState<Change | null>(null);
  const setRole = trpc.admin.users.setRole.useMutation();
  const resetLink = trpc.admin.users.sendResetLink.useMutation();
  const endSessions = trpc.admin.users.endSessions.useMutation();

  const run = async (change: Change, failed: string, work: () => Promise<unknown>) => {
    setPending(change);
    try {
      await work();
    } catch (error) {
      void tellError(failed, error);
    }
    await utils.admin.users.invalidate();
    setPending(null);
  };

  const toAdmin = async () => {
    const isSure = await confirm({
      title: `Make ${user.name} an admin?`,
      text: `@${user.userName} can then do everything that you can: give balance, decide orders and recharges, change prices and payment numbers, block people, and make or unmake admins.`,
      confirmLabel: 'Yes, make admin',
    });
    if (!isSure) return;
    await run('role', 'Failed to make an admin', async () => {
      await setRole.mutateAsync({ id: user.id, role: 'admin' });
      showSuccess('Admin made', `${user.name} can open the admin pages once their page is loaded again.`);
    });
  };

  const toCustomer = async () => {
    const isSure = await confirm({
      title: isMe ? 'Stop being an admin?' : `Make ${user.name} a customer?`,
      text: isMe
        ? 'You lose the admin pages at once, and only another admin can give them back.'
        : `@${user.userName} loses the admin pages at once. Balance, orders and sessions stay.`,
      confirmLabel: 'Yes, make customer',
    });
    if (!isSure) return;
    await run('role', 'Failed to make a customer', async () => {
      await setRole.mutateAsync({ id: user.id, role: 'user' });
      if (isMe && me) session.setUser({ ...me, role: 'user' });
      showSuccess('Admin unmade', `${user.name} is a customer now.`);
    });
  };

  return {
    isMe,
    pending,
    toggleRole: () => void (user.role === 'admin' ? toCustomer() : toAdmin()),
    sendResetLink: async () => {
      const isSure = await confirm({
        title: `Send ${user.name} a reset link?`,
        text: `A link for choosing a new password goes to ${user.email}. It works once, for 30 minutes; you don't see it, and the password stays as it is until it is used.`,
        confirmLabel: 'Send link',
        tone: 'plain',
      });
      if (!isSure) return;
      await run('resetLink', 'Failed to send the reset link', async () => {
        await resetLink.mutateAsync({ id: user.id });
        showSuccess('Reset link sent', `It is on its way to ${user.email}.`);
      });
    },
    endSessions: async () => {
      const isSure = await confirm({
        title: `Log ${user.name} out everywhere?`,
        text: 'Every session ends at once. The password still works, so they can log in again.',
        confirmLabel: 'Yes, log out',
      });
      if (!isSure) return;
      await run('endSessions', 'Failed to log out', async () => {
        const { ended } = await endSessions.mutateAsync({ id: user.id });
        showSuccess('Logged out', ended === 1 ? '1 session was ended.' : `${formatCount(ended)} sessions were ended.`);
      });
    },
  };
}
