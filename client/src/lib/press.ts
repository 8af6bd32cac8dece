let over: Promise<void> = Promise.resolve();

/**
 * Watches when a finger or a mouse's button is down, for {@link pressIsOver}. A browser takes a press for a click only where both
 * its ends are on the same thing: what moves from under the pointer meanwhile is not pressed.
 */
export function watchPresses(): void {
  const begin = () => {
    over = nextRelease();
  };
  window.addEventListener('pointerdown', begin, true);
}

/** Resolves when nothing is pressed, and the click has been dealt with: what moves other things may be shown then. */
export function pressIsOver(): Promise<void> {
  return over;
}

function nextRelease(): Promise<void> {
  return new Promise((resolve) => {
    const stop = new AbortController();
    const release = () => {
      stop.abort();
      // The click comes after its press's end, in the same turn.
      setTimeout(resolve);
    };
    // Not every browser tells of a button that is let go outside of its window.
    for (const event of ['pointerup', 'pointercancel', 'keydown'])
      window.addEventListener(event, release, { capture: true, signal: stop.signal });
    // The window's own, not that of a field which the press has left.
    window.addEventListener('blur', release, { signal: stop.signal });
  });
}
