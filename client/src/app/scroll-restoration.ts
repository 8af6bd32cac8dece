import { useEffect, useLayoutEffect, useRef } from 'react';
import { type Location, useLocation, useNavigationType } from 'react-router-dom';
import type { RowPlace } from '../lib/row-to-restore.ts';
import { tabStorage } from '../lib/storage.ts';
import { type Place, returnToPlace } from './return-to-place.ts';

const STORAGE_KEY = 'places';
const REMEMBER_EVERY_MS = 200;

/** New pages start at the top; going back restores the position, in a list by the row. */
export function useScrollRestoration(): void {
  const location = useLocation();
  const navigation = useNavigationType();
  const lastPathname = useRef(location.pathname);
  const isFirst = useRef(true);
  const stopReturning = useRef<() => void>(undefined);

  useEffect(() => {
    window.history.scrollRestoration = 'manual';
    return () => stopReturning.current?.();
  }, []);

  useLayoutEffect(() => {
    const samePage = lastPathname.current === location.pathname;
    lastPathname.current = location.pathname;
    const place = placeOf(nameOf(location));
    // The first page starts at its top. Its scroll position is not read, because this forces a layout. A page with HTML may already be
    // scrolled, by its reader or to the URL's fragment.
    const isWhereItShouldBe = isFirst.current && (place.top === 0 || window.scrollY > 0);
    isFirst.current = false;
    // A list that stores its number of loaded pages in the URL is still the same page, restoring the same position.
    if (!samePage || navigation !== 'REPLACE') stopReturning.current?.();
    if (navigation === 'POP') stopReturning.current = isWhereItShouldBe ? undefined : returnToPlace(place);
    else if (!samePage && !location.hash) window.scrollTo(0, 0);
    return rememberWhereReaderIs(nameOf(location));
  }, [location, navigation]);
}

/**
 * Stores the scroll position of a history entry until the returned function is called. Not every browser has `scrollend`, so `scroll`
 * is used, too. The last seen position is stored at the end, because the next page may already be there.
 */
function rememberWhereReaderIs(key: string): () => void {
  let top: number | undefined;
  let row: RowPlace | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const remember = () => {
    clearTimeout(timer);
    timer = undefined;
    rememberPlace(key, { top: top ?? window.scrollY, ...row });
  };
  const onScroll = () => {
    top = window.scrollY;
    row = undefined;
    timer ??= setTimeout(remember, REMEMBER_EVERY_MS);
  };
  const onClick = ({ target }: MouseEvent) => {
    row = rowLeftBy(target);
    top = window.scrollY;
    if (row) remember();
  };
  window.addEventListener('scroll', onScroll, { passive: true });
  // Before a click navigates.
  window.addEventListener('click', onClick, { capture: true });
  window.addEventListener('pagehide', remember);
  return () => {
    window.removeEventListener('scroll', onScroll);
    window.removeEventListener('click', onClick, { capture: true });
    window.removeEventListener('pagehide', remember);
    if (timer !== undefined) remember();
  };
}

/** The row by which the reader leaves: the clicked one, else the active one. */
function rowLeftBy(target: EventTarget | null): RowPlace | undefined {
  const pressed = target instanceof Element ? target.closest('[data-row]') : null;
  const element = pressed ?? document.querySelector('[data-row][aria-current]');
  const row = element?.getAttribute('data-row');
  return element && row ? { row, topPx: Math.round(element.getBoundingClientRect().top) } : undefined;
}

/** A history entry's name: entries opened from outside all have the same key. */
function nameOf({ key, pathname }: Location): string {
  return `${key} ${pathname}`;
}

function places(): Record<string, Place> {
  return (tabStorage.readJson(STORAGE_KEY) ?? {}) as Record<string, Place>;
}

function placeOf(key: string): Place {
  const kept: Partial<Place> = places()[key] ?? {};
  return { ...kept, top: kept.top ?? 0 };
}

function rememberPlace(key: string, place: Place): void {
  tabStorage.keep(STORAGE_KEY, JSON.stringify({ ...places(), [key]: place }));
}
