import { Suspense, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { ChunkLoadError, lazyWithPreload } from '../lazy-with-preload.tsx';
import { usePreloadOnIntent } from '../preload-on-intent.ts';
import { useToasts } from './toasts.ts';

const { Part: ToastHost, load } = lazyWithPreload(() => import('./toast-host.tsx'));

/** Toasts and dialogs; their code is there before anything can go wrong with what was pressed. */
export function ToastLayer() {
  const { toasts, questions } = useToasts();
  usePreloadOnIntent(load);

  const isNeeded = toasts.length > 0 || questions.length > 0;
  /** The host stays once it is there: a toast outlives the notice that started it. */
  const [wasNeeded, setWasNeeded] = useState(isNeeded);
  if (isNeeded && !wasNeeded) setWasNeeded(true);
  if (!wasNeeded) return null;
  return (
    <ErrorBoundary
      fallback={<PlainNotices />}
      // With the next question its code is asked for again.
      resetKeys={[questions[0]?.id]}
      onError={(error) => error instanceof ChunkLoadError && error.retry()}
    >
      <Suspense>
        <ToastHost />
      </Suspense>
    </ErrorBoundary>
  );
}

/** When even the code of the dialogs can't be fetched, their words still can be shown. */
function PlainNotices() {
  const [question] = useToasts().questions;
  if (!question) return null;
  return (
    <dialog
      open
      role="alertdialog"
      style={{ position: 'fixed', inset: '30vh auto auto', margin: 'auto', padding: '1rem' }}
    >
      <strong>{question.title}</strong>
      <p>{question.text}</p>
      <button type="button" onClick={() => question.answer(true)}>
        {question.confirmLabel}
      </button>
      {question.cancelLabel && (
        <button type="button" onClick={() => question.answer(false)}>
          {question.cancelLabel}
        </button>
      )}
    </dialog>
  );
}
