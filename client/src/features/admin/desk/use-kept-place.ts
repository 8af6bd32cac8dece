import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import type { PagedQuery } from '../../../components/data-table/table-props.ts';
import { tabStorage } from '../../../lib/storage.ts';
import type { ActiveRow } from './active-row.ts';

/** Beyond this, finding the place takes longer than somebody waits. */
const MOST_ROWS = 2000;

interface Place {
  /** Which list it was: its filter and search. */
  list: string;
  rows: number;
  marked?: string | undefined;
  topPx: number;
}

interface KeptPlaceOptions {
  query: PagedQuery;
  ids: readonly string[];
  active: ActiveRow;
}

/**
 * A reload of a long list, and the way back to it, find as many rows loaded as there were, the same row marked and in the same
 * place; whoever touches the page meanwhile stays where they are.
 */
export function useKeptPlace({ query, ids, active }: KeptPlaceOptions): void {
  const { pathname, search } = useLocation();
  const list = listOf(search);
  const storageKey = `place ${pathname}`;
  const isReturn = useNavigationType() === 'POP';
  const [wanted, setWanted] = useState(() => (isReturn ? readPlace(storageKey, list) : null));
  const lastTopPx = useRef(0);

  const goOn = useEffectEvent(() => {
    if (!wanted || !query.data || query.isFetchingNextPage) return;
    const isShort = ids.length < wanted.rows && query.hasNextPage;
    if (isShort && !query.isFetchNextPageError) {
      void query.fetchNextPage();
      return;
    }
    window.scrollTo(0, wanted.topPx);
    if (wanted.marked !== undefined && ids.includes(wanted.marked)) active.activate(wanted.marked);
    setWanted(null);
  });
  useEffect(() => goOn(), [wanted, ids, query.data, query.isFetchingNextPage]);

  const keep = useEffectEvent(() => {
    const rows = Math.min(ids.length, MOST_ROWS);
    const place: Place = wanted ?? { list, rows, marked: active.get(), topPx: lastTopPx.current };
    tabStorage.keep(storageKey, JSON.stringify(place));
  });
  const stay = useEffectEvent(() => setWanted(null));
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    const onScroll = () => {
      lastTopPx.current = window.scrollY;
    };
    const onPageHide = () => keep();
    const onTouch = () => stay();
    window.addEventListener('scroll', onScroll, { signal, passive: true });
    window.addEventListener('pagehide', onPageHide, { signal });
    for (const touch of ['wheel', 'keydown', 'pointerdown'])
      window.addEventListener(touch, onTouch, { signal, passive: true });
    return () => {
      ending.abort();
      onPageHide();
    };
  }, []);
}

/** What the list shows, whatever is open beside it. */
function listOf(search: string): string {
  const params = new URLSearchParams(search);
  for (const opened of ['order', 'recharge']) params.delete(opened);
  params.sort();
  return params.toString();
}

/** What was kept may be anything by now. It is checked by hand, as a library for that would come with the first load of the list. */
function readPlace(storageKey: string, list: string): Place | null {
  const kept = (tabStorage.readJson(storageKey) ?? {}) as Partial<Record<keyof Place, unknown>>;
  const { rows, marked, topPx } = kept;
  if (kept.list !== list || typeof rows !== 'number' || typeof topPx !== 'number') return null;
  if (!Number.isSafeInteger(rows) || rows > MOST_ROWS || !Number.isFinite(topPx)) return null;
  return { list, rows, topPx, marked: typeof marked === 'string' ? marked : undefined };
}
