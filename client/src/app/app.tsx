import { type ReactNode, StrictMode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { CrashPage } from './crash-page.tsx';
import { Providers } from './providers.tsx';

/** The panel inside a router: the browser's, or a static one when the server renders a page. */
export function App({ children }: { children: ReactNode }) {
  return (
    <StrictMode>
      <ErrorBoundary FallbackComponent={CrashPage}>
        <Providers>{children}</Providers>
      </ErrorBoundary>
    </StrictMode>
  );
}
