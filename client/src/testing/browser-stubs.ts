import { vi } from 'vitest';

/**
 * Stubs what jsdom lacks and Chakra's components use: media queries, observed sizes, which never change, visibility, which never
 * occurs, positions, and scrolling. The stubs go after the test.
 * @param matches whether the screen matches a media query, called each time
 */
export function stubBrowser(matches: (query: string) => boolean = () => false): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: matches(query),
    addEventListener() {},
    removeEventListener() {},
  }));
  vi.stubGlobal('scrollTo', () => undefined);
  Element.prototype.scrollIntoView = () => undefined;
  document.elementsFromPoint = () => [];
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
