import { useEffect } from 'react';

let resolve: () => void;

/** Resolves when the page's content is hydrated; the data and language of its HTML must not change before. */
export const pageHydrated = new Promise<void>((done) => {
  resolve = done;
});

/** At the end of a page's content, whose Suspense boundary hydrates after the root. */
export function HydrationEnd() {
  useEffect(() => {
    delete document.documentElement.dataset.rendered;
    resolve();
  }, []);
  return null;
}
