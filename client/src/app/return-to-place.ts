import { type RowPlace, rowToRestore } from '../lib/row-to-restore.ts';

/** The reader's position: the scroll offset, and the row of a list if they left by one. */
export interface Place extends Partial<RowPlace> {
  top: number;
}

/** How long to wait until a page without rows is tall enough. */
const WAIT_FOR_CONTENT_MS = 1_000;
/** How long to wait until a list has loaded as many pages as before, also on a slow connection. Any input ends the wait. */
const WAIT_FOR_ROW_MS = 60_000;
/** How long the row must not move: rows above it are measured late and shift it. */
const SETTLED_MS = 400;
/** A list scrolls to an estimated position. Rows measured there shift the row out of sight again, so the scroll is repeated. */
const ASK_AGAIN_MS = 250;
const TOUCHES = ['wheel', 'keydown', 'pointerdown', 'touchstart'] as const;

/**
 * Scrolls to a stored position as soon as its content is there. A row takes precedence over the offset, because other rows may be above
 * it now. Any input of the reader cancels it.
 * @returns a function that cancels it
 */
export function returnToPlace({ top, row, topPx = 0 }: Place): () => void {
  const startedAt = performance.now();
  let frame = 0;
  let foundAt: number | undefined;
  let askedAt = startedAt;
  const stop = () => {
    cancelAnimationFrame(frame);
    for (const touch of TOUCHES) window.removeEventListener(touch, stop);
    if (rowToRestore.get()?.row === row) rowToRestore.set(null);
  };
  const attempt = () => {
    const now = performance.now();
    const element = row === undefined ? null : document.querySelector(`[data-row="${CSS.escape(row)}"]`);
    if (element) {
      const offPx = element.getBoundingClientRect().top - topPx;
      const before = window.scrollY;
      if (Math.abs(offPx) >= 1) window.scrollBy(0, offPx);
      // At the end of a list the scroll position is limited.
      const hasMoved = Math.abs(window.scrollY - before) >= 1;
      if (hasMoved || foundAt === undefined) foundAt = now;
      if (now - foundAt > SETTLED_MS) return stop();
    } else {
      foundAt = undefined;
      if (row !== undefined && now - askedAt > ASK_AGAIN_MS) {
        askedAt = now;
        rowToRestore.set({ row, topPx });
      }
      const isAwaited = now - startedAt < WAIT_FOR_CONTENT_MS;
      if (isAwaited && window.scrollY < top - 1) window.scrollTo(0, top);
      const isThere = row === undefined && window.scrollY >= top - 1;
      if (isThere || now - startedAt > (row === undefined ? WAIT_FOR_CONTENT_MS : WAIT_FOR_ROW_MS)) return stop();
    }
    frame = requestAnimationFrame(attempt);
  };
  if (row !== undefined) {
    rowToRestore.set({ row, topPx });
    for (const touch of TOUCHES) window.addEventListener(touch, stop, { passive: true });
  }
  window.scrollTo(0, top);
  attempt();
  return stop;
}
