import { Box, Flex } from '@chakra-ui/react';
import type { RowData } from '@tanstack/react-table';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import type { Column } from '../../../components/data-table/columns.ts';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import type { PagedQuery } from '../../../components/data-table/table-props.ts';
import { PageHeading } from '../../../components/page-heading.tsx';
import { useOnFirstTouch } from '../../../lib/first-touch.ts';
import { useIsWide } from '../../../lib/media.ts';
import { BulkBar } from './bulk-bar.tsx';
import { KeysHint } from './keys-hint.tsx';
import { undoLast } from './outbox.ts';
import type { Desk, Verdict } from './use-desk.ts';
import { type DeskKey, useDeskKeys } from './use-desk-keys.ts';
import type { Detail } from './use-detail.ts';
import { useKeptPlace } from './use-kept-place.ts';
import { useSendOnLeaving } from './use-send-on-leaving.ts';
import { WaitingBar } from './waiting-bar.tsx';

const loadReject = () => import('./reject-dialog.tsx');
const loadBulk = () => import('./bulk-dialog.tsx');
const loadDialogs = () => Promise.all([loadReject(), loadBulk()]);
const RejectDialog = lazy(loadReject);
/** `lazy` forgets that it is generic. */
const BulkDialog = lazy(loadBulk) as unknown as Awaited<ReturnType<typeof loadBulk>>['default'];

export interface DecisionDeskProps<Row extends RowData> {
  title: string;
  text: ReactNode;
  desk: Desk<Row>;
  query: PagedQuery;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  toolbar: ReactNode;
  emptyText: string;
  emptyAction?: ReactNode;
  countText: (count: number) => string;
  /** What a decision does to the customers' money. */
  consequence: (rows: readonly Row[], verdict: Verdict) => string;
  /** What more can be done with a row by key. */
  rowKeys?: readonly RowKey<Row>[];
  /** Whether the page has asked for a dialog of its own, which may still be on its way. */
  isAsking?: boolean;
  /** What is open beside the list, or over it, and the row it is of where the page knows it. */
  detail?: Detail & { row: Row | undefined; shown: ReactNode };
}

/** A key of a page's own, and what it does with the marked row. */
export interface RowKey<Row> {
  key: string;
  does: string;
  act: (row: Row) => void;
}

const NO_KEYS: readonly never[] = [];

/** A page of things to approve or reject: the list, its keys, and the dialogs that ask before money moves. */
export function DecisionDesk<Row extends RowData>(props: DecisionDeskProps<Row>) {
  const { title, text, desk, query, rows, columns, toolbar, emptyText, emptyAction, consequence, detail } = props;
  const [hintIsOpen, openHint] = useState(false);
  const isWide = useIsWide();
  const keys = deskKeys(desk, detail, props.rowKeys ?? NO_KEYS);
  const onOpen = detail && ((row: Row) => detail.open(desk.idOf(row)));
  const isAsking = desk.rejecting.row !== null || desk.bulk.verdict !== null || props.isAsking === true;
  useDeskKeys(
    [...keys, { key: '?', does: 'Show or hide these keys', act: () => openHint((isOpen) => !isOpen) }],
    isAsking,
  );
  const pendingIds = useMemo(() => new Set(desk.pending.keys()), [desk.pending]);
  const { rejecting, bulk, nameOf } = desk;
  const ids = useMemo(() => rows.map(desk.idOf), [rows, desk.idOf]);
  useKeptPlace({ query, ids, active: desk.active });
  useSendOnLeaving();
  useOnFirstTouch(loadDialogs);

  return (
    <>
      <Flex align="start" gap="4">
        <Box flex="1" minW="0">
          <PageHeading dense title={title} text={text}>
            {isWide && <KeysHint keys={keys} open={hintIsOpen} onOpenChange={openHint} />}
          </PageHeading>
          <DataTable
            name={title}
            dense
            columns={columns}
            query={query}
            rows={rows}
            rowId={desk.idOf}
            emptyText={emptyText}
            emptyAction={emptyAction}
            toolbar={toolbar}
            pendingIds={pendingIds}
            mark={desk.active}
            selection={{
              selected: desk.selection.selected,
              onChange: desk.selection.onChange,
              canSelect: (row) => desk.can(row, 'approve') || desk.can(row, 'reject'),
            }}
            onRowClick={onOpen}
          />
          <BulkBar desk={desk} />
          <WaitingBar lifted={desk.selection.rows.length > 0} />
        </Box>
        {detail?.shown}
      </Flex>
      <Suspense>
        {rejecting.row && (
          <RejectDialog
            title={`Reject ${nameOf(rejecting.row)}?`}
            text={consequence([rejecting.row], 'reject')}
            onConfirm={rejecting.confirm}
            onClose={rejecting.close}
          />
        )}
        {bulk.verdict && (
          <BulkDialog
            desk={desk}
            verdict={bulk.verdict}
            countText={props.countText}
            nameOf={nameOf}
            text={consequence}
          />
        )}
      </Suspense>
    </>
  );
}

function deskKeys<Row extends RowData>(
  desk: Desk<Row>,
  detail: DecisionDeskProps<Row>['detail'],
  rowKeys: readonly RowKey<Row>[],
): DeskKey[] {
  const { active, selection } = desk;
  const withRow = (act: (row: Row) => void) => () => {
    // What is read is what is decided, also where it was opened by its address and the list does not show it.
    const row = desk.activeRow() ?? detail?.row;
    if (row) act(row);
  };
  const toggle = (row: Row) => {
    const { [desk.idOf(row)]: wasSelected, ...others } = selection.selected;
    selection.onChange(wasSelected ? others : { ...others, [desk.idOf(row)]: true });
  };
  return [
    { key: 'j', does: 'Next row', act: () => active.move(1), repeats: true },
    { key: 'k', does: 'Row before', act: () => active.move(-1), repeats: true },
    { key: 'a', does: 'Approve', act: withRow(desk.approve) },
    { key: 'r', does: 'Reject', act: withRow(desk.askReject) },
    ...rowKeys.map(({ key, does, act }) => ({ key, does, act: withRow(act) })),
    { key: 'x', does: 'Select', act: withRow(toggle) },
    { key: 'z', does: 'Undo the last decision', act: undoLast },
    ...(detail
      ? detailKeys(
          detail,
          withRow((row) => detail.open(desk.idOf(row))),
        )
      : []),
    { key: '/', does: 'Search', act: focusSearch },
  ];
}

function detailKeys({ openedId, close }: Detail, open: () => void): DeskKey[] {
  return [
    { key: 'o', shownAs: 'O or Enter', does: 'Open details', act: open },
    { key: 'enter', shownAs: '', does: '', act: open },
    { key: 'escape', shownAs: 'Esc', does: 'Close details', act: () => openedId && close() },
  ];
}

function focusSearch(): void {
  document.querySelector<HTMLInputElement>('main input[type=search]')?.focus();
}
