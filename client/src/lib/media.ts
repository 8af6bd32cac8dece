import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query matches; renders again when that changes. */
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
    // Server HTML is for all screen widths.
    () => false,
  );
}

/** The function that created the lists, which is a new one in each test. */
let madeBy: typeof window.matchMedia | undefined;
const lists = new Map<string, MediaQueryList>();

/** Every row of a table uses it in every render: creating a list each time takes longer than the row's buttons. */
function listOf(query: string): MediaQueryList {
  if (madeBy !== window.matchMedia) lists.clear();
  madeBy = window.matchMedia;
  const known = lists.get(query);
  if (known) return known;
  const list = window.matchMedia(query);
  lists.set(query, list);
  return list;
}

/** Wide enough for tables; narrower screens get cards. @param fromPx for content that needs more room than usual */
export function useIsWide(fromPx = 768): boolean {
  return useMedia(`(min-width: ${fromPx}px)`);
}

/** Wide enough for the sidebar, at least as icons; narrower screens have the bottom bar. */
export function useHasSidebar(): boolean {
  return useIsWide();
}
