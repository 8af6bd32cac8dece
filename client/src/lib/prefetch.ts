type Preload = (pathname: string) => Promise<unknown>;

let preload: Preload = () => Promise.resolve();

/** The router sets how a page's code is loaded; links only trigger it. */
export function onPrefetch(handler: Preload): void {
  preload = handler;
}

/** Loads the code of the page at `to` before the click. */
export function prefetchPage(to: string): void {
  void loadPage(to).catch(() => undefined);
}

/**
 * The same for a page that is about to be rendered.
 * @throws ChunkLoadError if it can't be loaded
 */
export function loadPage(to: string): Promise<unknown> {
  return preload(to.split(/[?#]/, 1)[0] || '/');
}
