import type { ReadableAtom } from 'nanostores';
import type { ComponentType, ReactNode } from 'react';
import type { IconType } from 'react-icons';
import { LuCheck, LuX } from 'react-icons/lu';
import type { Reviewer } from '#shared/reviewers.ts';
import type { Column } from '../../../components/data-table/columns.ts';
import type { PagedQuery } from '../../../components/data-table/table-props.ts';
import { queueTexts } from '../../../i18n/en/admin/review-queue.ts';
import type { ReplyAbout } from '../saved-replies-menu.tsx';
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
  /** Of a rejected order: its supplier may deliver it, and the admin knows. */
  confirmSupplierMayDeliver?: true;
  /** Of a completed order: a supplier has it, and the admin knows. */
  confirmAtSupplier?: true;
  /** Of an approved recharge: credits what its message says was paid. */
  creditPaid?: true;
}

export interface ToastWords {
  title: string;
  text?: string;
}

/** The texts of a decision in the current language. */
export interface ActionWords {
  /** "Approve". */
  label: string;
  /** Where there is room for more. */
  longLabel?: string;
  /** Shown on the row until the response: "Approving". */
  doing: string;
  /** Its text in the list of shortcuts; the label by default. */
  keyText?: string;
  /** "Approve order 1042 of karim?" */
  ask: (what: string) => string;
  /** The button that does it: "Approve order 1042", "Approve 3 orders". */
  send: (what: string) => string;
}

/** One decision: its button, its key, its dialog, and whether it makes a job of many rows. */
export interface Action<Row> {
  words: (row?: Row) => ActionWords;
  icon: IconType;
  tone: 'loud' | 'calm' | 'danger';
  key: string;
  /** The decision in the API. */
  decision: string;
  /** Whether the row's status allows it; the server uses the same table. */
  canRun: (row: Row) => boolean;
  /** The consequence for the money, for the dialogs. */
  consequence: (rows: readonly Row[]) => string;
  /** The toast after it. @param row as it was before */
  toast: (row: Row, terms: Terms) => ToastWords;
  /** Its further input, if it is made without any. */
  terms?: (row: Row) => Terms | undefined;
  /** Whether a dialog asks for a reason, which the customer reads. */
  asksReason?: boolean;
  /** A confirmation, for rows that need one. Its answer may have further input. */
  confirmFirst?: (row: Row) => Promise<boolean | Terms> | undefined;
  /** Its own dialog, for rows that need one. */
  dialog?: (row: Row, answer: DialogAnswer) => ReactNode | undefined;
  /** Whether it runs on many rows at once. */
  isForMany?: boolean;
}

export interface DialogAnswer {
  /** Closes the dialog and sends the decision. */
  send: (terms?: Terms) => void;
  close: () => void;
}

export type Actions<Row> = { approve: Action<Row>; reject: Action<Row> } & Record<string, Action<Row>>;

/** A button for selected rows beside the decisions. */
export interface BulkToolProps {
  rows: readonly QueueRow[];
  /** Called after its action, which ends the selection. */
  onDone: () => void;
  /** Called when its dialog opens and when it closes. */
  onOpenChange: (isOpen: boolean) => void;
}

/** What an admin does with one row beside the decisions, by a menu entry or a key. */
export interface RowTool<Row> {
  label: () => string;
  icon: IconType;
  key: string;
  open: (row: Row, queue: QueueHandle<Row>) => void;
}

export const approval = {
  words() {
    const t = queueTexts.get();
    return {
      label: t.approve,
      doing: t.approving,
      ask: (what: string) => t.approveAsk({ what }),
      send: (what: string) => t.approveWhat({ what }),
    };
  },
  icon: LuCheck,
  tone: 'loud',
  key: 'a',
  isForMany: true,
} as const;

export const rejection = {
  words() {
    const t = queueTexts.get();
    return {
      label: t.reject,
      doing: t.rejecting,
      ask: (what: string) => t.rejectAsk({ what }),
      send: (what: string) => t.rejectWhat({ what }),
    };
  },
  icon: LuX,
  tone: 'danger',
  key: 'r',
  asksReason: true,
  isForMany: true,
} as const;

/** A queue's functions for cells and dialogs. The object never changes, so that no row renders again because of it. */
export interface QueueHandle<Row> {
  kind: string;
  /** "order 1042". */
  rowName: (id: number) => string;
  /** "Open order 1042". */
  openLabel: (id: number) => string;
  run: (row: Row, action: Action<Row>) => void;
  openDetails: (row: Row) => void;
  /** Shows a dialog above the page; undefined closes it. */
  showDialog: (dialog: ReactNode) => void;
  /** Whether rows have just moved under the pointer. */
  isSettling: () => boolean;
  /** Row id → the job that is going to decide it. */
  $inJobs: ReadableAtom<ReadonlyMap<number, number>>;
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
  decidedBy: number | Reviewer | undefined;
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

/** The texts of a queue in the current language. */
export interface QueueWords<Row, Status extends string, Sort extends string> {
  title: string;
  text: string;
  /** The page's name in the browser's tab. */
  tab: string;
  search: string;
  searchHint: string;
  /** Without any row. */
  none: string;
  /** "order 1042". */
  rowName: (id: number) => string;
  /** Names a row in dialogs and toasts: "order 1042 of karim". */
  nameOf: (row: Row) => string;
  /** What a row is about, for saved replies as reasons. */
  about: (row: Row) => ReplyAbout;
  /** "3 orders". */
  count: (count: number) => string;
  /** Opens the details of a row. */
  open: (id: number) => string;
  statusOf: (status: Status) => string;
  sorts: Record<Sort, string>;
  failure: string;
  /** Copies the selection. */
  copy?: string;
}

export type QueueKind = 'order' | 'recharge' | 'request';

/** A list of rows that wait for a decision: everything that differs between queues. */
export interface Declaration<Row extends QueueRow, Status extends string, Sort extends string, Further extends object> {
  kind: QueueKind;
  words: () => QueueWords<Row, Status, Sort>;
  /** The status filters; the first is the default. */
  statuses: readonly [Status, ...Status[]];
  sorts: readonly Sort[];
  /** Statuses that wait: their chips have counts, and the oldest row is first. */
  undecided: readonly Status[];
  /** Who decides such rows if no person does. */
  reviewers: readonly Reviewer[];
  /** @param isView whether they are of the further view */
  columns: (queue: QueueHandle<Row>, isView: boolean) => Column<Row>[];
  actions: Actions<Row>;
  /** Whether a row waits for a decision after another was decided; by default if it can be approved and rejected. */
  waits?: (row: Row, decided: Row) => boolean;
  /** A button beside the page's heading. */
  Tool?: ComponentType;
  tools?: readonly RowTool<Row>[];
  /** A further button for the selected rows. */
  BulkTool?: ComponentType<BulkToolProps>;
  /** Copies the selection as text, if `words` names that. */
  copy?: (rows: readonly Row[]) => string;
  /** The filter that only this queue has. */
  further: {
    useFilter: () => { input: Further; active: ActiveFilter[]; isView?: boolean };
    Choice: ComponentType;
    /** A view of its own beside the statuses: its chip, and the actions on its rows. */
    View?: { Chip: ComponentType<{ isOn: boolean }>; Bar: ComponentType<ViewBarProps<Row>>; forgets: string };
  };
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

export interface ViewBarProps<Row> {
  /** The listed rows that can be approved. */
  rows: readonly Row[];
  /** Asks, and approves them as one job. */
  approve: (rows: readonly Row[]) => void;
}

/** Keeps the types of the statuses and sorts of a declaration. */
export function declareQueue<Row extends QueueRow>() {
  return <Status extends string, Sort extends string, Further extends object>(
    declaration: Declaration<Row, Status, Sort, Further>,
  ) => declaration;
}

/** What the dialog of many rows says of them. */
export type BulkWords<Row> = Pick<QueueWords<Row, never, never>, 'count' | 'nameOf' | 'about' | 'copy'>;
