import type { RowSelectionState } from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import { readError } from '../../../lib/errors.ts';
import { confirm, showError, showSuccess } from '../../../lib/notices/notices.ts';
import { type ActiveRow, useActiveRow } from './active-row.ts';
import { type RowTasks, useRowTasks } from './use-row-tasks.ts';
import { useSettling } from './use-settling.ts';

export type Verdict = 'approve' | 'reject';

/** What a desk must know of the things that wait on it. */
export interface DeskOptions<Row> {
  rows: readonly Row[];
  /** Names the list; when it changes (another filter or search) mark and selection start anew. */
  listKey: string;
  idOf: (row: Row) => string;
  can: (row: Row, verdict: Verdict) => boolean;
  /** Asks the server, and throws what it refuses. */
  decide: (row: Row, verdict: Verdict, reason?: string) => Promise<unknown>;
  /** Reads the list again. A row counts as pending until that is done. */
  refresh: () => Promise<unknown>;
  /** The toast after a decision. */
  successNotice: (row: Row, verdict: Verdict) => { title: string; text?: string };
  failureTitle: string;
  /** What speaks against approving a row without a second look; undefined where nothing does. */
  doubtOf?: (row: Row) => string | undefined;
}

export interface Desk<Row> extends RowTasks {
  idOf: (row: Row) => string;
  can: (row: Row, verdict: Verdict) => boolean;
  isSettling: boolean;
  /** The row that keys act on. */
  active: ActiveRow;
  /** The marked row, asked for when a key is pressed. */
  activeRow: () => Row | undefined;
  selection: { selected: RowSelectionState; onChange: (selected: RowSelectionState) => void; rows: readonly Row[] };
  approve: (row: Row) => void;
  /** Opens the dialog that asks for a reason. */
  askReject: (row: Row) => void;
  /** What the reject dialog is open for, and what it does. */
  rejecting: { row: Row | null; close: () => void; confirm: (reason?: string) => Promise<void> };
  /** What the dialog for many rows is open for; `refresh` reads the list again when it is through. */
  bulk: { verdict: Verdict | null; ask: (verdict: Verdict) => void; close: () => void };
  decide: DeskOptions<Row>['decide'];
  refresh: DeskOptions<Row>['refresh'];
}

/** The state of a list of things to approve or reject: one by one, by key, or many at once. */
export function useDesk<Row>(options: DeskOptions<Row>): Desk<Row> {
  const { rows, listKey, idOf, can, decide, refresh, successNotice, failureTitle, doubtOf } = options;
  const ids = useMemo(() => rows.map(idOf), [rows, idOf]);
  const tasks = useRowTasks();
  const active = useActiveRow(ids, listKey);
  const isSettling = useSettling(ids);
  const [selected, select] = useState<RowSelectionState>({});
  const [rejecting, setRejecting] = useState<Row | null>(null);
  const [bulkVerdict, askBulk] = useState<Verdict | null>(null);
  useOnChange(listKey, () => select({}));

  /** The next row to decide is marked at once, whatever the server will say of this one. */
  const markNext = (row: Row) => {
    const waiting = new Set(rows.filter((each) => can(each, 'approve') && can(each, 'reject')).map(idOf));
    active.leave(idOf(row), (id) => waiting.has(id) && !tasks.pending.has(id));
  };

  /** @returns whether there is nothing left to try: it went well, or the server will refuse it again */
  const settle = (row: Row, verdict: Verdict, reason?: string) =>
    tasks.run(idOf(row), verdict, async () => {
      markNext(row);
      try {
        await decide(row, verdict, reason);
        const { title, text } = successNotice(row, verdict);
        showSuccess(title, text);
        await refresh();
        return true;
      } catch (error) {
        const { code, message } = readError(error);
        void showError(failureTitle, message);
        await refresh();
        return !mayPass.has(code);
      }
    });

  const approve = async (row: Row) => {
    const doubt = doubtOf?.(row);
    const isSure = !doubt || (await confirm({ title: 'Approve all the same?', text: doubt, confirmLabel: 'Approve' }));
    if (isSure) await settle(row, 'approve');
  };

  return {
    ...tasks,
    idOf,
    can,
    decide,
    refresh,
    isSettling,
    active,
    activeRow: () => rows.find((row) => idOf(row) === active.get()),
    selection: { selected, onChange: select, rows: rows.filter((row) => selected[idOf(row)]) },
    approve: (row) => {
      if (can(row, 'approve')) void approve(row);
    },
    askReject: (row) => {
      if (can(row, 'reject') && !tasks.pending.has(idOf(row))) setRejecting(row);
    },
    rejecting: {
      row: rejecting,
      close: () => setRejecting(null),
      confirm: async (reason) => {
        if (rejecting && (await settle(rejecting, 'reject', reason))) setRejecting(null);
      },
    },
    bulk: { verdict: bulkVerdict, ask: askBulk, close: () => askBulk(null) },
  };
}

/** Failures after which the same decision may well succeed, so that a typed reason is worth keeping. */
const mayPass: ReadonlySet<string> = new Set(['offline', 'busy', 'internal', 'too_many_requests']);

/** Adjusts state while rendering, before anything stale is painted. */
function useOnChange(value: string, adjust: () => void): void {
  const [seen, setSeen] = useState(value);
  if (seen === value) return;
  setSeen(value);
  adjust();
}
