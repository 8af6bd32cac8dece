import { useState } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { session, useSession } from '../../../lib/session.ts';

import { trpc } from '../../../lib/trpc.ts';
import { runChange } from '../run-change.ts';
import type { UserDetails } from './user.ts';

type ChangeKind = 'role' | 'resetLink' | 'endSessions';

/** An admin's actions on a user, except money and blocking, each with a confirmation. */
export function useUserChanges(user: UserDetails) {
  const utils = trpc.useUtils();
  const me = useSession().user;
  const isMe = user.id === me?.id;
  const [pending, setPending] = useState<ChangeKind | null>(null);
  const setRole = trpc.admin.users.setRole.useMutation();
  const resetLink = trpc.admin.users.sendResetLink.useMutation();
  const endSessions = trpc.admin.users.endSessions.useMutation();

  const run = (kind: ChangeKind, change: Omit<Parameters<typeof runChange>[0], 'within' | 'refresh'>) =>
    runChange({
      ...change,
      within: async (work) => {
        setPending(kind);
        await work();
        setPending(null);
      },
      refresh: () => utils.admin.users.invalidate(),
    });

  const toAdmin = () =>
    run('role', {
      question: {
        title: `Make ${user.name} an admin?`,
        text: `@${user.userName} can then do everything that you can: give balance, decide orders and recharges, change prices and payment numbers, block people, and make or unmake admins.`,
        confirmLabel: 'Yes, make admin',
      },
      send: () => setRole.mutateAsync({ id: user.id, role: 'admin' }),
      done: () => ['Admin made', `${user.name} can open the admin pages once their page is loaded again.`],
      failed: 'Failed to make an admin',
    });

  const toCustomer = () =>
    run('role', {
      question: {
        title: isMe ? 'Stop being an admin?' : `Make ${user.name} a customer?`,
        text: isMe
          ? 'You lose the admin pages at once, and only another admin can give them back.'
          : `@${user.userName} loses the admin pages at once. Balance, orders and sessions stay.`,
        confirmLabel: 'Yes, make customer',
      },
      send: async () => {
        await setRole.mutateAsync({ id: user.id, role: 'user' });
        if (isMe && me) session.setUser({ ...me, role: 'user' });
      },
      done: () => ['Admin unmade', `${user.name} is a customer now.`],
      failed: 'Failed to make a customer',
    });

  return {
    isMe,
    pending,
    toggleRole: () => void (user.role === 'admin' ? toCustomer() : toAdmin()),
    sendResetLink: () =>
      run('resetLink', {
        question: {
          title: `Send ${user.name} a reset link?`,
          text: `A link for choosing a new password goes to ${user.email}. It works once, for 30 minutes; you don't see it, and the password stays as it is until it is used.`,
          confirmLabel: 'Send link',
          tone: 'plain',
        },
        send: () => resetLink.mutateAsync({ id: user.id }),
        done: () => ['Reset link sent', `It is on its way to ${user.email}.`],
        failed: 'Failed to send the reset link',
      }),
    endSessions: () =>
      run('endSessions', {
        question: {
          title: `Log ${user.name} out everywhere?`,
          text: 'Every session ends at once. The password still works, so they can log in again.',
          confirmLabel: 'Yes, log out',
        },
        send: async () => {
          const { ended } = await endSessions.mutateAsync({ id: user.id });
          return ended === 1 ? '1 session was ended.' : `${formatCount(ended)} sessions were ended.`;
        },
        done: (text) => ['Logged out', String(text)],
        failed: 'Failed to log out',
      }),
  };
}
