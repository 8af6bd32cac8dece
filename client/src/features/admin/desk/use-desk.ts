import type { RowSelectionState } from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import { isUnsure, readError } from '../../../lib/errors.ts';
import { showError, showMessage, showRefusal, showSuccess } from '../../../lib/toasts/toasts.ts';
import { type ActiveRow, useActiveRow } from './active-row.ts';
import { decisionWaitMs } from './decision-wait.ts';
import { type Decision, hold, isOnItsWay, useOutbox } from './outbox.ts';
import { NO_ANSWER, refusalText } from './refusal-text.ts';
import { useSettling } from './use-settling.ts';

export type Verdict = 'approve' | 'reject';

/** What is to be done to one row: by approving and rejecting, or in another way that the page knows. */
export interface Task<Answer> {
  /** What it is called while it is on its way. */
  name: Verdict | 'processing' | 'partial';
  /** Asks the server, and throws what it refuses; the request goes out before this returns. */
  send: () => Promise<Answer>;
  /** The toast after it. */
  notice: (answer: Answer) => Notice;
}

export interface Notice {
  title: string;
  text?: string;
}

/** What a desk must know of the things that wait on it. */
export interface DeskOptions<Row> {
  /** What its rows are, such as "order". */
  kind: string;
  rows: readonly Row[];
  /** Names the list; when it changes (another filter or search) mark and selection start anew. */
  listKey: string;
  idOf: (row: Row) => string;
  /** Names a row in dialogs and toasts: "order 1042 of karim". */
  nameOf: (row: Row) => string;
  can: (row: Row, verdict: Verdict) => boolean;
  /** Asks the server, and throws what it refuses; the request goes out before this returns. */
  decide: (row: Row, verdict: Verdict, reason?: string) => Promise<unknown>;
  /** Reads the list again. */
  refresh: () => Promise<unknown>;
  /** The toast after a decision; the row is as it was before. */
  successNotice: (row: Row, verdict: Verdict) => Notice;
  failureTitle: string;
  /** Asks whether a row is really to be approved, where something speaks against doing it without a second look. */
  askFirst?: (row: Row) => Promise<boolean> | undefined;
}

export interface Desk<Row> {
  idOf: (row: Row) => string;
  nameOf: (row: Row) => string;
  /** Names a row's decision in the outbox. */
  outboxKeyOf: (row: Row) => string;
  /** Whether it may be decided so; not while a decision of it is on its way. */
  can: (row: Row, verdict: Verdict) => boolean;
  /** Row id → what is on its way there, waiting or sent. */
  pending: ReadonlyMap<string, string>;
  isSettling: boolean;
  /** The row that keys act on. */
  active: ActiveRow;
  /** The marked row, asked for when a key is pressed. */
  activeRow: () => Row | undefined;
  selection: { selected: RowSelectionState; onChange: (selected: RowSelectionState) => void; rows: readonly Row[] };
  approve: (row: Row) => void;
  /** Opens the dialog that asks for a reason. */
  askReject: (row: Row) => void;
  /** Puts what was decided of a row on its way; the answer is told wherever the admin is by then. */
  settle: <Answer>(row: Row, task: Task<Answer>) => void;
  /** What the reject dialog is open for, and what it does. */
  rejecting: { row: Row | null; close: () => void; confirm: (reason?: string) => void };
  decide: DeskOptions<Row>['decide'];
  refresh: DeskOptions<Row>['refresh'];
}

/** The state of a list of things to approve or reject: one by one, by key, or many at once. */
export function useDesk<Row>(options: DeskOptions<Row>): Desk<Row> {
  const { kind, rows, listKey, idOf, nameOf, decide, refresh, successNotice, failureTitle, askFirst } = options;
  const ids = useMemo(() => rows.map(idOf), [rows, idOf]);
  const byId = useMemo(() => new Map(rows.map((row) => [idOf(row), row])), [rows, idOf]);
  const pending = usePending(kind);
  const active = useActiveRow(ids, listKey);
  const isSettling = useSettling(ids);
  const [selected, select] = useState<RowSelectionState>({});
  const [rejecting, setRejecting] = useState<Row | null>(null);
  useOnChange(listKey, () => select({}));

  const outboxKeyOf = (row: Row) => `${kind}:${idOf(row)}`;
  // What is on its way now, which `pending` learns a little later.
  const can = (row: Row, verdict: Verdict) => !isOnItsWay(outboxKeyOf(row)) && options.can(row, verdict);

  /** The next row to decide is marked at once, whatever the server will say of this one. */
  const markNext = (row: Row) =>
    active.leave(idOf(row), (id) => {
      const next = byId.get(id);
      return next !== undefined && can(next, 'approve') && can(next, 'reject');
    });

  const settle = <Answer>(row: Row, task: Task<Answer>): void => {
    const waitMs = decisionWaitMs();
    const decision: Decision<Answer> = {
      key: outboxKeyOf(row),
      name: task.name,
      send: task.send,
      onDone: (answer) => {
        const { title, text } = task.notice(answer);
        showSuccess(title, text);
        void refresh();
      },
      onRefused: (thrown) => {
        const error = readError(thrown);
        const isLost = isUnsure(error);
        const title = isLost ? NO_ANSWER : failureTitle;
        const text = refusalText(error);
        // Whoever waits for the answer is told by a dialog; whoever has gone on is not held up.
        if (waitMs === 0 && error.code !== 'already_decided') void (isLost ? showMessage : showError)(title, text);
        else showRefusal(title, `${capitalised(nameOf(row))}: ${text}`);
        void refresh();
        return { text, again: mayPass.has(error.code) ? () => settle(row, task) : undefined };
      },
    };
    if (hold(decision, waitMs)) markNext(row);
  };

  const decideOne = (row: Row, verdict: Verdict, reason?: string) =>
    settle(row, {
      name: verdict,
      send: () => decide(row, verdict, reason),
      notice: () => successNotice(row, verdict),
    });

  return {
    idOf,
    nameOf,
    outboxKeyOf,
    can,
    pending,
    decide,
    refresh,
    isSettling,
    settle,
    active,
    activeRow: () => byId.get(active.get() ?? ''),
    selection: { selected, onChange: select, rows: rows.filter((row) => selected[idOf(row)]) },
    approve: (row) => {
      if (!can(row, 'approve')) return;
      const asked = askFirst?.(row);
      if (!asked) decideOne(row, 'approve');
      else void asked.then((isSure) => isSure && decideOne(row, 'approve'));
    },
    askReject: (row) => {
      if (can(row, 'reject')) setRejecting(row);
    },
    rejecting: {
      row: rejecting,
      close: () => setRejecting(null),
      confirm: (reason) => {
        if (rejecting) decideOne(rejecting, 'reject', reason);
        setRejecting(null);
      },
    },
  };
}

/** Failures after which the same decision may well succeed, so that a typed reason is worth keeping. */
const mayPass: ReadonlySet<string> = new Set(['offline', 'busy', 'internal', 'too_many_requests']);

/** What is on its way of a desk's rows. */
function usePending(kind: string): Desk<unknown>['pending'] {
  const outbox = useOutbox();
  return useMemo(() => {
    const prefix = `${kind}:`;
    const onTheirWay = [...outbox].flatMap(([key, progress]): [string, string][] =>
      key.startsWith(prefix) && progress.phase !== 'refused' ? [[key.slice(prefix.length), progress.name]] : [],
    );
    return new Map(onTheirWay);
  }, [outbox, kind]);
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Adjusts state while rendering, before anything stale is painted. */
function useOnChange(value: string, adjust: () => void): void {
  const [seen, setSeen] = useState(value);
  if (seen === value) return;
  setSeen(value);
  adjust();
}
