import { useEffect, useLayoutEffect } from 'react';
import { shopName } from './public-settings.ts';

/** Sets the document's title to a route's, if it has one, and the description for search engines. */
export function useRouteMeta(title: string | undefined, description?: string): void {
  // Before the effects of the page inside, so that a page's own title wins.
  useLayoutEffect(() => {
    if (title) document.title = titleOf(title);
    if (description) document.querySelector('meta[name=description]')?.setAttribute('content', description);
  }, [title, description]);
}

/** Sets the document's title to a page's current content. */
export function usePageMeta(title: string): void {
  useEffect(() => {
    document.title = titleOf(title);
  }, [title]);
}

/** The document's title: the page's, then the shop's name. */
export function titleOf(title: string): string {
  const shop = shopName();
  return title === shop ? title : `${title} · ${shop}`;
}
