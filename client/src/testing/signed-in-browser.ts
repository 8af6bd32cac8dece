import { vi } from 'vitest';
import { session } from '../lib/session.ts';
import { queryClient } from '../lib/trpc.ts';
import { stubBrowser } from './browser-stubs.ts';
import { aUser } from './users.ts';

/**
 * A browser in which a customer has just logged in: nothing is stored or cached yet, and `serve` answers for the server.
 * `vi.unstubAllGlobals` takes the stubs away again.
 * @param matches whether the screen fits a media query, asked at every look
 */
export function startSignedIn(
  serve: (url: string, init?: RequestInit) => Promise<Response>,
  matches?: () => boolean,
): void {
  sessionStorage.clear();
  queryClient.clear();
  session.start({ user: aUser(), tokens: { accessToken: 'token' } });
  vi.stubGlobal('fetch', serve);
  vi.stubGlobal('scrollTo', () => undefined);
  stubBrowser(matches);
}
