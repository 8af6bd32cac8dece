import { useEffect } from 'react';

export const productName = 'Reseller Panel';

/** Sets the document's title, and its description for search engines where a page has its own. */
export function usePageMeta(title: string, description?: string): void {
  useEffect(() => {
    document.title = title === productName ? title : `${title} · ${productName}`;
    if (description) document.querySelector('meta[name=description]')?.setAttribute('content', description);
  }, [title, description]);
}
