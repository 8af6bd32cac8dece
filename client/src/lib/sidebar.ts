import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useIsWide, useMedia } from './media.ts';
import { deviceStorage } from './storage.ts';

/** Also read by theme-script.js, for the page before its script. */
const STORAGE_KEY = 'sidebar';
const FOLDED = 'folded';
/** Below this a table next to the open sidebar would lack columns. */
const ROOM = '(min-width: 1100px)';

const $isFolded = atom(deviceStorage.read(STORAGE_KEY) === FOLDED);

/** The dashboard's sidebar: open, folded to icons by choice or for lack of room, or replaced by the bottom bar. */
export function useSidebar(): { look: 'open' | 'folded' | 'none'; canOpen: boolean } {
  const isWide = useIsWide();
  const canOpen = useMedia(ROOM);
  const isFolded = useStore($isFolded);
  return { look: isWide ? (canOpen && !isFolded ? 'open' : 'folded') : 'none', canOpen };
}

/** Folds or opens the sidebar; the choice is stored on this device. */
export function toggleSidebar(): void {
  const isFolded = !$isFolded.get();
  $isFolded.set(isFolded);
  // For the placeholder of the next page.
  document.documentElement.dataset.sidebar = isFolded ? FOLDED : '';
  if (isFolded) deviceStorage.keep(STORAGE_KEY, FOLDED);
  else deviceStorage.forget(STORAGE_KEY);
}

/** Whether the open sidebar is at the side of the page now, outside components. */
export function isSidebarOpen(): boolean {
  return window.matchMedia(ROOM).matches && !$isFolded.get();
}
