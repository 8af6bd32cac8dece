import { type RefObject, useEffect, useRef } from 'react';

/**
 * Scrolls a row sideways so that its chosen element is in the middle: at first, when another one is chosen, and when its parts have got
 * wider. A position that the reader has scrolled to, perhaps before hydration, stays until then.
 */
export function useCentred(chosen: string | undefined, isWider: boolean): RefObject<HTMLDivElement | null> {
  const row = useRef<HTMLDivElement>(null);
  const centred = useRef({ chosen, at: 0 });
  useEffect(() => {
    const element = row.current;
    const last = centred.current;
    if (!element || (last.chosen === chosen && last.at !== element.scrollLeft)) return;
    centreChosen(element);
    centred.current = { chosen, at: element.scrollLeft };
  }, [chosen, isWider]);
  return row;
}

/** Not `scrollIntoView`, after which the first Tab key would skip everything before the chosen one. */
function centreChosen(row: HTMLElement): void {
  const chosen = row.querySelector<HTMLElement>('[aria-selected=true], [aria-current=true]');
  if (chosen) row.scrollLeft = chosen.offsetLeft - (row.clientWidth - chosen.offsetWidth) / 2;
}
