import { startTransition, useEffect, useRef, useState, useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * Whether a page may say what only this browser knows. False as long as it has to be what its HTML says, which was written for
 * everybody; from the start true where its HTML was empty. It becomes true in steps, which leave room for what is pressed: parts all
 * over the page are drawn anew.
 */
export function useIsHydrated(): boolean {
  const beganInHtml = useRef(false);
  const [isDone, setDone] = useState(false);
  // React alone knows whether it takes over HTML, and says so by which of the two it asks. The answer stays the same, as one that changed would be
  // drawn at once.
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
