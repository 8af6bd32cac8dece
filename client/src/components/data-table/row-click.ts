import type { MouseEvent } from 'react';

const CONTROLS = 'a, button, input, label, select, textarea, [role=menuitem]';

/** What makes a row open on a click that means the row itself: no control in it, and no text that is being selected. */
export function rowClick<Row>(row: Row, open: ((row: Row) => void) | undefined) {
  if (!open) return {};
  const onClick = ({ target, currentTarget }: MouseEvent) => {
    const isInRow = target instanceof Element && currentTarget.contains(target);
    if (!isInRow || target.closest(CONTROLS) || window.getSelection()?.toString()) return;
    open(row);
  };
  return { cursor: 'pointer', onClick };
}
