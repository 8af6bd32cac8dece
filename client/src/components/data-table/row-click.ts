import type { MouseEvent } from 'react';

const CONTROLS = 'a, button, input, label, select, textarea, [role=menuitem]';

/** Opens a row on a click beside its controls that selects no text. */
export function rowClick<Row>(row: Row, open: ((row: Row) => void) | undefined) {
  if (!open) return {};
  const onClick = ({ target, currentTarget }: MouseEvent) => {
    const isInRow = target instanceof Element && currentTarget.contains(target);
    if (!isInRow || target.closest(CONTROLS) || window.getSelection()?.toString()) return;
    open(row);
  };
  return { cursor: 'pointer', onClick };
}
