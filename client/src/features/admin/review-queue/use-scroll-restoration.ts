import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import type { PagedQuery } from '../../../components/data-table/table-props.ts';
import { tabStorage } from '../../../lib/storage.ts';
import type { ActiveRow } from './active-row.ts';

/** Above this, restoring a position takes too long for the reader. */
const MOST_ROWS = 2000;

interface Place {
  /** The list's filter and search. */
  list: string;
  rows: number;
  marked?: string | undefined;
  topPx: number;
}

interface ScrollRestorationOptions {
  query: PagedQuery;
  ids: readonly string[];
  active: ActiveRow;
  /** The row opened by the URL, or an empty string. It becomes active by itself. */
  openedId: string;
}

/**
 * After a reload, and when returning to the list, loads as many rows as before, activates the same row, and restores the scroll
 * position. Any input ends that.
 */
export function useScrollRestoration({ query, ids, active, openedId }: ScrollRestorationOptions): void {
  const { pathname, search } = useLocation();
  const list = listOf(search);
  const storageKey = `place ${pathname}`;
  const isReturn = useNavigationType() === 'POP';
  const [saved, setSaved] = useState(() => (isReturn ? readPlace(storageKey, list) : null));
  const lastTopPx = useRef(0);

  const goOn = useEffectEvent(() => {
    if (!saved || !query.data || query.isFetchingNextPage) return;
    const isShort = ids.length < saved.rows && query.hasNextPage;
    if (isShort && !query.isFetchNextPageError) {
      void query.fetchNextPage();
      return;
    }
    window.scrollTo(0, saved.topPx);
    if (!openedId && saved.marked !== undefined && ids.includes(saved.marked)) active.activate(saved.marked);
    setSaved(null);
  });
  useEffect(() => goOn(), [saved, ids, query.data, query.isFetchingNextPage]);

  const save = useEffectEvent(() => {
    const rows = Math.min(ids.length, MOST_ROWS);
    const place: Place = saved ?? { list, rows, marked: active.$id.get(), topPx: lastTopPx.current };
    tabStorage.keep(storageKey, JSON.stringify(place));
  });
  const stay = useEffectEvent(() => setSaved(null));
  useEffect(() => {
    const ending = new AbortController();
    const options = { signal: ending.signal, passive: true };
    const onScroll = () => {
      lastTopPx.current = window.scrollY;
    };
    window.addEventListener('scroll', onScroll, options);
    window.addEventListener('pagehide', () => save(), options);
    for (const touch of ['wheel', 'keydown', 'pointerdown']) window.addEventListener(touch, () => stay(), options);
    return () => {
      ending.abort();
      save();
    };
  }, []);
}

/** The list's parameters, without the opened row. */
function listOf(search: string): string {
  const params = new URLSearchParams(search);
  for (const opened of ['order', 'recharge']) params.delete(opened);
  params.sort();
  return params.toString();
}

/** Stored text may have any content. It is checked without zod, which would become part of the list's first load. */
function readPlace(storageKey: string, list: string): Place | null {
  const stored = (tabStorage.readJson(storageKey) ?? {}) as Partial<Record<keyof Place, unknown>>;
  const { rows, marked, topPx } = stored;
  if (stored.list !== list || typeof rows !== 'number' || typeof topPx !== 'number') return null;
  if (!Number.isSafeInteger(rows) || rows > MOST_ROWS || !Number.isFinite(topPx)) return null;
  return { list, rows, topPx, marked: typeof marked === 'string' ? marked : undefined };
}
