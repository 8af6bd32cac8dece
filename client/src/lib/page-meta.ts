import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect } from 'react';
import { $shopName } from './public-settings.ts';

/** Sets the document's title to a route's, and the description for search engines if it has its own. */
export function useRouteMeta(title: string, description?: string): void {
  const shop = useStore($shopName);
  // Before the effects of the page inside, so that a page's own title wins.
  useLayoutEffect(() => {
    setTitle(title, shop);
    if (description) document.querySelector('meta[name=description]')?.setAttribute('content', description);
  }, [title, description, shop]);
}

/** Sets the document's title to a page's current content. */
export function usePageMeta(title: string): void {
  const shop = useStore($shopName);
  useEffect(() => setTitle(title, shop), [title, shop]);
}

function setTitle(title: string, shop: string): void {
  document.title = titleOf(title, shop);
}

/** The document's title: the page's, then the shop's name. */
export function titleOf(title: string, shop: string): string {
  return title === shop ? title : `${title} · ${shop}`;
}
