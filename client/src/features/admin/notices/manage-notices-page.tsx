import { Button } from '@chakra-ui/react';
import { useMemo, useState } from 'react';
import { LuPlus } from 'react-icons/lu';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { pagedList, useRows } from '../../../lib/paged-list.ts';

import { trpc } from '../../../lib/trpc.ts';
import { runChange } from '../run-change.ts';
import { noticeColumns } from './notice-columns.tsx';
import { NoticeDialog } from './notice-dialog.tsx';
import type { Notice } from './notice-form.ts';

/** Notices begin and end without an event. */
const ASK_EVERY_MS = 60_000;

/** The shop's notices: current, future and past. */
export default function ManageNoticesPage() {
  const query = trpc.admin.notices.list.useInfiniteQuery({}, { ...pagedList, refetchInterval: ASK_EVERY_MS });
  const [opened, setOpened] = useState<Notice | 'new' | null>(null);
  const { withdraw, pendingIds } = useWithdraw();
  const { dataUpdatedAt } = query;
  const columns = useMemo(
    () => noticeColumns({ now: new Date(dataUpdatedAt), onEdit: setOpened, onWithdraw: withdraw }),
    [dataUpdatedAt, withdraw],
  );
  const publish = (
    <Button colorPalette="brand" onClick={() => setOpened('new')}>
      <LuPlus aria-hidden /> Publish a notice
    </Button>
  );
  return (
    <>
      <PageHeading title="Manage Notices" text="What everybody is told, customers and visitors.">
        {publish}
      </PageHeading>
      <DataTable
        name="Manage Notices"
        columns={columns}
        query={query}
        rows={useRows(query)}
        rowId={({ id }) => String(id)}
        emptyText="No notices yet"
        pendingIds={pendingIds}
      />
      {opened && (
        <NoticeDialog
          key={opened === 'new' ? 'new' : opened.id}
          notice={opened === 'new' ? undefined : opened}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}

/** Deletes a notice after a confirmation. */
function useWithdraw() {
  const utils = trpc.useUtils();
  const { mutateAsync, variables, isPending } = trpc.admin.notices.delete.useMutation();
  const withdraw = useMemo(
    () =>
      ({ id, title }: Notice): Promise<void> =>
        runChange({
          question: {
            title: 'Withdraw this notice?',
            text: `“${title}” is gone for everybody.`,
            confirmLabel: 'Withdraw',
          },
          send: () => mutateAsync({ id }),
          done: () => ['Notice withdrawn'],
          failed: 'The notice could not be withdrawn',
          refresh: () => Promise.all([utils.admin.notices.invalidate(), utils.notices.invalidate()]),
        }),
    [mutateAsync, utils],
  );
  const pendingIds = useMemo(() => new Set(isPending ? [String(variables.id)] : []), [isPending, variables]);
  return { withdraw, pendingIds };
}
