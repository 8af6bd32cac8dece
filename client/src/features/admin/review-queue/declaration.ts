import type { ComponentType, ReactNode } from 'react';
import type { IconType } from 'react-icons';
import { LuCheck, LuX } from 'react-icons/lu';
import type { Column } from '../../../components/data-table/columns.ts';
import type { PagedQuery } from '../../../components/data-table/table-props.ts';
import type { ActiveFilter } from './filters.tsx';
import type { MatchingRows } from './use-matching-rows.ts';

export interface QueueRow {
  id: number;
  status: string;
}

/** The further input of a decision. */
export interface Terms {
  reason?: string | undefined;
  /** Of a partial order: the undelivered units. */
  remaining?: number;
  /** The same for all rows of a bulk run, which the audit lists as one. */
  bulkId?: string;
}

export interface ToastWords {
  title: string;
  text?: string;
}

/** One decision: its button, its key, its dialog, and its bulk run. */
export interface Action<Row> {
  /** "Approve". */
  label: string;
  /** Shown on the row until the response: "Approving". */
  doing: string;
  icon: IconType;
  tone: 'loud' | 'calm' | 'danger';
  key: string;
  /** Its text in the list of shortcuts; the label by default. */
  keyText?: string;
  /** The decision in the API. */
  decision: string;
  /** Whether the row's status allows it; the server uses the same table. */
  canRun: (row: Row) => boolean;
  /** The consequence for the money, for the dialogs. */
  consequence: (rows: readonly Row[]) => string;
  /** The toast after it. @param row as it was before */
  toast: (row: Row, terms: Terms) => ToastWords;
  /** Whether a dialog asks for a reason, which the customer reads. */
  asksReason?: boolean;
  /** A confirmation, for rows that need one. */
  confirmFirst?: (row: Row) => Promise<boolean> | undefined;
  /** Its own dialog, for rows that need one. */
  dialog?: (row: Row, answer: DialogAnswer) => ReactNode | undefined;
  /** Its words in a bulk run; undefined if it runs on one row only. */
  inBulk?: { doing: string; done: string };
}

export interface DialogAnswer {
  /** Closes the dialog and sends the decision. */
  send: (terms?: Terms) => void;
  close: () => void;
}

export type Actions<Row> = { approve: Action<Row>; reject: Action<Row> } & Record<string, Action<Row>>;

export const approveWords = {
  label: 'Approve',
  doing: 'Approving',
  icon: LuCheck,
  tone: 'loud',
  key: 'a',
  inBulk: { doing: 'Approving', done: 'approved' },
} as const;

export const rejectWords = {
  label: 'Reject',
  doing: 'Rejecting',
  icon: LuX,
  tone: 'danger',
  key: 'r',
  asksReason: true,
  inBulk: { doing: 'Rejecting', done: 'rejected' },
} as const;

/** A queue's functions for cells and dialogs. The object never changes, so that no row renders again because of it. */
export interface QueueHandle<Row> {
  kind: string;
  run: (row: Row, action: Action<Row>) => void;
  openDetails: (row: Row) => void;
  /** Shows a dialog above the page; undefined closes it. */
  showDialog: (dialog: ReactNode) => void;
  /** Whether rows have just moved under the pointer. */
  isSettling: () => boolean;
}

export interface DetailsProps<Row> {
  id: number;
  queue: QueueHandle<Row>;
  /** Moves to the next or previous row; undefined if the list does not contain the row. */
  step: ((by: 1 | -1) => void) | undefined;
  onClose: () => void;
}

type FilterInput<Status, Further> = Further & {
  status: Status | undefined;
  search: string | undefined;
  userId: number | undefined;
  decidedBy: number | undefined;
  from: string | undefined;
  to: string | undefined;
};
type ListInput<Status, Sort, Further> = FilterInput<Status, Further> & { sort: Sort };

export interface QueueList<Row> extends PagedQuery {
  data: { pages: readonly { items: readonly Row[] }[] } | undefined;
  isPlaceholderData: boolean;
  isFetching: boolean;
  dataUpdatedAt: number;
}

/** A list of rows that wait for a decision: everything that differs between queues. */
export interface Declaration<Row extends QueueRow, Status extends string, Sort extends string, Further extends object> {
  kind: 'order' | 'recharge';
  title: string;
  text: string;
  /** The page's name in the browser's tab. */
  tabTitle: string;
  searchPlaceholder: string;
  /** The status filters; the first is the default. */
  statuses: readonly [Status, ...Status[]];
  statusLabel: (status: Status) => string;
  /** Statuses that wait: their chips have counts, and the oldest row is first. */
  undecided: readonly Status[];
  sortNames: Record<Sort, string>;
  columns: (queue: QueueHandle<Row>) => Column<Row>[];
  actions: Actions<Row>;
  /** Names a row in dialogs and toasts: "order 1042 of karim". */
  nameOf: (row: Row) => string;
  failureTitle: string;
  /** Copies the selection as text. */
  copy?: { label: string; text: (rows: readonly Row[]) => string };
  /** The filter that only this queue has. */
  further: { useFilter: () => { input: Further; active: ActiveFilter[] }; Choice: ComponentType };
  Details: ComponentType<DetailsProps<Row>>;
  /** Preloads the code of the dialogs. */
  preload: () => Promise<unknown>;
  source: {
    useList: (input: ListInput<Status, Sort, Further>) => QueueList<Row>;
    /** The rows with these ids. */
    useRowsOf: (input: { ids: number[]; limit: number }) => readonly Row[] | undefined;
    useCount: (filter: FilterInput<Status, Further>, enabled: boolean) => { count: number; isAll: boolean } | undefined;
    useRow: (id: number | null) => Row | undefined;
    useReadMatching: () => (
      input: ListInput<Status, Sort, Further> & { cursor: string | null },
    ) => Promise<MatchingRows<Row>>;
  };
}

/** Keeps the types of the statuses and sorts of a declaration. */
export function declareQueue<Row extends QueueRow>() {
  return <Status extends string, Sort extends string, Further extends object>(
    declaration: Declaration<Row, Status, Sort, Further>,
  ) => declaration;
}
