import { useEffect, useLayoutEffect, useRef } from 'react';
import { type Location, useLocation, useNavigationType } from 'react-router-dom';
import type { RowPlace } from '../lib/row-to-restore.ts';
import { tabStorage } from '../lib/storage.ts';
import { type Place, returnToPlace } from './return-to-place.ts';

const STORAGE_KEY = 'places';
const REMEMBER_EVERY_MS = 200;

/** New pages start at their top; going back returns to where the reader was, and in a list to the row that they left it by. */
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
    // The first page stands at its top, and is not asked, as the browser would have to lay it out at once to tell. One that was
    // there before its code may have been scrolled already, by its reader or to what its address names.
    const isWhereItShouldBe = isFirst.current && (place.top === 0 || window.scrollY > 0);
    isFirst.current = false;
    // A list that says in its address how much of it is loaded is still the same page, on the way to the same place.
    if (!samePage || navigation !== 'REPLACE') stopReturning.current?.();
    if (navigation === 'POP') stopReturning.current = isWhereItShouldBe ? undefined : returnToPlace(place);
    else if (!samePage && !location.hash) window.scrollTo(0, 0);
    return rememberWhereReaderIs(nameOf(location));
  }, [location, navigation]);
}

/**
 * Keeps the place of a history entry up to date until the returned function is called. Not every browser has
 * `scrollend`, so scrolling itself is followed too; what it has not kept by then is kept at the end, as it was last seen,
 * since the next page may already stand there.
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
  // Before anything that is pressed leads on.
  window.addEventListener('click', onClick, { capture: true });
  window.addEventListener('pagehide', remember);
  return () => {
    window.removeEventListener('scroll', onScroll);
    window.removeEventListener('click', onClick, { capture: true });
    window.removeEventListener('pagehide', remember);
    if (timer !== undefined) remember();
  };
}

/** The row that somebody leaves by: the one that was pressed, else the one that is marked. */
function rowLeftBy(target: EventTarget | null): RowPlace | undefined {
  const pressed = target instanceof Element ? target.closest('[data-row]') : null;
  const element = pressed ?? document.querySelector('[data-row][aria-current]');
  const row = element?.getAttribute('data-row');
  return element && row ? { row, topPx: Math.round(element.getBoundingClientRect().top) } : undefined;
}

/** A history entry's name: those that were opened from outside all bear the same key. */
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

/** Without storage going back starts at the top. */
function rememberPlace(key: string, place: Place): void {
  tabStorage.keep(STORAGE_KEY, JSON.stringify({ ...places(), [key]: place }));
}
