import { type RefObject, useEffect, useState } from 'react';

/**
 * Whether an element is near the visible area, for parts of a page that can load late.
 * @param margin the distance that counts as near
 */
export function useInSight(element: RefObject<Element | null>, margin = '300px'): boolean {
  const [wasInSight, setWasInSight] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        setWasInSight(true);
        observer.disconnect();
      },
      { rootMargin: margin },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, margin]);
  return wasInSight;
}
