import { type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { CodeMissing } from '../lib/late-code.tsx';
import { useGoOn } from '../lib/use-go-on.ts';

interface LatePartProps {
  /** What keeps its place until its code is there. */
  fallback?: ReactNode;
  children: ReactNode;
}

/** A part of every page that comes after it. Without its code the page goes on, and it comes when the server can be reached. */
export function LatePart({ fallback = null, children }: LatePartProps) {
  return (
    <ErrorBoundary
      fallbackRender={({ error, resetErrorBoundary }) => {
        if (!(error instanceof CodeMissing)) throw error;
        return (
          <Missing error={error} onRetry={resetErrorBoundary}>
            {fallback}
          </Missing>
        );
      }}
    >
      <Suspense fallback={fallback}>{children}</Suspense>
    </ErrorBoundary>
  );
}

function Missing({ error, onRetry, children }: { error: CodeMissing; onRetry: () => void; children: ReactNode }) {
  useGoOn(error, onRetry);
  return children;
}
