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
  const language = startLanguage();
  prefetchPage(window.location.pathname);
  readPageFirst(window.location.pathname);
  await Promise.all([language, readNoticesFirst()]);
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

/**
 * Registers the service worker once the page is loaded, so that the panel opens without a network. Optional: a browser without support
 * works, too.
 */
function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const workers = navigator.serviceWorker;
  const hadWorker = workers.controller !== null;
  workers.addEventListener('controllerchange', () => hadWorker || cacheLoadedFiles(workers.controller), { once: true });
  const register = () => void workers.register('/sw.js').catch(() => undefined);
  // The code of a rendered page may load after everything on it.
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register);
}

/**
 * The first page is loaded before the worker is active, so the worker gets a list of its files. They come from the browser's HTTP
 * cache, so nothing is loaded twice.
 */
function cacheLoadedFiles(worker: ServiceWorker | null): void {
  const own = `${window.location.origin}/assets/`;
  new PerformanceObserver((list) => {
    const loaded = list.getEntries() as PerformanceResourceTiming[];
    const urlsToCache = loaded
      .filter(({ name, workerStart }) => workerStart === 0 && name.startsWith(own))
      .map(({ name }) => name);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- The postMessage of a worker has no target origin.
    worker?.postMessage({ type: 'CACHE_URLS', payload: { urlsToCache } });
  }).observe({ type: 'resource', buffered: true });
}
