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
  /** Of a partial order: the units that were not delivered. */
  remaining?: number;
}

export interface ToastWords {
  title: string;
  text?: string;
}

/** One decision: its button, its key, its dialog, and its bulk run. */
export interface Action<Row> {
  /** "Approve". */
  label: string;
  /** Shown on the row until the server answers: "Approving". */
  doing: string;
  icon: IconType;
  tone: 'loud' | 'calm' | 'danger';
  key: string;
  /** Its words in the list of keys; the label by default. */
  keyText?: string;
  /** The server's name of the decision. */
  decision: string;
  /** Whether the row's status admits it; the server judges by the same table. */
  canRun: (row: Row) => boolean;
  /** The consequence for the money, for the dialogs. */
  consequence: (rows: readonly Row[]) => string;
  /** The toast after it. @param row as it was before */
  toast: (row: Row, terms: Terms) => ToastWords;
  /** Whether a dialog asks for a reason, which the customer reads. */
  asksReason?: boolean;
  /** A question to confirm first, for rows that need one. */
  confirmFirst?: (row: Row) => Promise<boolean> | undefined;
  /** A dialog of its own, for rows that need one. */
  dialog?: (row: Row, answer: DialogAnswer) => ReactNode | undefined;
  /** Its words in a bulk run; undefined where it runs on one row only. */
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

/** A queue's functions for cells and dialogs. It stays the same object, so that no row renders again for it. */
export interface QueueHandle<Row> {
  kind: string;
  run: (row: Row, action: Action<Row>) => void;
  openDetails: (row: Row) => void;
  /** Shows a dialog over the page; undefined closes it. */
  showDialog: (dialog: ReactNode) => void;
  /** Whether rows have just moved under the pointer. */
  isSettling: () => boolean;
}

export interface DetailsProps<Row> {
  id: number;
  queue: QueueHandle<Row>;
  /** Goes to the next row or the one before; undefined where the list does not show the row. */
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

/** A list of rows that wait for a decision: everything that differs from one queue to the next. */
export interface Declaration<Row extends QueueRow, Status extends string, Sort extends string, Further extends object> {
  kind: 'order' | 'recharge';
  title: string;
  text: string;
  /** The page's name in the browser's tab. */
  tabTitle: string;
  searchPlaceholder: string;
  /** The status filters; the first holds until another is chosen. */
  statuses: readonly [Status, ...Status[]];
  statusLabel: (status: Status) => string;
  /** Statuses that wait: their chips are counted, and the oldest row stands first. */
  undecided: readonly Status[];
  sortNames: Record<Sort, string>;
  columns: (queue: QueueHandle<Row>) => Column<Row>[];
  actions: Actions<Row>;
  /** Names a row in dialogs and toasts: "order 1042 of karim". */
  nameOf: (row: Row) => string;
  failureTitle: string;
  /** The selection as text for somebody else's work. */
  copy?: { label: string; text: (rows: readonly Row[]) => string };
  /** The filter that this queue alone has. */
  further: { useFilter: () => { input: Further; active: ActiveFilter[] }; Choice: ComponentType };
  Details: ComponentType<DetailsProps<Row>>;
  /** Fetches the code of the dialogs ahead. */
  preload: () => Promise<unknown>;
  source: {
    useList: (input: ListInput<Status, Sort, Further>) => QueueList<Row>;
    /** The rows of some ids. */
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
