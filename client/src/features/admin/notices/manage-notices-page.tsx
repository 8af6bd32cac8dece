import { Button } from '@chakra-ui/react';
import { useMemo } from 'react';
import { LuMegaphone, LuPlus } from 'react-icons/lu';
import { adminNoticesTexts } from '../../../i18n/en/admin/admin-notices.ts';
import { pagedList } from '../../../lib/paged-list.ts';
import { trpc } from '../../../lib/trpc.ts';
import type { Show } from '../list/declaration.ts';
import { declareList } from '../list/declare-list.tsx';
import { runChange } from '../run-change.ts';
import { NoticeHandlersContext, noticeColumns } from './notice-columns.tsx';
import { NoticeDialog } from './notice-dialog.tsx';
import type { Notice } from './notice-form.ts';

/** Notices begin and end without an event. */
const ASK_EVERY_MS = 60_000;

/** The shop's notices: current, future and past. */
export default declareList<Notice>()({
  keptAs: 'Manage Notices',
  heading: 'dense',
  isTextBelow: true,
  useInput: () => ({}),
  useList: (input) => trpc.admin.notices.list.useInfiniteQuery(input, { ...pagedList, refetchInterval: ASK_EVERY_MS }),
  words: () => adminNoticesTexts.get(),
  columns: noticeColumns,
  ageOnRead: true,
  actions: {
    Context: NoticeHandlersContext,
    useActions: (show) => ({ ...useWithdraw(), edit: (notice) => openDialog(show, notice) }),
  },
  headingTools: ({ show }) => (
    <Button colorPalette="brand" onClick={() => openDialog(show)}>
      <LuPlus aria-hidden /> {adminNoticesTexts.get().publishANotice}
    </Button>
  ),
  emptyIcon: <LuMegaphone />,
});

/** @param notice undefined for a new one */
function openDialog(show: Show<Notice>, notice?: Notice) {
  show(() => <NoticeDialog notice={notice} onClose={() => show(null)} />);
}

/** Deletes a notice after a confirmation. */
function useWithdraw() {
  const utils = trpc.useUtils();
  const { mutateAsync, variables, isPending } = trpc.admin.notices.delete.useMutation();
  const withdraw = ({ id, title }: Notice): Promise<void> =>
    runChange({
      question() {
        const { withdrawSure, withdrawSureText, withdraw: confirmLabel } = adminNoticesTexts.get();
        return { title: withdrawSure, text: withdrawSureText({ title }), confirmLabel };
      },
      send: () => mutateAsync({ id }),
      done: () => [adminNoticesTexts.get().withdrawn],
      failed: adminNoticesTexts.get().withdrawFailed,
      refresh: () => Promise.all([utils.admin.notices.invalidate(), utils.notices.invalidate()]),
    });
  const pending = useMemo(() => new Set(isPending ? [String(variables.id)] : []), [isPending, variables]);
  return { withdraw, pending };
}
