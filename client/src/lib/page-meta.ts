import { useEffect, useLayoutEffect } from 'react';

export const productName = 'Reseller Panel';

/** Sets the document's title to a route's, and the description for search engines if it has its own. */
export function useRouteMeta(title: string, description?: string): void {
  // Before the effects of the page inside, so that a page's own title wins.
  useLayoutEffect(() => {
    setTitle(title);
    if (description) document.querySelector('meta[name=description]')?.setAttribute('content', description);
  }, [title, description]);
}

/** Sets the document's title to a page's current content. */
export function usePageMeta(title: string): void {
  useEffect(() => setTitle(title), [title]);
}

function setTitle(title: string): void {
  document.title = title === productName ? title : `${title} · ${productName}`;
}
