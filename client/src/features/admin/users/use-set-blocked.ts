import { lazy, useMemo, useState } from 'react';
import { readError } from '../../../lib/errors.ts';
import { usePreloadOnIntent } from '../../../lib/preload-on-intent.ts';
import { confirm, showError, showSuccess } from '../../../lib/toasts/toasts.ts';
import { trpc } from '../../../lib/trpc.ts';
import { useRowTasks } from '../desk/use-row-tasks.ts';
import type { User } from './user.ts';

const loadBlockDialog = () => import('./block-dialog.tsx');
export const BlockDialog = lazy(loadBlockDialog);

type Target = Pick<User, 'id' | 'name'>;

/** Blocks by a dialog, which the page shows for `blocking`; unblocks after asking, row by row. */
export function useSetBlocked() {
  const utils = trpc.useUtils();
  const { mutateAsync } = trpc.admin.users.setBlocked.useMutation();
  const { pending, run } = useRowTasks();
  const pendingIds = useMemo(() => new Set(pending.keys()), [pending]);
  const [blocking, setBlocking] = useState<Target | null>(null);
  usePreloadOnIntent(loadBlockDialog);

  const unblock = async ({ id, name }: Target) => {
    const text = `${name} can log in and order again.`;
    if (!(await confirm({ title: 'Are you sure?', text, confirmLabel: 'Yes, unblock it!', tone: 'plain' }))) return;
    await run(String(id), 'block', async () => {
      try {
        await mutateAsync({ id, blocked: false });
        showSuccess('Unblocked!', 'User has been unblocked.');
      } catch (error) {
        void showError('Failed to unblock user.', readError(error).message);
      }
      await utils.admin.users.invalidate();
    });
  };
  return {
    pendingIds,
    blocking,
    endBlocking: () => setBlocking(null),
    setBlocked: (user: Target, blocked: boolean) => (blocked ? setBlocking(user) : void unblock(user)),
  };
}
