import { vi } from 'vitest';

/**
 * Stands in for what jsdom lacks and Chakra's components ask for: media queries, observed sizes, which never change, what
 * comes into sight, which nothing does, and scrolling.
 * The stubs go after the test.
 * @param matches whether the screen fits a media query, asked at every look
 */
export function stubBrowser(matches: () => boolean = () => false): void {
  vi.stubGlobal('matchMedia', () => ({ matches: matches(), addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal('scrollTo', () => undefined);
  Element.prototype.scrollIntoView = () => undefined;
  vi.stubGlobal('IntersectionObserver', NeverInSight);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
}

class NeverInSight {
  observe() {}
  disconnect() {}
}
