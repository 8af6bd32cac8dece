import { onlineManager } from '@tanstack/react-query';
import { type ComponentType, type LazyExoticComponent, lazy, useState } from 'react';

type LazyModule<Props> = { default: ComponentType<Props> };

/** A chunk of code that failed to load. */
export class ChunkLoadError extends Error {
  /** Whether the browser has requested it: it does not request a failed module again before a reload. */
  readonly wasRequested: boolean;
  /** Lets the next render request the chunk again. */
  readonly retry: () => void;

  constructor(wasRequested: boolean, retry: () => void, cause?: unknown) {
    super('the code of this part could not be fetched', { cause });
    this.wasRequested = wasRequested;
    this.retry = retry;
  }
}

let loadShared: () => Promise<unknown> = () => Promise.resolve();

/** Sets what is loaded together with every lazy component outside the first load. */
export function loadWithLazyComponents(load: () => Promise<unknown>): void {
  loadShared = load;
}

/**
 * React's `lazy` with a preload, which can retry after a failure. Its parent needs an error boundary for `ChunkLoadError`.
 * @param isOfFirstLoad whether the component needs nothing beyond the first load
 */
export function lazyWithPreload<Props extends object>(
  importModule: () => Promise<LazyModule<Props>>,
  isOfFirstLoad = false,
): {
  Part: ComponentType<Props>;
  /** Loads the chunk. @throws ChunkLoadError */
  load: () => Promise<unknown>;
  /** Loads the chunk; a failure is reported when the component renders. */
  preload: () => void;
} {
  let loaded: LazyModule<Props> | undefined;
  const load = async () => {
    if (!loaded && !canFetch()) throw new ChunkLoadError(false, retry);
    try {
      if (!loaded) [loaded] = await Promise.all([importModule(), isOfFirstLoad || loadShared()]);
      return loaded;
    } catch (cause) {
      throw new ChunkLoadError(true, retry, cause);
    }
  };
  let Lazy: LazyExoticComponent<ComponentType<Props>> = lazy(load);
  const retry = () => {
    Lazy = lazy(load);
  };
  return {
    Part: (props: Props) => {
      // A loaded component renders without suspending, which hydration requires; it does not change while mounted.
      const [Component] = useState<ComponentType<Props>>(() => loaded?.default ?? Lazy);
      return <Component {...props} />;
    },
    load,
    preload: () => void load().catch(() => undefined),
  };
}

/** Offline nothing is imported, because a failed import can't be repeated; a service worker may have the chunk. */
function canFetch(): boolean {
  return onlineManager.isOnline() || Boolean(navigator.serviceWorker?.controller);
}
