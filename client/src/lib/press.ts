let over: Promise<void> = Promise.resolve();

/**
 * Tracks whether a finger or mouse button is down, for {@link pressIsOver}. A press is a click only if both ends hit the same
 * element: an element that moves in between is not clicked.
 */
export function watchPresses(): void {
  const begin = () => {
    over = nextRelease();
  };
  window.addEventListener('pointerdown', begin, true);
}

/** Resolves when nothing is pressed and the click was handled: then other elements may move. */
export function pressIsOver(): Promise<void> {
  return over;
}

function nextRelease(): Promise<void> {
  return new Promise((resolve) => {
    const stop = new AbortController();
    const release = () => {
      stop.abort();
      // The click follows the end of its press in the same turn.
      setTimeout(resolve);
    };
    // Not every browser reports a button released outside its window.
    for (const event of ['pointerup', 'pointercancel', 'keydown'])
      window.addEventListener(event, release, { capture: true, signal: stop.signal });
    // The window's own event, not that of a field that lost the focus.
    window.addEventListener('blur', release, { signal: stop.signal });
  });
}
