import type { RowSelectionState } from '@tanstack/react-table';
import { atom } from 'nanostores';
import { lazy, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type AppError, isUnsure, readError } from '../../../lib/errors.ts';
import { showError, showMessage, showRefusal, showSuccess } from '../../../lib/toasts/toasts.ts';
import { type ActiveRow, type MoreRows, useActiveRow } from './active-row.ts';
import { decisionWaitMs } from './decision-wait.ts';
import type { Action, Actions, QueueHandle, QueueWords, Terms } from './declaration.ts';
import { holdDecision, isPending, usePendingDecisions } from './pending-decisions.ts';
import { noAnswer, refusalText } from './refusal-text.ts';
import { useSettling } from './use-settling.ts';

export const loadReasonDialog = () => import('./reason-dialog.tsx');
const ReasonDialog = lazy(loadReasonDialog);

export interface DecisionsOptions<Row> {
  kind: string;
  /** Called whenever a text is needed, because the language may have changed. */
  words: () => Pick<QueueWords<Row, never, never>, 'rowName' | 'open' | 'nameOf' | 'about' | 'failure'>;
  rows: readonly Row[];
  /** Loads more rows; without it `rows` are all. */
  query?: MoreRows;
  /** Identifies the list; with another filter or search no row is active or selected. */
  listKey: string;
  actions: Actions<Row>;
  /** Whether a row waits for a decision after another was decided; by default if it can be approved and rejected. */
  waits?: ((row: Row, decided: Row) => boolean) | undefined;
  /** Row id → the job that is going to decide it. The same map until that changes. */
  inJobs: ReadonlyMap<number, number>;
  decide: (row: Row, action: Action<Row>, terms?: Terms) => Promise<unknown>;
  /** Reads the list again. */
  refresh: () => Promise<unknown>;
  openDetails: (row: Row) => void;
}

export interface Decisions<Row> {
  can: (row: Row, action: Action<Row>) => boolean;
  run: (row: Row, action: Action<Row>) => void;
  /** For cells and dialogs. The object never changes. */
  handle: QueueHandle<Row>;
  active: ActiveRow;
  /** Read when a key is pressed. */
  activeRow: () => Row | undefined;
  selection: { selected: RowSelectionState; onChange: (selected: RowSelectionState) => void; rows: readonly Row[] };
  /** The open dialog. */
  dialog: ReactNode;
}

/** The state of a review queue's decisions: one by one, by key, or in bulk. */
export function useDecisions<Row extends { id: number }>(options: DecisionsOptions<Row>): Decisions<Row> {
  const { kind, rows, query, listKey, actions, inJobs, words, decide, refresh } = options;
  const ids = useMemo(() => rows.map(idOf), [rows]);
  const byId = useMemo(() => new Map(rows.map((row) => [idOf(row), row])), [rows]);
  const active = useActiveRow(ids, listKey, query);
  const isSettling = useSettling(ids);
  const [selected, select] = useState<RowSelectionState>({});
  const [dialog, showDialog] = useState<ReactNode>();
  const [$inJobs] = useState(() => atom(inJobs));
  useEffect(() => $inJobs.set(inJobs), [$inJobs, inJobs]);
  // Checkboxes and counts depend on pending decisions.
  usePendingDecisions();
  const [seenKey, setSeenKey] = useState(listKey);
  if (seenKey !== listKey) {
    setSeenKey(listKey);
    select({});
  }

  const keyOf = (row: Row) => `${kind}:${row.id}`;
  const can = (row: Row, action: Action<Row>) => !isPending(keyOf(row)) && !inJobs.has(row.id) && action.canRun(row);
  const waitsAfter = (decided: Row) => (id: string) => {
    const row = byId.get(id);
    if (row === undefined || !can(row, actions.reject)) return false;
    return options.waits?.(row, decided) ?? can(row, actions.approve);
  };

  const settle = (row: Row, action: Action<Row>, terms: Terms = action.terms?.(row) ?? {}): void => {
    const waitMs = decisionWaitMs();
    const isHeld = holdDecision(
      {
        key: keyOf(row),
        doing: () => action.words().doing,
        send: () => decide(row, action, terms),
        onDone: () => {
          const { title, text } = action.toast(row, terms);
          showSuccess(title, text);
          void refresh();
        },
        onRefused: (thrown) => {
          const error = readError(thrown);
          const isLost = isUnsure(error);
          const title = isLost ? noAnswer() : words().failure;
          const text = refusalText(error);
          // A dialog for an admin who waits for the response, a toast for one who has moved on.
          const confirmed = heldBySupplier[error.code];
          if (confirmed)
            void confirmHeld(error, capitalised(words().nameOf(row))).then(
              (isSure) => isSure && latest.current.settle(row, action, { ...terms, ...confirmed }),
            );
          else if (waitMs === 0 && !isKnown.has(error.code)) void (isLost ? showMessage : showError)(title, text);
          else showRefusal(title, `${capitalised(words().nameOf(row))}: ${text}`);
          void refresh();
          return {
            text: () => refusalText(readError(thrown)),
            again: mayPass.has(error.code) ? () => settle(row, action, terms) : undefined,
          };
        },
      },
      waitMs,
    );
    // The next row becomes active before the server responds.
    if (isHeld) active.leave(idOf(row), waitsAfter(row));
  };

  const run = (row: Row, action: Action<Row>) => {
    if (!can(row, action)) return;
    const close = () => showDialog(undefined);
    const send = (terms?: Terms) => {
      close();
      latest.current.settle(row, action, terms);
    };
    const ask = () => {
      const { ask: title, label, doing } = action.words();
      return {
        title: title(words().nameOf(row)),
        text: action.consequence([row]),
        submitLabel: label,
        pendingLabel: doing,
      };
    };
    const asked = action.asksReason ? (
      <ReasonDialog texts={ask} about={words().about(row)} send={send} close={close} />
    ) : (
      action.dialog?.(row, { send, close })
    );
    if (asked) return showDialog(asked);
    const question = action.confirmFirst?.(row);
    if (!question) settle(row, action);
    else void question.then((sure) => sure && latest.current.settle(row, action, sure === true ? undefined : sure));
  };

  const now = { settle, run, isSettling, openDetails: options.openDetails };
  const latest = useRef(now);
  useLayoutEffect(() => {
    latest.current = now;
  });
  const [handle] = useState<QueueHandle<Row>>(() => ({
    kind,
    rowName: (id) => words().rowName(id),
    openLabel: (id) => words().open(id),
    run: (row, action) => latest.current.run(row, action),
    openDetails: (row) => latest.current.openDetails(row),
    showDialog,
    isSettling: () => latest.current.isSettling,
    $inJobs,
  }));

  return {
    can,
    run,
    handle,
    active,
    activeRow: () => byId.get(active.$id.get() ?? ''),
    selection: { selected, onChange: select, rows: rows.filter((row) => selected[idOf(row)]) },
    dialog,
  };
}

export const idOf = ({ id }: { id: number }) => String(id);

/** Refusals that ask a second question, and what a yes adds to the decision. */
const heldBySupplier: Readonly<Partial<Record<string, Terms>>> = {
  supplier_may_deliver: { confirmSupplierMayDeliver: true },
  at_supplier: { confirmAtSupplier: true },
};

/** Loads the second question, which few decisions need. Without it the decision stays refused. */
async function confirmHeld({ code, details }: Pick<AppError, 'code' | 'details'>, name: string): Promise<boolean> {
  const ask = await import('../purchases/may-deliver.ts').catch(() => undefined);
  if (!ask) return false;
  return code === 'at_supplier' ? ask.confirmAtSupplier(name, details.atSupplier ?? {}) : ask.confirmMayDeliver(name);
}

/** After these failures the same decision may succeed, so a typed reason is kept. */
const mayPass: ReadonlySet<string> = new Set([
  'offline',
  'busy',
  'internal',
  'too_many_requests',
  'reauthentication_required',
  ...Object.keys(heldBySupplier),
]);

/** Failures that need no answer: another admin was first, or this one did not confirm who they are. */
const isKnown: ReadonlySet<string> = new Set(['already_decided', 'reauthentication_required']);

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
