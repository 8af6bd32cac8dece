import { Button, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useMemo, useState } from 'react';
import { LuMegaphone, LuPlus } from 'react-icons/lu';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { adminNoticesTexts } from '../../../i18n/en/admin/admin-notices.ts';
import { pagedList, useRows } from '../../../lib/paged-list.ts';
import { trpc } from '../../../lib/trpc.ts';
import { runChange } from '../run-change.ts';
import { useNoticeColumns } from './notice-columns.tsx';
import { NoticeDialog } from './notice-dialog.tsx';
import type { Notice } from './notice-form.ts';

/** Notices begin and end without an event. */
const ASK_EVERY_MS = 60_000;

/** The shop's notices: current, future and past. */
export default function ManageNoticesPage() {
  const t = useStore(adminNoticesTexts);
  const query = trpc.admin.notices.list.useInfiniteQuery({}, { ...pagedList, refetchInterval: ASK_EVERY_MS });
  const [opened, setOpened] = useState<Notice | 'new' | null>(null);
  const { withdraw, pendingIds } = useWithdraw();
  const { dataUpdatedAt } = query;
  const columns = useNoticeColumns({ nowMs: dataUpdatedAt, onEdit: setOpened, onWithdraw: withdraw });
  const rows = useRows(query);
  const publish = (
    <Button colorPalette="brand" onClick={() => setOpened('new')}>
      <LuPlus aria-hidden /> {t.publishANotice}
    </Button>
  );
  return (
    <>
      <PageHeading dense title={t.heading}>
        {publish}
      </PageHeading>
      {query.data && rows.length === 0 ? (
        <EmptyState icon={<LuMegaphone />} title={t.none} text={t.noneText} />
      ) : (
        <DataTable
          name={t.heading}
          keptAs="Manage Notices"
          columns={columns}
          query={query}
          rows={rows}
          rowId={({ id }) => String(id)}
          emptyText={t.none}
          pendingIds={pendingIds}
          toolbar={<Text color="fg.muted">{t.headingText}</Text>}
        />
      )}
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
          question() {
            const { withdrawSure, withdrawSureText, withdraw: confirmLabel } = adminNoticesTexts.get();
            return { title: withdrawSure, text: withdrawSureText({ title }), confirmLabel };
          },
          send: () => mutateAsync({ id }),
          done: () => [adminNoticesTexts.get().withdrawn],
          failed: adminNoticesTexts.get().withdrawFailed,
          refresh: () => Promise.all([utils.admin.notices.invalidate(), utils.notices.invalidate()]),
        }),
    [mutateAsync, utils],
  );
  const pendingIds = useMemo(() => new Set(isPending ? [String(variables.id)] : []), [isPending, variables]);
  return { withdraw, pendingIds };
}
