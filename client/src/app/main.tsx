import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import './bengali.css';
import { ErrorBoundary } from 'react-error-boundary';
import { CrashPage } from './crash-page.tsx';
import { Providers } from './providers.tsx';
import { AppRouter } from './router.tsx';

/** Toasts and dialogs are not part of the first paint. */
const NoticeHost = lazy(() => import('../components/notice-host.tsx'));

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

createRoot(root).render(
  <StrictMode>
    <ErrorBoundary FallbackComponent={CrashPage}>
      <Providers>
        <AppRouter />
        <Suspense>
          <NoticeHost />
        </Suspense>
      </Providers>
    </ErrorBoundary>
  </StrictMode>,
);
