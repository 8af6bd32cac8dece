import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query holds now, rendered again when that changes. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (notify: () => void) => {
      const list = listOf(query);
      list.addEventListener('change', notify);
      return () => list.removeEventListener('change', notify);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => listOf(query).matches,
    // HTML is written for screens of every width.
    () => false,
  );
}

/** By whom the lists were made, which is another in each test. */
let madeBy: typeof window.matchMedia | undefined;
const lists = new Map<string, MediaQueryList>();

/** Every row of a table asks, at every drawing: making a list for each takes longer than the row's buttons. */
function listOf(query: string): MediaQueryList {
  if (madeBy !== window.matchMedia) lists.clear();
  madeBy = window.matchMedia;
  const known = lists.get(query);
  if (known) return known;
  const list = window.matchMedia(query);
  lists.set(query, list);
  return list;
}

/** Wide enough for tables; narrower screens get cards. @param fromPx for what needs more room than most */
export function useIsWide(fromPx = 768): boolean {
  return useMedia(`(min-width: ${fromPx}px)`);
}

/** Room for the sidebar; narrower screens have the bottom bar. */
export function useHasSidebar(): boolean {
  return useMedia('(min-width: 1024px)');
}
