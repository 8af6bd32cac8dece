import { useStore } from '@nanostores/react';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { $language } from '../i18n/language.ts';
import { useIsHydrated } from '../lib/hydration.ts';
import { addLatePart, isWritingHtml } from '../lib/late-parts.ts';
import { lazyWithPreload } from '../lib/lazy-with-preload.tsx';
import { useInSight } from '../lib/use-in-sight.ts';
import { LazyBoundary } from './lazy-boundary.tsx';

interface LatePartOptions {
  /** The height that is reserved without HTML, in pixels. */
  heightPx: number;
  /** It works without code: links, and elements of the browser. Its code loads only for another language. */
  worksAsHtml?: boolean;
}

/**
 * A part of a public page below its first screen. It is in the page's HTML, and hydration leaves it alone; its code loads once it is near.
 * Until then its links lead to the same pages, as in any HTML.
 */
export function latePart<Props extends object>(
  importModule: () => Promise<{ default: ComponentType<Props> }>,
  { heightPx, worksAsHtml = false }: LatePartOptions,
): ComponentType<Props> {
  const { Part, load } = lazyWithPreload(importModule, true);
  addLatePart(load);

  return function LatePart(props: Props) {
    const isHydrated = useIsHydrated();
    const [isHtml, setIsHtml] = useState(!isHydrated);
    const place = useRef<HTMLDivElement>(null);
    const isNear = useInSight(place);
    const language = useStore($language);
    const [languageAtFirst] = useState(language);
    const isNeeded = (isNear && !worksAsHtml) || language !== languageAtFirst;

    useEffect(() => {
      if (isHtml && isHydrated && isNeeded)
        load().then(
          () => setIsHtml(false),
          () => undefined,
        );
    }, [isHtml, isHydrated, isNeeded]);

    if (isWritingHtml()) {
      return (
        <div>
          <Part {...props} />
        </div>
      );
    }
    // React leaves the content of such an element as it is.
    if (isHtml) return <div ref={place} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />;
    return (
      <div ref={place} style={isNear ? undefined : { minHeight: heightPx }}>
        <LazyBoundary fallback={<div style={{ minHeight: heightPx }} />}>
          {(isNear || isNeeded) && <Part {...props} />}
        </LazyBoundary>
      </div>
    );
  };
}
