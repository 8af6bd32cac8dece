import { useStore } from '@nanostores/react';
import { atom, onMount } from 'nanostores';
import { deviceStorage } from '../../lib/storage.ts';
import { darkTheme, lightTheme } from './tokens.ts';

type ThemeName = typeof lightTheme | typeof darkTheme;

const STORAGE_KEY = 'theme';

/** The document's theme, which other tabs may change; server HTML has the light one. */
const $theme = atom<ThemeName>(lightTheme);

onMount($theme, () => {
  // On the server there is no document.
  if (typeof document === 'undefined') return;
  $theme.set(themeOf(document.documentElement.dataset.theme));
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === STORAGE_KEY) apply(themeOf(newValue));
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
});

/** The document's theme and its toggle; local storage stores the choice under `theme`. */
export function useTheme(): { isDark: boolean; toggle: () => void } {
  const isDark = useStore($theme, { ssr: 'initial' }) === darkTheme;
  const toggle = () => {
    const next = isDark ? lightTheme : darkTheme;
    apply(next);
    deviceStorage.keep(STORAGE_KEY, next);
  };
  return { isDark, toggle };
}

function apply(theme: ThemeName): void {
  document.documentElement.dataset.theme = theme;
  document
    .querySelector('meta[name=theme-color]')
    ?.setAttribute('content', theme === darkTheme ? '#000000' : '#ffffff');
  $theme.set(theme);
}

function themeOf(name: string | null | undefined): ThemeName {
  return name === darkTheme ? darkTheme : lightTheme;
}
