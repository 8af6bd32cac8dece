const PATIENCE_MS = 10_000;

/**
 * Returns the focus to an element as soon as it can have it: a button with a pending request is disabled until the response. If another
 * control has the focus by then, it stays there.
 */
export function returnFocus(element: HTMLElement | null): void {
  if (!element) return;
  const focus = () => {
    if (element.matches(':disabled') || !element.isConnected) return false;
    if (!document.activeElement?.matches('a, button, input, select, textarea')) element.focus({ preventScroll: true });
    return true;
  };
  // After the dialog has released the focus.
  setTimeout(() => {
    if (focus()) return;
    const enabled = new MutationObserver(() => focus() && enabled.disconnect());
    enabled.observe(element, { attributeFilter: ['disabled'] });
    setTimeout(() => enabled.disconnect(), PATIENCE_MS);
  });
}
