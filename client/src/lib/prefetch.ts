type Preload = (pathname: string) => Promise<unknown>;

let preload: Preload = () => Promise.resolve();

/** The router says how a page's code is fetched; links only say when. */
export function onPrefetch(handler: Preload): void {
  preload = handler;
}

/** Fetches the code of the page at `to` ahead of the click. */
export function prefetchPage(to: string): void {
  void loadPage(to).catch(() => undefined);
}

/**
 * The same for a page that is about to be shown.
 * @throws ChunkLoadError where it can't be fetched
 */
export function loadPage(to: string): Promise<unknown> {
  return preload(to.split(/[?#]/, 1)[0] || '/');
}
