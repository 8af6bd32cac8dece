import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { adminUserTexts } from '../../../i18n/en/admin/admin-users.ts';
import { session, useSession } from '../../../lib/session.ts';
import { trpc } from '../../../lib/trpc.ts';
import { runChange } from '../run-change.ts';
import type { UserDetails } from './user.ts';

type ChangeKind = 'role' | 'resetLink' | 'endSessions';

/** An admin's actions on a user, except money and blocking, each with a confirmation. */
export function useUserChanges(user: UserDetails) {
  const t = useStore(adminUserTexts);
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
      question() {
        const { makeAdminAsk, makeAdminText, makeAdminYes } = adminUserTexts.get();
        return { title: makeAdminAsk(user), text: makeAdminText(user), confirmLabel: makeAdminYes };
      },
      send: () => setRole.mutateAsync({ id: user.id, role: 'admin' }),
      done: () => [t.adminMade, t.adminMadeText({ name: user.name })],
      failed: t.makeAdminFailed,
    });

  const toCustomer = () =>
    run('role', {
      question() {
        const { makeCustomerAsk, makeCustomerText, makeCustomerYes, ...words } = adminUserTexts.get();
        return isMe
          ? { title: words.stopBeingAdmin, text: words.stopBeingAdminText, confirmLabel: makeCustomerYes }
          : { title: makeCustomerAsk(user), text: makeCustomerText(user), confirmLabel: makeCustomerYes };
      },
      send: async () => {
        await setRole.mutateAsync({ id: user.id, role: 'user' });
        if (isMe && me) session.setUser({ ...me, role: 'user' });
      },
      done: () => [t.adminUnmade, t.adminUnmadeText({ name: user.name })],
      failed: t.makeCustomerFailed,
    });

  return {
    isMe,
    pending,
    toggleRole: () => void (user.role === 'admin' ? toCustomer() : toAdmin()),
    sendResetLink: () =>
      run('resetLink', {
        question() {
          const { resetLinkAsk, resetLinkText, resetLinkYes } = adminUserTexts.get();
          return { title: resetLinkAsk(user), text: resetLinkText(user), confirmLabel: resetLinkYes };
        },
        questionTone: 'plain',
        send: () => resetLink.mutateAsync({ id: user.id }),
        done: () => [t.resetLinkDone, t.resetLinkDoneText({ email: user.email })],
        failed: t.resetLinkFailed,
      }),
    endSessions: () =>
      run('endSessions', {
        question() {
          const { endSessionsAsk, endSessionsText, endSessionsYes } = adminUserTexts.get();
          return { title: endSessionsAsk(user), text: endSessionsText, confirmLabel: endSessionsYes };
        },
        send: async () => {
          const { ended } = await endSessions.mutateAsync({ id: user.id });
          return t.sessionsEnded({ count: ended });
        },
        done: (text) => [t.endSessionsDone, String(text)],
        failed: t.endSessionsFailed,
      }),
  };
}
