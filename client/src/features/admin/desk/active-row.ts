import { useState } from 'react';

/** The row that keys act on, and where it stood when it was last seen. */
export interface ActiveRow {
  id: string;
  index: number;
}

/** A row that keys act on; it keeps its place when the list changes under it. `activate` with null takes the mark away. */
export function useActiveRow(ids: readonly string[]) {
  const [marked, setMarked] = useState<ActiveRow | null>(null);
  const active = followRow(marked, ids);
  if (active?.id !== marked?.id || active?.index !== marked?.index) setMarked(active);
  return {
    activeId: active?.id,
    activate: (id: string | null) => setMarked(id === null ? null : { id, index: ids.indexOf(id) }),
    /** @param by 1 for the next row, -1 for the one before; the first press marks the first row */
    move: (by: 1 | -1) => setMarked(stepFrom(active, by, ids)),
  };
}

/** Where the mark is after the list changed: on the same row, or on the row that took the place of one that left. */
export function followRow(active: ActiveRow | null, ids: readonly string[]): ActiveRow | null {
  if (!active) return null;
  const index = ids.indexOf(active.id);
  return index >= 0 ? { id: active.id, index } : rowAt(active.index, ids);
}

export function stepFrom(active: ActiveRow | null, by: 1 | -1, ids: readonly string[]): ActiveRow | null {
  return rowAt(active ? active.index + by : 0, ids);
}

function rowAt(wanted: number, ids: readonly string[]): ActiveRow | null {
  const index = Math.max(0, Math.min(wanted, ids.length - 1));
  const id = ids[index];
  return id === undefined ? null : { id, index };
}
