import { Box, Flex } from '@chakra-ui/react';
import type { RowData } from '@tanstack/react-table';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import type { Column } from '../../../components/data-table/columns.ts';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import type { DataTableProps, PagedQuery } from '../../../components/data-table/table-props.ts';
import { PageHeading } from '../../../components/page-heading.tsx';
import { useIsWide } from '../../../lib/media.ts';
import { usePreloadOnIntent } from '../../../lib/preload-on-intent.ts';
import { BulkArea, type BulkAreaProps } from './bulk-area.tsx';
import { type BulkJob, decisionJobs } from './bulk-jobs.ts';
import { KeysHint } from './keys-hint.tsx';
import { undoLast } from './outbox.ts';
import type { Desk, Verdict } from './use-desk.ts';
import { type DeskKey, useDeskKeys } from './use-desk-keys.ts';
import type { Detail } from './use-detail.ts';
import { useKeptPlace } from './use-kept-place.ts';
import { useSendOnLeaving } from './use-send-on-leaving.ts';
import { WaitingBar } from './waiting-bar.tsx';

const loadReject = () => import('./reject-dialog.tsx');
const RejectDialog = lazy(loadReject);

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
  /** Have a line of their own above the rows: what narrows the list, and what is to be known of it. */
  notices?: ReactNode;
  tools?: ReactNode;
  sort: NonNullable<DataTableProps<Row>['sort']>;
  /** How many rows there are in all, in words, where that is known. */
  total: string | undefined;
  /** What can be done with many rows at once, beside approving and rejecting. */
  furtherJobs?: readonly BulkJob<Row>[];
  bulk: Pick<BulkAreaProps<Row>, 'listKey' | 'readMatching' | 'copy' | 'countText'>;
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
  const [isBulkAsked, setBulkAsked] = useState(false);
  const isWide = useIsWide();
  const keys = deskKeys(desk, detail, props.rowKeys ?? NO_KEYS);
  const onOpen = detail && ((row: Row) => detail.open(desk.idOf(row)));
  const isAsking = desk.rejecting.row !== null || isBulkAsked || props.isAsking === true;
  useDeskKeys(
    [...keys, { key: '?', does: 'Show or hide these keys', act: () => openHint((isOpen) => !isOpen) }],
    isAsking,
  );
  const { rejecting, nameOf } = desk;
  const jobs = [...decisionJobs(desk, consequence), ...(props.furtherJobs ?? [])];
  const ids = useMemo(() => rows.map(desk.idOf), [rows, desk.idOf]);
  useKeptPlace({ query, ids, active: desk.active });
  useSendOnLeaving();
  usePreloadOnIntent(loadReject);

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
            filters={props.notices}
            tools={props.tools}
            sort={props.sort}
            total={props.total}
            mark={desk.active}
            selection={{
              selected: desk.selection.selected,
              onChange: desk.selection.onChange,
              canSelect: (row) => desk.can(row, 'approve') || desk.can(row, 'reject'),
            }}
            onRowClick={onOpen}
          />
          <BulkArea
            {...props.bulk}
            desk={desk}
            jobs={jobs}
            nameOf={nameOf}
            onAsked={setBulkAsked}
            matching={query.hasNextPage ? (props.total ?? 'rows') : undefined}
          />
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
