import { startTransition, useEffect, useRef, useState, useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * Whether a page may show this browser's own state. False during hydration, which must render the same as the shared HTML;
 * without HTML true from the start. It becomes true in a transition, which stays responsive: parts all over the page render
 * again.
 */
export function useIsHydrated(): boolean {
  const beganInHtml = useRef(false);
  const [isDone, setDone] = useState(false);
  // Only React knows whether it hydrates, and shows it by the snapshot that it reads. The value never changes, because a change
  // would render synchronously.
  const isInHtml = useSyncExternalStore(
    never,
    () => beganInHtml.current,
    () => (beganInHtml.current = true),
  );
  useEffect(() => {
    if (isInHtml) startTransition(() => setDone(true));
  }, [isInHtml]);
  return isDone || !isInHtml;
}

const waiting: (() => void)[] = [];

/** Calls back when the page's content is hydrated; the data and language of its HTML must not change before. Without HTML at once. */
export function whenHydrated(callback: () => void): void {
  if ('rendered' in document.documentElement.dataset) waiting.push(callback);
  else callback();
}

/** Ends the hydration of the page's content. */
export function endHydration(): void {
  delete document.documentElement.dataset.rendered;
  for (const callback of waiting.splice(0)) callback();
}
