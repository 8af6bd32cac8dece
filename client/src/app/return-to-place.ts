import { type RowPlace, rowToRestore } from '../lib/row-to-restore.ts';

/** Where the reader was: how far down, and at which row of a list, if they left by one. */
export interface Place extends Partial<RowPlace> {
  top: number;
}

/** For a page without rows to become tall enough. */
const WAIT_FOR_CONTENT_MS = 1_000;
/** For a list to load as many pages as there were, also over a slow line; a touch ends the wait. */
const WAIT_FOR_ROW_MS = 60_000;
/** How long the row must stand still: rows above it are measured late and move it. */
const SETTLED_MS = 400;
/** A list goes to where it guesses the row to be. Rows measured there move it out of sight again, so the list is asked once more. */
const ASK_AGAIN_MS = 250;
const TOUCHES = ['wheel', 'keydown', 'pointerdown', 'touchstart'] as const;

/**
 * Scrolls to a place as soon as what stands there has come; a row counts more than how far down it was, since others may be
 * higher now. A touch of the reader ends the way back.
 * @returns gives it up
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
      // At the end of a list there may be no room for more.
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
