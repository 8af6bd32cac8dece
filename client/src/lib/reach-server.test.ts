import { onlineManager } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noticeMissingNetwork } from './reach-server.ts';

const asked = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.stubGlobal('fetch', asked);
  asked.mockReset();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  onlineManager.setOnline(true);
});

/** A page that was opened in this way; the browser says that there is a network. */
function openedWith(transferSize: number): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  const opened = { transferSize } as PerformanceNavigationTiming;
  // jsdom has no navigation timing.
  Object.assign(performance, { getEntriesByType: () => [opened] });
}

test('a page from the cache on a dead connection said that it was online: it asks, says so, and recovers by itself', async () => {
  openedWith(0);
  asked.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const back = Promise.withResolvers<Response>();
  asked.mockReturnValueOnce(back.promise);
  const noticed = noticeMissingNetwork();
  await vi.waitUntil(() => !onlineManager.isOnline());
  back.resolve(new Response());
  await noticed;
  expect(onlineManager.isOnline()).toBe(true);
  expect(asked).toHaveBeenCalledTimes(2);
});

test.each([
  ['from the cache asks once', 0, 1],
  ['from the server asks nothing', 5_000, 0],
])('with a network a page %s, and is never offline', async (_title, transferSize, questions) => {
  openedWith(transferSize);
  asked.mockResolvedValue(new Response());
  const changes = vi.fn<(isOnline: boolean) => void>();
  const stop = onlineManager.subscribe(changes);
  await noticeMissingNetwork();
  stop();
  expect(changes).not.toHaveBeenCalled();
  expect(asked).toHaveBeenCalledTimes(questions);
});
