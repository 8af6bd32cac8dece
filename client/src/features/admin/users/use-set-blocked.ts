import { useMemo } from 'react';
import { readError } from '../../../lib/errors.ts';
import { confirm, showError, showSuccess } from '../../../lib/notices/notices.ts';
import { trpc } from '../../../lib/trpc.ts';
import { useRowTasks } from '../desk/use-row-tasks.ts';
import type { User } from './user.ts';

/** Blocks and unblocks after asking, row by row. */
export function useSetBlocked() {
  const utils = trpc.useUtils();
  const { mutateAsync } = trpc.admin.users.setBlocked.useMutation();
  const { pending, run } = useRowTasks();
  const pendingIds = useMemo(() => new Set(pending.keys()), [pending]);

  const setBlocked = async (user: Pick<User, 'id' | 'name'>, blocked: boolean) => {
    const { text, confirmLabel, done, doneText, failed } = blocked ? block(user) : unblock(user);
    if (!(await confirm({ title: 'Are you sure?', text, confirmLabel, tone: blocked ? 'danger' : 'plain' }))) return;
    await run(String(user.id), 'block', async () => {
      try {
        await mutateAsync({ id: user.id, blocked });
        showSuccess(done, doneText);
      } catch (error) {
        void showError(failed, readError(error).message);
      }
      await utils.admin.users.invalidate();
    });
  };
  return {
    pendingIds,
    setBlocked: (user: Pick<User, 'id' | 'name'>, blocked: boolean) => void setBlocked(user, blocked),
  };
}

function block({ name }: Pick<User, 'name'>) {
  return {
    text: `${name} is logged out everywhere at once and can't log in again until unblocked.`,
    confirmLabel: 'Yes, block it!',
    done: 'Blocked!',
    doneText: 'User has been blocked.',
    failed: 'Failed to block user.',
  };
}

function unblock({ name }: Pick<User, 'name'>) {
  return {
    text: `${name} can log in and order again.`,
    confirmLabel: 'Yes, unblock it!',
    done: 'Unblocked!',
    doneText: 'User has been unblocked.',
    failed: 'Failed to unblock user.',
  };
}
