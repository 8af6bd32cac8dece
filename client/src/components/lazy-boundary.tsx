import { type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { ChunkLoadError } from '../lib/lazy-with-preload.tsx';
import { useChunkRetry } from '../lib/use-chunk-retry.ts';

interface LazyBoundaryProps {
  /** A placeholder until its code has loaded. */
  fallback?: ReactNode;
  children: ReactNode;
}

/** A part of every page that loads later. Without its code the page works, and loads it once the server can be reached. */
export function LazyBoundary({ fallback = null, children }: LazyBoundaryProps) {
  return (
    <ErrorBoundary
      fallbackRender={({ error, resetErrorBoundary }) => {
        if (!(error instanceof ChunkLoadError)) throw error;
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

function Missing({ error, onRetry, children }: { error: ChunkLoadError; onRetry: () => void; children: ReactNode }) {
  useChunkRetry(error, onRetry);
  return children;
}
