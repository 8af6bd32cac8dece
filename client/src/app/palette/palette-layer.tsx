import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { LazyBoundary } from '../../components/lazy-boundary.tsx';
import { lazyWithPreload } from '../../lib/lazy-with-preload.tsx';
import { isForPage } from '../../lib/page-keys.ts';
import { useSession } from '../../lib/session.ts';

const palette = lazyWithPreload(() => import('./palette.tsx'));
const keysSheet = lazyWithPreload(() => import('./keys-sheet.tsx'));

interface PaletteDoor {
  open: () => void;
  /** Fetches its code ahead of the press. */
  preload: () => void;
}

const Door = createContext<PaletteDoor>({ open: () => undefined, preload: () => undefined });

/** How the dashboard's search box opens the palette. */
export const usePaletteDoor = () => useContext(Door);

/** For who is signed in, Ctrl/Cmd-K searches everything and `?` shows the keys, on every page. */
export function PaletteLayer({ children }: { children: ReactNode }) {
  const { signedIn } = useSession();
  const [shown, show] = useState<'palette' | 'keys' | null>(null);
  const door = useMemo(() => ({ open: () => show('palette'), preload: palette.preload }), []);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!signedIn) return;
    if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
      // Some browsers would go to their own search with it.
      event.preventDefault();
      show((before) => (before === 'palette' ? null : 'palette'));
    } else if (event.key === '?' && isForPage(event)) {
      event.preventDefault();
      show('keys');
    }
  });
  useEffect(() => {
    // On the window, after the document's listeners: a page that has keys of its own shows those.
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);

  const close = () => show(null);
  return (
    <Door value={door}>
      {children}
      <LazyBoundary>
        {signedIn && shown === 'palette' && <palette.Part onClose={close} />}
        {signedIn && shown === 'keys' && <keysSheet.Part onClose={close} />}
      </LazyBoundary>
    </Door>
  );
}
