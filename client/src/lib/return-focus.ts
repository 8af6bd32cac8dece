/** Another dialog, below the closed one, first takes the focus itself. */
const AFTER_OTHERS_MS = 50;
/** A supplier's list takes up to half a minute. */
const PATIENCE_MS = 60_000;

/**
 * Returns the focus to an element after a dialog has closed, as soon as the element can have it: a button with a pending request is
 * disabled until the response. Does nothing once the user has pressed something.
 */
export function returnFocus(element: HTMLElement | null): void {
  if (!element) return;
  const stop = new AbortController();
  const focus = () => {
    if (stop.signal.aborted || !element.isConnected || element.matches(':disabled')) return;
    stop.abort();
    element.focus({ preventScroll: true });
  };
  const enabled = new MutationObserver(focus);
  enabled.observe(element, { attributeFilter: ['disabled'] });
  stop.signal.addEventListener('abort', () => enabled.disconnect());
  const options = { capture: true, signal: stop.signal };
  for (const press of ['pointerdown', 'keydown']) window.addEventListener(press, () => stop.abort(), options);
  setTimeout(focus, AFTER_OTHERS_MS);
  setTimeout(() => stop.abort(), PATIENCE_MS);
}
