import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { LazyBoundary } from '../../components/lazy-boundary.tsx';
import { withAdminTexts } from '../../i18n/switch-language.ts';
import { lazyWithPreload } from '../../lib/lazy-with-preload.tsx';
import { isForPage } from '../../lib/page-keys.ts';
import { session, useSession } from '../../lib/session.ts';
import { importSignedIn } from '../import-signed-in.ts';

const palette = lazyWithPreload(() => {
  const module = importSignedIn('palette');
  return session.get().user?.role === 'admin' ? withAdminTexts(module) : module;
});
const keysSheet = lazyWithPreload(() => importSignedIn('keysSheet'));

interface PaletteDoor {
  open: () => void;
  /** Loads the code before the click. */
  preload: () => void;
}

const Door = createContext<PaletteDoor>({ open: () => undefined, preload: () => undefined });

/** Opens the palette from the dashboard's search box. */
export const useOpenPalette = () => useContext(Door);

/** For signed-in users, Ctrl/Cmd-K opens the palette and `?` shows the keyboard shortcuts, on every page. */
export function PaletteLayer({ children }: { children: ReactNode }) {
  const { signedIn, mustEnroll } = useSession();
  const isOffered = signedIn && !mustEnroll;
  const [shown, show] = useState<'palette' | 'keys' | null>(null);
  const door = useMemo(() => ({ open: () => show('palette'), preload: palette.preload }), []);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!isOffered) return;
    if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
      // Some browsers would open their own search.
      event.preventDefault();
      show((before) => (before === 'palette' ? null : 'palette'));
    } else if (event.key === '?' && isForPage(event)) {
      event.preventDefault();
      show('keys');
    }
  });
  useEffect(() => {
    // On the window, after the document's listeners: a page with its own shortcuts shows those.
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);

  const close = () => show(null);
  return (
    <Door value={door}>
      {children}
      <LazyBoundary>
        {isOffered && shown === 'palette' && <palette.Part onClose={close} />}
        {isOffered && shown === 'keys' && <keysSheet.Part onClose={close} />}
      </LazyBoundary>
    </Door>
  );
}
