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

/** Wide enough for tables and a sidebar; narrower screens get cards and a drawer. */
export function useIsWide(): boolean {
  return useMedia('(min-width: 768px)');
}
