import { useEffect, useState } from 'react';

/** Longer than the second click of a double click, shorter than finding another row takes. */
const SETTLE_MS = 400;

/**
 * Whether rows have just moved. A decided row leaves the list and the next one moves under the pointer: the second click of a double
 * click, or one already under way, would decide the wrong order.
 */
export function useSettling(ids: readonly string[]): boolean {
  const [settled, setSettled] = useState(ids);
  const isSettling = hasMoved(settled, ids);
  useEffect(() => {
    if (!isSettling) return setSettled(ids);
    const timer = setTimeout(() => setSettled(ids), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [ids, isSettling]);
  return isSettling;
}

/** Rows added at the end do not move others. */
export function hasMoved(before: readonly string[], after: readonly string[]): boolean {
  return before.some((id, index) => after[index] !== id);
}
