import { useEffect, useLayoutEffect } from 'react';

export const productName = 'Reseller Panel';

/** Sets the document's title to what a route is called, and the description for search engines where it has its own. */
export function useRouteMeta(title: string, description?: string): void {
  // Before the effects of the page within, so that one with more exact words keeps them.
  useLayoutEffect(() => {
    setTitle(title);
    if (description) document.querySelector('meta[name=description]')?.setAttribute('content', description);
  }, [title, description]);
}

/** Sets the document's title to what a page shows just now. */
export function usePageMeta(title: string): void {
  useEffect(() => setTitle(title), [title]);
}

function setTitle(title: string): void {
  document.title = title === productName ? title : `${title} · ${productName}`;
}
