import { lazy, type ReactNode } from 'react';
import { adminUserTexts } from '../../../i18n/en/admin/admin-users.ts';
import { usePreloadOnIntent } from '../../../lib/preload-on-intent.ts';
import { trpc } from '../../../lib/trpc.ts';
import { runChange } from '../run-change.ts';
import { useRowTasks } from '../use-row-tasks.ts';
import type { User } from './user.ts';

const loadBlockDialog = () => import('./block-dialog.tsx');
const BlockDialog = lazy(loadBlockDialog);

type Target = Pick<User, 'id' | 'name'>;

/**
 * Blocks through a dialog, unblocks after a confirmation.
 * @param show shows the dialog within a `Suspense`; null closes it
 */
export function useSetBlocked(show: (dialog: (() => ReactNode) | null) => void) {
  const utils = trpc.useUtils();
  const { mutateAsync } = trpc.admin.users.setBlocked.useMutation();
  const { pending, run } = useRowTasks();
  usePreloadOnIntent(loadBlockDialog);

  const unblock = ({ id, name }: Target) => {
    const t = adminUserTexts.get();
    return runChange({
      question() {
        const { areYouSure, unblockText, unblockYes } = adminUserTexts.get();
        return { title: areYouSure, text: unblockText({ name }), confirmLabel: unblockYes };
      },
      questionTone: 'plain',
      within: (work) => run(String(id), 'block', work),
      send: () => mutateAsync({ id, blocked: false }),
      done: () => [t.unblocked, t.unblockedText],
      failed: t.unblockFailed,
      refresh: () => utils.admin.users.invalidate(),
    });
  };
  const block = (user: Target) => show(() => <BlockDialog user={user} onClose={() => show(null)} />);
  return {
    pending,
    setBlocked: (user: Target, blocked: boolean) => (blocked ? block(user) : void unblock(user)),
  };
}
