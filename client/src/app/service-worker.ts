/** Registers the service worker, so that the panel opens without a network. */
export async function register(): Promise<void> {
  const workers = navigator.serviceWorker;
  const hadWorker = workers.controller !== null;
  workers.addEventListener('controllerchange', () => hadWorker || cacheLoadedFiles(workers.controller), { once: true });
  await workers.register('/sw.js');
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
