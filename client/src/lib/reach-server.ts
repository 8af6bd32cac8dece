import { onlineManager } from '@tanstack/react-query';
import { tabStorage } from './storage.ts';

const STORAGE_KEY = 'loaded-anew';
const ASK_EVERY_MS = 5000;
const PATIENCE_MS = 4000;

/** Resolves as soon as the server can be reached; `wasAway` is true if it could not at first. */
export async function whenReachable(stop: AbortSignal): Promise<{ wasAway: boolean }> {
  let wasAway = false;
  while (!stop.aborted) {
    if (onlineManager.isOnline() && (await answers())) break;
    wasAway = true;
    await pause(stop);
  }
  return { wasAway };
}

/**
 * Detects a missing network when a page is opened: browsers report only later changes. Some browsers report a network although
 * there is none, so the server is requested, too, if the page came from the cache.
 */
export async function noticeMissingNetwork(): Promise<void> {
  // The manager tracks changes only with a listener, and the page's first one comes later.
  onlineManager.subscribe(() => undefined);
  if (navigator.onLine && (!isFromCache() || (await answers()))) return;
  onlineManager.setOnline(false);
  await untilOnline();
}

/** Whether the page's document is from the service worker's cache, or the browser's own. */
function isFromCache(): boolean {
  const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return opened?.transferSize === 0;
}

async function untilOnline(): Promise<void> {
  const { signal } = new AbortController();
  while (!onlineManager.isOnline()) {
    if (await answers()) onlineManager.setOnline(true);
    else await pause(signal);
  }
}

async function answers(): Promise<boolean> {
  try {
    const answer = await fetch('/livez', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) });
    return answer.ok;
  } catch {
    return false;
  }
}

/** Until the network is back, or for some seconds: phones do not detect a dead connection. */
function pause(stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      unsubscribe();
      stop.removeEventListener('abort', go);
      resolve();
    };
    const timer = setTimeout(go, ASK_EVERY_MS);
    const unsubscribe = onlineManager.subscribe((online) => online && go());
    stop.addEventListener('abort', go);
  });
}

/**
 * Whether a page may reload because of missing code. Once per URL and build: otherwise code that stays missing would reload it
 * for ever.
 */
export function mayReload(): boolean {
  const place = `${buildOf(document)} ${window.location.pathname}`;
  if (tabStorage.read(STORAGE_KEY) === place) return false;
  // Without storage nothing would stop the reloads.
  return tabStorage.keep(STORAGE_KEY, place);
}

/** The name of the build's first script changes with its content. */
function buildOf(page: Document): string {
  return page.querySelector('script[type=module][src]')?.getAttribute('src') ?? '';
}
