import { Suspense, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { ChunkLoadError, lazyWithPreload } from '../lazy-with-preload.tsx';
import { usePreloadOnIntent } from '../preload-on-intent.ts';
import { useToasts } from './toasts.ts';

const { Part: ToastHost, load } = lazyWithPreload(() => import('./toast-host.tsx'));

/** Toasts and dialogs; their code loads before it can be needed. */
export function ToastLayer() {
  const { toasts, questions } = useToasts();
  usePreloadOnIntent(load);

  const isNeeded = toasts.length > 0 || questions.length > 0;
  /** The host stays mounted: a toast outlives the message that started it. */
  const [wasNeeded, setWasNeeded] = useState(isNeeded);
  if (isNeeded && !wasNeeded) setWasNeeded(true);
  if (!wasNeeded) return null;
  return (
    <ErrorBoundary
      fallback={<PlainNotices />}
      // The next question requests its code again.
      resetKeys={[questions[0]?.id]}
      onError={(error) => error instanceof ChunkLoadError && error.retry()}
    >
      <Suspense>
        <ToastHost />
      </Suspense>
    </ErrorBoundary>
  );
}

/** If the code of the dialogs can't be loaded, their text is still displayed. */
function PlainNotices() {
  const [question] = useToasts().questions;
  if (!question) return null;
  const { title, text, confirmLabel, cancelLabel } = question.texts();
  return (
    <dialog
      open
      role="alertdialog"
      style={{ position: 'fixed', inset: '30vh auto auto', margin: 'auto', padding: '1rem' }}
    >
      <strong>{title}</strong>
      <p>{text}</p>
      <button type="button" onClick={() => question.answer(true)}>
        {confirmLabel}
      </button>
      {cancelLabel && (
        <button type="button" onClick={() => question.answer(false)}>
          {cancelLabel}
        </button>
      )}
    </dialog>
  );
}
