import { useSyncExternalStore } from 'react';
import { deviceStorage } from '../../lib/storage.ts';
import { darkTheme, lightTheme } from './tokens.ts';

type ThemeName = typeof lightTheme | typeof darkTheme;

const STORAGE_KEY = 'theme';
const listeners = new Set<() => void>();

/** The theme of the document and how to switch it; the choice is kept in local storage under `theme`. */
export function useTheme(): { theme: ThemeName; isDark: boolean; toggle: () => void } {
  const theme = useSyncExternalStore<ThemeName>(subscribe, read, () => lightTheme);
  const isDark = theme === darkTheme;
  return { theme, isDark, toggle: () => choose(isDark ? lightTheme : darkTheme) };
}

function read(): ThemeName {
  return document.documentElement.dataset.theme === darkTheme ? darkTheme : lightTheme;
}

/** Without storage the choice lasts as long as the page. */
function choose(theme: ThemeName): void {
  apply(theme);
  deviceStorage.keep(STORAGE_KEY, theme);
}

function apply(theme: ThemeName): void {
  document.documentElement.dataset.theme = theme;
  document
    .querySelector('meta[name=theme-color]')
    ?.setAttribute('content', theme === darkTheme ? '#000000' : '#ffffff');
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === STORAGE_KEY) apply(newValue === darkTheme ? darkTheme : lightTheme);
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}
