/**
 * Has the browser keep the panel's shell once the page is loaded, so that it opens without a network. A browser that can't, or
 * must not, goes without.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const workers = navigator.serviceWorker;
  const hadWorker = workers.controller !== null;
  workers.addEventListener('controllerchange', () => hadWorker || keepWhatIsLoaded(workers.controller), { once: true });
  const register = () => void workers.register('/sw.js').catch(() => undefined);
  // The code of a rendered page may come after all that it shows.
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register);
}

/**
 * What a first page loads passes no worker, also what it had begun to load when the worker came. It is in the browser's own cache,
 * so that keeping it loads nothing again.
 */
function keepWhatIsLoaded(worker: ServiceWorker | null): void {
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
