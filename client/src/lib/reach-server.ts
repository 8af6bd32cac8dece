import { onlineManager } from '@tanstack/react-query';
import { tabStorage } from './storage.ts';

const STORAGE_KEY = 'loaded-anew';
const ASK_EVERY_MS = 5000;
const PATIENCE_MS = 4000;

/** Resolves as soon as the server can be reached: `wasAway` tells whether it could not at first. */
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
 * Has a page that is opened without a network know it: of what was so before it came a browser tells it nothing. Some browsers
 * say so where there is one, so the server is asked, too.
 */
export function noticeMissingNetwork(): void {
  // It hears of no change unless somebody listens, and the page's first part to do so is drawn later.
  onlineManager.subscribe(() => undefined);
  if (navigator.onLine) return;
  onlineManager.setOnline(false);
  void untilOnline();
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

/** Until the network is said to be back, or some seconds are over: phones don't notice a line that is dead. */
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
 * Whether a page may load itself anew for code that is missing. Once for an address and a build of the panel: what is still missing
 * after that would have it loaded over and over.
 */
export function mayReload(): boolean {
  const place = `${buildOf(document)} ${window.location.pathname}`;
  if (tabStorage.read(STORAGE_KEY) === place) return false;
  tabStorage.keep(STORAGE_KEY, place);
  // Where nothing can be kept nothing would stop it.
  return tabStorage.read(STORAGE_KEY) === place;
}

/** The name of the build's first script changes with its content. */
function buildOf(page: Document): string {
  return page.querySelector('script[type=module][src]')?.getAttribute('src') ?? '';
}
