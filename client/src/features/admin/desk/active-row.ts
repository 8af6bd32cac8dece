import { useLayoutEffect, useState } from 'react';
import type { RowMark } from '../../../components/data-table/row-mark.ts';

/** The row that keys act on, and where it stood when it was last seen. */
interface MarkedRow {
  id: string;
  index: number;
}

export interface ActiveRow extends RowMark {
  /** With null the mark is taken away. */
  activate: (id: string | null) => void;
  /** @param by 1 for the next row, -1 for the one before; the first press marks the first row */
  move: (by: 1 | -1) => void;
  /**
   * The marked row is dealt with: the mark goes on to the next one, before the server has answered. Another row than the
   * marked one leaves it where it is.
   * @param waits whether a row still waits for somebody
   */
  leave: (id: string, waits: (id: string) => boolean) => void;
}

/**
 * The row that keys act on; it keeps its place when the list changes under it. It is no state of the page, which would be drawn
 * again at each press.
 * @param listKey names the list; with another one there is no mark
 */
export function useActiveRow(ids: readonly string[], listKey: string): ActiveRow {
  const [active] = useState(createActiveRow);
  useLayoutEffect(() => active.activate(null), [active, listKey]);
  useLayoutEffect(() => active.follow(ids), [active, ids]);
  return active;
}

function createActiveRow() {
  let marked: MarkedRow | null = null;
  let ids: readonly string[] = [];
  const listeners = new Set<() => void>();
  const mark = (next: MarkedRow | null) => {
    const isSame = next?.id === marked?.id;
    marked = next;
    if (!isSame) for (const listener of listeners) listener();
  };
  return {
    get: () => marked?.id,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    activate: (id: string | null) => mark(id === null ? null : { id, index: ids.indexOf(id) }),
    move: (by: 1 | -1) => mark(stepFrom(marked, by, ids)),
    leave: (id: string, waits: (id: string) => boolean) => {
      if (marked?.id === id) mark(leaveRow(marked, ids, waits));
    },
    follow(next: readonly string[]) {
      ids = next;
      mark(followRow(marked, ids));
    },
  };
}

/** Where the mark is after the list changed: on the same row, or on the row that took the place of one that left. */
export function followRow(active: MarkedRow | null, ids: readonly string[]): MarkedRow | null {
  if (!active) return null;
  const index = ids.indexOf(active.id);
  return index >= 0 ? { id: active.id, index } : rowAt(active.index, ids);
}

export function stepFrom(active: MarkedRow | null, by: 1 | -1, ids: readonly string[]): MarkedRow | null {
  return rowAt(active ? active.index + by : 0, ids);
}

/** The next row that waits, else the one before it that does; where none does, the mark stays. */
export function leaveRow(active: MarkedRow, ids: readonly string[], waits: (id: string) => boolean): MarkedRow {
  const after = ids.findIndex((id, index) => index > active.index && waits(id));
  const before = ids.findLastIndex((id, index) => index < active.index && waits(id));
  return rowAt(after >= 0 ? after : before >= 0 ? before : active.index, ids) ?? active;
}

function rowAt(wanted: number, ids: readonly string[]): MarkedRow | null {
  const index = Math.max(0, Math.min(wanted, ids.length - 1));
  const id = ids[index];
  return id === undefined ? null : { id, index };
}
