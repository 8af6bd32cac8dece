import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * Whether a page may say what only this browser knows. False as long as it has to be what its HTML says, which was written for
 * everybody; true from then on, and from the start where its HTML was empty.
 */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
