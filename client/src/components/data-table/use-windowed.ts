import { useWindowVirtualizer } from '@tanstack/react-virtual';
import type { ReadableAtom } from 'nanostores';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { wantedRow } from '../../lib/wanted-row.ts';

/** Fewer rows are all there: they cost little, and the browser's own search finds them. */
const WINDOWED_FROM = 50;
const OVERSCAN = 8;

interface WindowedOptions {
  count: number;
  /** How high a row is: about, until it has been measured, or exactly. */
  rowPx: number;
  /** That every row has just this height, so that none is measured. */
  isExact?: boolean;
  gapPx?: number;
  /** The row that keys act on; it is scrolled to where it is not rendered. */
  active: ReadableAtom<string | undefined> | undefined;
  indexOf: (id: string) => number;
}

/** Which rows of a long list are on the page: those in sight and a few around them, and how much room the others take. */
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
    // The rows around those in sight are there already; new ones need not hold up the frame that shows where the mark went.
    useFlushSync: false,
  });
  // With each page that is loaded; what comes to stand above the list meanwhile is less than the rows around those in sight.
  useLayoutEffect(() => {
    const topPx = (listRef.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
    if (isWindowed) setListTopPx(Math.round(topPx));
  }, [isWindowed, count]);
  // While all rows are there they say how high one is. A guess that is far off moves everything below each row that is measured,
  // which brings others into sight to be measured: on a slow phone the list moves for seconds.
  useLayoutEffect(() => {
    const rows = listRef.current?.querySelectorAll<HTMLElement>('[data-index]') ?? [];
    if (!isWindowed && !isExact && rows.length > 0) setEstimatePx(Math.round(meanHeightPx([...rows])));
  }, [isWindowed, isExact, count]);
  /** A row that is on the page brings itself into sight. */
  const seek = useEffectEvent(() => {
    const id = active?.get();
    const index = isWindowed && id !== undefined ? indexOf(id) : -1;
    const isThere = virtualizer.getVirtualItems().some((item) => item.index === index);
    if (index >= 0 && !isThere) virtualizer.scrollToIndex(index, { align: 'center' });
  });
  useEffect(() => active?.listen(() => seek()), [active]);
  /** Brings a row that the reader comes back to near, which then is put where it was (`returnToPlace`). */
  const comeBack = useEffectEvent(() => {
    const index = isWindowed ? indexOf(wantedRow.get()?.row ?? '') : -1;
    const isThere = virtualizer.getVirtualItems().some((item) => item.index === index);
    const offset = index < 0 || isThere ? undefined : virtualizer.getOffsetForIndex(index, 'center');
    if (offset) window.scrollTo(0, offset[0]);
  });
  useEffect(() => comeBack(), [count, listTopPx]);
  useEffect(() => wantedRow.listen(() => comeBack()), []);

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
