import { useEffect } from 'react';
import { endHydration } from '../lib/hydration.ts';

/** At the end of a page's content, whose Suspense boundary hydrates after the root. */
export function HydrationEnd() {
  useEffect(endHydration, []);
  return null;
}
