import { useEffect, useState } from 'react';

/** Longer than the second click of a double click, shorter than somebody needs to find another row. */
const SETTLE_MS = 400;

/**
 * Whether rows have just moved. A decided row leaves the list and the next one slides under the pointer: the second click of a
 * double click, or one already on its way, would decide an order that nobody meant.
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

/** Rows that are only added at the end move none. */
export function hasMoved(before: readonly string[], after: readonly string[]): boolean {
  return before.some((id, index) => after[index] !== id);
}
