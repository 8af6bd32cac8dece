import { useWindowVirtualizer } from '@tanstack/react-virtual';
import type { ReadableAtom } from 'nanostores';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { rowToRestore } from '../../lib/row-to-restore.ts';

/** Fewer rows are all rendered: they cost little, and the browser's search finds them. */
const WINDOWED_FROM = 50;
const OVERSCAN = 8;

interface WindowedOptions {
  count: number;
  /** A row's height: an estimate until it is measured, or exact. */
  rowPx: number;
  /** Every row has exactly this height, so none is measured. */
  isExact?: boolean;
  gapPx?: number;
  /** The row for keyboard shortcuts; the list scrolls to it if it is not rendered. */
  active: ReadableAtom<string | undefined> | undefined;
  indexOf: (id: string) => number;
}

/** The rows of a long list to render: the visible ones and a few around them, and the height of the others. */
export function useWindowed<Element extends HTMLElement>(options: WindowedOptions) {
  const { count, rowPx, isExact = false, gapPx = 0, active, indexOf } = options;
  const isWindowed = count > WINDOWED_FROM;
  const listRef = useRef<Element>(null);
  const [listTopPx, setListTopPx] = useState(0);
  const [estimatePx, setEstimatePx] = useState(rowPx);
  // oxlint-disable-next-line react/incompatible-library -- The rule is for React Compiler, which is not used here.
  const virtualizer = useWindowVirtualizer({
    count,
    enabled: isWindowed,
    estimateSize: () => (isExact ? rowPx : estimatePx),
    gap: gapPx,
    overscan: OVERSCAN,
    scrollMargin: listTopPx,
    // Rows beyond the overscan may render one frame later; the active row moves at once.
    useFlushSync: false,
  });
  // Measured with each loaded page; smaller shifts in between are within the overscan.
  useLayoutEffect(() => {
    const topPx = (listRef.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
    if (isWindowed) setListTopPx(Math.round(topPx));
  }, [isWindowed, count]);
  // The mean height of the first rows: a bad estimate would shift the list each time a row is measured.
  useLayoutEffect(() => {
    const rows = listRef.current?.querySelectorAll<HTMLElement>('[data-index]') ?? [];
    if (!isWindowed && !isExact && rows.length > 0) setEstimatePx(Math.round(meanHeightPx([...rows])));
  }, [isWindowed, isExact, count]);
  /** A rendered row scrolls into view by itself. */
  const seek = useEffectEvent(() => {
    const id = active?.get();
    const index = isWindowed && id !== undefined ? indexOf(id) : -1;
    const isThere = virtualizer.getVirtualItems().some((item) => item.index === index);
    if (index >= 0 && !isThere) virtualizer.scrollToIndex(index, { align: 'center' });
  });
  useEffect(() => active?.listen(() => seek()), [active]);
  /** Scrolls near the row to restore; `returnToPlace` then sets the exact position. */
  const comeBack = useEffectEvent(() => {
    const index = isWindowed ? indexOf(rowToRestore.get()?.row ?? '') : -1;
    const isThere = virtualizer.getVirtualItems().some((item) => item.index === index);
    const offset = index < 0 || isThere ? undefined : virtualizer.getOffsetForIndex(index, 'center');
    if (offset) window.scrollTo(0, offset[0]);
  });
  useEffect(() => comeBack(), [count, listTopPx]);
  useEffect(() => rowToRestore.listen(() => comeBack()), []);

  if (!isWindowed) return { listRef, from: 0, to: count, beforePx: 0, afterPx: 0, measure: undefined };
  const items = virtualizer.getVirtualItems();
  const [first, last] = [items[0], items.at(-1)];
  return {
    listRef,
    from: first?.index ?? 0,
    to: (last?.index ?? -1) + 1,
    beforePx: first ? first.start - listTopPx : 0,
    afterPx: last ? virtualizer.getTotalSize() - (last.end - listTopPx) : virtualizer.getTotalSize(),
    measure: isExact ? undefined : virtualizer.measureElement,
  };
}

function meanHeightPx(rows: HTMLElement[]): number {
  return rows.reduce((sumPx, { offsetHeight }) => sumPx + offsetHeight, 0) / rows.length;
}
