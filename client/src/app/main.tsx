import './bengali.css';
import './latin.css';
import './paragraphs.css';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { switchTo } from '../i18n/switch-language.ts';
import { whenHydrated } from '../lib/hydration.ts';
import { startLanguage } from '../lib/language.ts';
import { ChunkLoadError } from '../lib/lazy-with-preload.tsx';
import { readNoticesFirst } from '../lib/notices.ts';
import { loadPage, prefetchPage } from '../lib/prefetch.ts';
import { watchPresses } from '../lib/press.ts';
import { mayReload, noticeMissingNetwork, whenReachable } from '../lib/reach-server.ts';
import { resumeSession } from '../lib/trpc.ts';
import { App } from './app.tsx';
import { putInReads, type RenderedPage, readAgain, readRenderedPage } from './rendered-page.ts';
import { appRoutes } from './router.tsx';
import { readPageFirst } from './routes.ts';

/** zod reads this when it loads: it must not compile code, which the page's policy forbids. */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

void noticeMissingNetwork();
watchPresses();
registerServiceWorker();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
const app = (
  <App>
    <RouterProvider router={createBrowserRouter(appRoutes)} />
  </App>
);
const page = readRenderedPage();
void (page && 'rendered' in document.documentElement.dataset ? hydrate(root, page) : show(root, page));

/** Renders a page without server HTML. The shop's settings come with it, or from the last visit if the page comes from a cache. */
async function show(container: HTMLElement, known: RenderedPage | undefined): Promise<void> {
  putInReads(known?.reads ?? []);
  if (known?.isOutdated) readAgain(known.reads);
  prefetchPage(window.location.pathname);
  const notices = readNoticesFirst();
  await resumeSession();
  const language = startLanguage();
  readPageFirst(window.location.pathname);
  await Promise.all([language, notices]);
  // A transition renders in steps. Between two steps the browser answers presses.
  startTransition(() => createRoot(container).render(app));
}

/** Hydrates a page with server HTML: first with the data of the HTML, then with the browser's own state. */
async function hydrate(container: HTMLElement, { language, reads, isOutdated }: RenderedPage): Promise<void> {
  putInReads(reads);
  await Promise.all([switchTo(language).catch(() => undefined), loadPageCode()]);
  // A transition hydrates in steps. Between two steps the page answers presses.
  startTransition(() => void hydrateRoot(container, app));
  await new Promise<void>(whenHydrated);
  if (isOutdated) readAgain(reads);
  await resumeSession();
  await startLanguage();
}

/** Waits for the network if the page's code cannot be loaded. The page's HTML stays readable. */
async function loadPageCode(): Promise<void> {
  try {
    await loadPage(window.location.pathname);
  } catch (error) {
    if (!(error instanceof ChunkLoadError)) return;
    const { wasAway } = await whenReachable(new AbortController().signal);
    if (!error.wasRequested) return loadPageCode();
    if (!wasAway && !mayReload()) return;
    window.location.reload();
    await new Promise<never>(() => undefined);
  }
}

/** Optional: a browser without support works, too. The code of a rendered page may load after everything on it. */
function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = () => void import('./service-worker.ts').then((worker) => worker.register()).catch(() => undefined);
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register);
}
