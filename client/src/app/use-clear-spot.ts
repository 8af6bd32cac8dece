import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';

/** Scrolling and layout have ended by then. */
const REST_MS = 150;
/** The distance of the points that are looked at; no line of text is lower. */
const STEP_PX = 8;
/** A wider one, such as a row that is a link, can be pressed next to the floating element; fields and a form's main button are never covered. */
const SMALL_PX = 320;
/** Between the floating element and a foot below it. */
const GAP_PX = 12;
/** A foot so far above it has been scrolled away. */
const FAR_PX = 120;
const FIELDS = 'input, select, textarea, [role=slider]';
const CONTROLS = 'button, label, a';

/** A bar at the bottom of a page with its main button, which stays in view. */
const STAYING_FOOT = '[data-staying-foot]';

/**
 * How far an element floats above the bottom, so that it stands above a foot that stays there, and whether it covers no text or control
 * of the page then. It is asked again while the page rests: after scrolling, and when the content changes.
 * @param spot fills the element's place, and takes no presses itself
 */
export function useClearSpot(spot: RefObject<HTMLElement | null>): { isClear: boolean; liftPx: number } {
  const [found, setFound] = useState({ isClear: false, liftPx: 0 });
  const lift = useRef(0);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other content there.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const lookSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        // Below a dialog nothing is found. It is asked again after it closes.
        if (!spot.current || document.body.style.pointerEvents === 'none') return;
        const liftPx = liftOverFoot(spot.current.getBoundingClientRect().bottom + lift.current);
        const isClear = isSpotClear(spot.current, liftPx - lift.current);
        lift.current = liftPx;
        setFound((before) => (before.isClear === isClear && before.liftPx === liftPx ? before : { isClear, liftPx }));
      }, REST_MS);
    };
    lookSoon();
    const observer = new ResizeObserver(lookSoon);
    observer.observe(document.body);
    // Content that arrives late may leave the page as high as it was.
    const arrivals = new MutationObserver(lookSoon);
    arrivals.observe(document.body, { childList: true, subtree: true });
    window.addEventListener('scroll', lookSoon, { passive: true });
    window.addEventListener('resize', lookSoon);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      arrivals.disconnect();
      window.removeEventListener('scroll', lookSoon);
      window.removeEventListener('resize', lookSoon);
    };
  }, [spot, key]);
  return found;
}

/** @param lowestPx where the floating element ends if nothing is below it */
function liftOverFoot(lowestPx: number): number {
  const foot = document.querySelector(STAYING_FOOT);
  if (!foot || getComputedStyle(foot).position !== 'sticky') return 0;
  const { top, bottom } = foot.getBoundingClientRect();
  return bottom < lowestPx - FAR_PX ? 0 : Math.max(0, Math.round(lowestPx + GAP_PX - top));
}

/** @param higherPx how far above its present place */
function isSpotClear(spot: HTMLElement, higherPx: number): boolean {
  const { left, right, top, bottom } = spot.getBoundingClientRect();
  const area = { left, right, top: top - higherPx, bottom: bottom - higherPx };
  const found = new Set<Element>();
  for (let x = area.left; x <= area.right; x += STEP_PX)
    for (let y = area.top; y <= area.bottom; y += STEP_PX)
      for (const element of document.elementsFromPoint(x, y)) found.add(element);
  const content = [...found].filter((element) => !spot.parentElement?.contains(element));
  return !content.some((element) => isCoveredControl(element) || hasTextIn(element, area));
}

type Area = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

function isCoveredControl(element: Element): boolean {
  if (element.matches('[type=submit]') || element.matches(FIELDS)) return true;
  return element.matches(CONTROLS) && element.getBoundingClientRect().width < SMALL_PX;
}

function hasTextIn(element: Element, area: Area): boolean {
  const texts = [...element.childNodes].filter(
    ({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && nodeValue?.trim(),
  );
  return texts.some((text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    return [...range.getClientRects()].some(
      ({ left, right, top, bottom }) =>
        left < area.right && right > area.left && top < area.bottom && bottom > area.top,
    );
  });
}
