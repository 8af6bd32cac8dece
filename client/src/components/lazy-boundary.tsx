import { type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { ChunkLoadError } from '../lib/lazy-with-preload.tsx';
import { useChunkRetry } from '../lib/use-chunk-retry.ts';

interface LazyBoundaryProps {
  /** What keeps its place until its code is there. */
  fallback?: ReactNode;
  children: ReactNode;
}

/** A part of every page that comes after it. Without its code the page goes on, and it comes when the server can be reached. */
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
