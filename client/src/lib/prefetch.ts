type Preload = (pathname: string) => void;

let preload: Preload = () => undefined;

/** The router says how a page's code is fetched; links only say when. */
export function onPrefetch(handler: Preload): void {
  preload = handler;
}

/** Fetches the code of the page at `to` ahead of the click. */
export function prefetchPage(to: string): void {
  preload(to.split(/[?#]/, 1)[0] || '/');
}
