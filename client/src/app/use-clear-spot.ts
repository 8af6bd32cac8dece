import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';

/** How far a floating element may go up, in steps of its height and a gap. */
const STEPS = 3;
const GAP_PX = 8;
/** Scrolling and layout have ended by then. */
const REST_MS = 150;
/** A wider one, such as a row that is a link, can be pressed next to the floating element. */
const SMALL_PX = 320;

/**
 * How far a floating element is lifted so that it covers no price and no button. It moves only while the page rests; where no spot
 * is clear it stays.
 */
export function useClearSpot(element: RefObject<HTMLElement | null>): number {
  const [liftPx, setLiftPx] = useState(0);
  const lifted = useRef(0);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other content below the element.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      if (!element.current) return;
      lifted.current = clearLiftPx(element.current, lifted.current);
      setLiftPx(lifted.current);
    };
    const lookSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(look, REST_MS);
    };
    lookSoon();
    const observer = new ResizeObserver(lookSoon);
    observer.observe(document.body);
    window.addEventListener('scroll', lookSoon, { passive: true });
    window.addEventListener('resize', lookSoon);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      window.removeEventListener('scroll', lookSoon);
      window.removeEventListener('resize', lookSoon);
    };
  }, [element, key]);
  return liftPx;
}

/** @param liftedPx its present lift */
function clearLiftPx(element: HTMLElement, liftedPx: number): number {
  const { left, top, width, height } = element.getBoundingClientRect();
  const lifts = Array.from({ length: STEPS }, (_, step) => step * (height + GAP_PX));
  const isClear = (lift: number) => {
    const restingTop = top + liftedPx - lift;
    return [0, 0.5, 1].every((across) =>
      [0, 0.5, 1].every((down) => !isCovered(element, left + across * width, restingTop + down * height)),
    );
  };
  return lifts.find(isClear) ?? 0;
}

/** Whether the element would cover a price or a small button at this point. */
function isCovered(element: HTMLElement, x: number, y: number): boolean {
  const below = document.elementsFromPoint(x, y).find((found) => !element.contains(found));
  if (!below) return false;
  const pressed = below.closest('a, button, input, select, textarea, label, [role=slider]');
  if (pressed && pressed.getBoundingClientRect().width < SMALL_PX) return true;
  return [...below.childNodes].some(
    ({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && /[$৳]/.test(nodeValue ?? ''),
  );
}
