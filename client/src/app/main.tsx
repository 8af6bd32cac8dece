import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './bengali.css';
import './latin.css';
import { ErrorBoundary } from 'react-error-boundary';
import { BrowserRouter } from 'react-router-dom';
import '../lib/history-guard.ts';
import { startLanguage } from '../lib/language.ts';
import { NoticeLayer } from '../lib/notices/notice-layer.tsx';
import { prefetchPage } from '../lib/prefetch.ts';
import { noticeMissingNetwork } from '../lib/reach-server.ts';
import { readNoticesFirst } from '../lib/shop-notices.ts';
import { CrashPage } from './crash-page.tsx';
import { keepShell } from './keep-shell.ts';
import { Providers } from './providers.tsx';
import { AppRouter } from './router.tsx';

/** zod reads this when it is loaded with a page, and then does not try to compile code, which the page's policy forbids. */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

noticeMissingNetwork();
keepShell();

/** First of all, as what is fetched for a page depends on it. */
const language = startLanguage();

/** The page's own code comes beside the shell's, not after it. */
prefetchPage(window.location.pathname);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const shown = createRoot(root);

void Promise.all([language, readNoticesFirst()]).then(() =>
  shown.render(
    <StrictMode>
      <ErrorBoundary FallbackComponent={CrashPage}>
        <Providers>
          <BrowserRouter>
            <AppRouter />
            <NoticeLayer />
          </BrowserRouter>
        </Providers>
      </ErrorBoundary>
    </StrictMode>,
  ),
);
