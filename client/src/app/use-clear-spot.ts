import { type RefObject, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';

/** Scrolling and layout have ended by then. */
const REST_MS = 150;
/** The distance of the points that are looked at; no line of text is lower. */
const STEP_PX = 8;
/** A wider one, such as a row that is a link, can be pressed next to the floating element. */
const SMALL_PX = 320;
const CONTROLS = 'button, input, select, textarea, label, [role=slider], a';

/**
 * Whether an element could float over its spot of the page without covering a text or a control there. It is asked again while the
 * page rests: after scrolling, and when the content changes.
 * @param spot fills the spot, and takes no presses itself
 */
export function useIsSpotClear(spot: RefObject<HTMLElement | null>): boolean {
  const [isClear, setIsClear] = useState(false);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other content there.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const lookSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(() => spot.current && setIsClear(isSpotClear(spot.current)), REST_MS);
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
  }, [spot, key]);
  return isClear;
}

function isSpotClear(spot: HTMLElement): boolean {
  const area = spot.getBoundingClientRect();
  const found = new Set<Element>();
  for (let x = area.left; x <= area.right; x += STEP_PX)
    for (let y = area.top; y <= area.bottom; y += STEP_PX)
      for (const element of document.elementsFromPoint(x, y)) found.add(element);
  const content = [...found].filter((element) => !spot.parentElement?.contains(element));
  return !content.some((element) => isSmallControl(element) || hasTextIn(element, area));
}

function isSmallControl(element: Element): boolean {
  return element.matches(CONTROLS) && element.getBoundingClientRect().width < SMALL_PX;
}

function hasTextIn(element: Element, area: DOMRect): boolean {
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
