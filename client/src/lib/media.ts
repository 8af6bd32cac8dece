import { useSyncExternalStore } from 'react';

/** Whether a media query holds now, rendered again when that changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (notify) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', notify);
      return () => list.removeEventListener('change', notify);
    },
    () => window.matchMedia(query).matches,
  );
}

/** Wide enough for tables; narrower screens get cards. @param fromPx for what needs more room than most */
export function useIsWide(fromPx = 768): boolean {
  return useMedia(`(min-width: ${fromPx}px)`);
}

/** Room for the sidebar; narrower screens have the bottom bar. */
export function useHasSidebar(): boolean {
  return useMedia('(min-width: 1024px)');
}
