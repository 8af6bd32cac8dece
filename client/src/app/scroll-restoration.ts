import { useEffect, useLayoutEffect, useRef } from 'react';
import { type Location, useLocation, useNavigationType } from 'react-router-dom';
import { tabStorage } from '../lib/storage.ts';

const STORAGE_KEY = 'scroll';
const WAIT_FOR_CONTENT_MS = 1000;
const REMEMBER_EVERY_MS = 200;

/**
 * New pages start at their top; going back returns to where the reader was. A list may still be loading then, so the
 * place is tried again until the page is tall enough or a second has passed.
 */
export function useScrollRestoration(): void {
  const location = useLocation();
  const navigation = useNavigationType();
  const lastPathname = useRef(location.pathname);
  const isFirst = useRef(true);

  useEffect(() => {
    window.history.scrollRestoration = 'manual';
  }, []);

  useLayoutEffect(() => {
    const samePage = lastPathname.current === location.pathname;
    lastPathname.current = location.pathname;
    const place = placeOf(nameOf(location));
    // The first page stands at its top, and is not asked, as the browser would have to lay it out at once to tell. One that was
    // there before its code may have been scrolled already, by its reader or to what its address names.
    const isWhereItShouldBe = isFirst.current && (place === 0 || window.scrollY > 0);
    isFirst.current = false;
    let stop: (() => void) | undefined;
    if (navigation === 'POP') stop = isWhereItShouldBe ? undefined : scrollWhenTall(place);
    else if (!samePage && !location.hash) window.scrollTo(0, 0);

    const stopRemembering = rememberWhereReaderIs(nameOf(location));
    return () => {
      stop?.();
      stopRemembering();
    };
  }, [location, navigation]);
}

/**
 * Keeps the place of a history entry up to date until the returned function is called. Not every browser has
 * `scrollend`, so scrolling itself is followed too; what it has not kept by then is kept at the end, as it was last seen,
 * since the next page may already stand there.
 */
function rememberWhereReaderIs(key: string): () => void {
  let top: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const remember = () => {
    clearTimeout(timer);
    timer = undefined;
    rememberPlace(key, top ?? window.scrollY);
  };
  const onScroll = () => {
    top = window.scrollY;
    timer ??= setTimeout(remember, REMEMBER_EVERY_MS);
  };
  window.addEventListener('scroll', onScroll, { passive: true });
  window.addEventListener('pagehide', remember);
  return () => {
    window.removeEventListener('scroll', onScroll);
    window.removeEventListener('pagehide', remember);
    if (timer !== undefined) remember();
  };
}

function scrollWhenTall(top: number): () => void {
  const deadline = performance.now() + WAIT_FOR_CONTENT_MS;
  let frame = 0;
  const attempt = () => {
    window.scrollTo(0, top);
    if (window.scrollY >= top - 1 || performance.now() > deadline) return;
    frame = requestAnimationFrame(attempt);
  };
  attempt();
  return () => cancelAnimationFrame(frame);
}

/** A history entry's name: those that were opened from outside all bear the same key. */
function nameOf({ key, pathname }: Location): string {
  return `${key} ${pathname}`;
}

function places(): Record<string, number> {
  return (tabStorage.readJson(STORAGE_KEY) ?? {}) as Record<string, number>;
}

function placeOf(key: string): number {
  return places()[key] ?? 0;
}

/** Without storage going back starts at the top. */
function rememberPlace(key: string, top: number): void {
  tabStorage.keep(STORAGE_KEY, JSON.stringify({ ...places(), [key]: top }));
}
