import { Suspense, useEffect, useRef } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { ChunkLoadError, lazyWithPreload } from '../lib/lazy-with-preload.tsx';
import { usePreloadOnIntent } from '../lib/preload-on-intent.ts';
import { cancelConfirmation, useConfirmation } from '../lib/reauthentication.ts';

const { Part: ReauthenticationDialog, load } = lazyWithPreload(() => import('./reauthentication-dialog.tsx'));

/** Asks a user who they are, above every page and dialog, when the server demands it. */
export default function ReauthenticationHost() {
  const confirmation = useConfirmation();
  usePreloadOnIntent(load);
  // A customer who leaves the page must not confirm later, elsewhere, a call whose response only that page displays.
  useEffect(() => cancelConfirmation, []);
  const lastFocused = useLastFocused(confirmation === null);
  if (!confirmation) return null;
  return (
    <ErrorBoundary
      key={confirmation.id}
      fallback={null}
      // Without the dialog's code, the screen displays the refusal.
      onError={(error) => {
        if (error instanceof ChunkLoadError) error.retry();
        confirmation.answer(false);
      }}
    >
      <Suspense>
        <ReauthenticationDialog confirmation={confirmation} returnTo={() => lastFocused.current} />
      </Suspense>
    </ErrorBoundary>
  );
}

/** The element that had the focus last. A button with a pending request is disabled, and no longer has it when the dialog opens. */
function useLastFocused(isTracking: boolean) {
  const last = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isTracking) return;
    const note = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement) last.current = target;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, [isTracking]);
  return last;
}
