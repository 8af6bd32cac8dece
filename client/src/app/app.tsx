import { type ComponentType, type ReactNode, StrictMode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { NoticeLayer } from '../lib/notices/notice-layer.tsx';
import { CrashPage } from './crash-page.tsx';
import { Providers } from './providers.tsx';
import { AppRouter } from './router.tsx';

interface AppProps {
  /** The browser's, or one that stands at a fixed address where a page is rendered for its HTML. */
  Router: ComponentType<{ children: ReactNode }>;
}

/** The whole panel. */
export function App({ Router }: AppProps) {
  return (
    <StrictMode>
      <ErrorBoundary FallbackComponent={CrashPage}>
        <Providers>
          <Router>
            <AppRouter />
            <NoticeLayer />
          </Router>
        </Providers>
      </ErrorBoundary>
    </StrictMode>
  );
}
