import { atom, type ReadableAtom } from 'nanostores';
import { useEffect, useLayoutEffect, useState } from 'react';
import type { PagedQuery } from '../../../components/data-table/table-props.ts';

/** The row for keyboard shortcuts, and its last index. */
interface ActivePlace {
  id: string;
  index: number;
}

export type MoreRows = Pick<PagedQuery, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;

export interface ActiveRow {
  /** The row's id. A store instead of the page's state, which would render the page at each key. */
  $id: ReadableAtom<string | undefined>;
  /** With null no row is active. */
  activate: (id: string | null) => void;
  /**
   * The first call activates the first row. The last loaded row loads more rows.
   * @param by 1 for the next row, -1 for the previous one
   */
  move: (by: 1 | -1) => void;
  /**
   * Moves to the next waiting row after the active row was decided.
   * @param waits whether a row still waits for a decision
   */
  leave: (id: string, waits: (id: string) => boolean) => void;
}

/**
 * The row for keyboard shortcuts; it keeps its position when the list changes.
 * @param listKey identifies the list; in another one no row is active
 * @param query loads more rows; without it `ids` are all
 */
export function useActiveRow(ids: readonly string[], listKey: string, query?: MoreRows): ActiveRow {
  const [active] = useState(createActiveRow);
  useEffect(() => active.moreFrom(query));
  useLayoutEffect(() => active.activate(null), [active, listKey]);
  useLayoutEffect(() => active.follow(ids), [active, ids]);
  return active;
}

function createActiveRow() {
  const $id = atom<string | undefined>();
  let place: ActivePlace | null = null;
  let ids: readonly string[] = [];
  let more: MoreRows | undefined;
  const set = (next: ActivePlace | null) => {
    place = next;
    $id.set(next?.id);
  };
  return {
    $id,
    activate: (id: string | null) => set(id === null ? null : { id, index: ids.indexOf(id) }),
    move(by: 1 | -1) {
      set(stepFrom(place, by, ids));
      const isAtEnd = by === 1 && place?.index === ids.length - 1;
      if (isAtEnd && more?.hasNextPage && !more.isFetchingNextPage) void more.fetchNextPage();
    },
    moreFrom: (query: MoreRows | undefined) => void (more = query),
    leave: (id: string, waits: (id: string) => boolean) => {
      if (place?.id === id) set(leaveRow(place, ids, waits));
    },
    follow(next: readonly string[]) {
      ids = next;
      set(followRow(place, ids));
    },
  };
}

/** The active row after the list changed: the same row, or the one at the position of a row that left. */
export function followRow(active: ActivePlace | null, ids: readonly string[]): ActivePlace | null {
  if (!active) return null;
  const index = ids.indexOf(active.id);
  return index >= 0 ? { id: active.id, index } : rowAt(active.index, ids);
}

export function stepFrom(active: ActivePlace | null, by: 1 | -1, ids: readonly string[]): ActivePlace | null {
  return rowAt(active ? active.index + by : 0, ids);
}

/** The next waiting row, else the previous waiting one, else the same row. */
export function leaveRow(active: ActivePlace, ids: readonly string[], waits: (id: string) => boolean): ActivePlace {
  const after = ids.findIndex((id, index) => index > active.index && waits(id));
  const before = ids.findLastIndex((id, index) => index < active.index && waits(id));
  return rowAt(after >= 0 ? after : before >= 0 ? before : active.index, ids) ?? active;
}

function rowAt(place: number, ids: readonly string[]): ActivePlace | null {
  const index = Math.max(0, Math.min(place, ids.length - 1));
  const id = ids[index];
  return id === undefined ? null : { id, index };
}
