import { session } from '../lib/session.ts';
import { queryClient } from '../lib/trpc.ts';
import { stubBrowser } from './browser-stubs.ts';
import { type Answer, stubServer } from './fake-server.ts';
import { aUser } from './users.ts';

interface SignedIn {
  role?: 'user' | 'admin';
  /** Whether the screen fits a media query, asked at every look. */
  matches?: () => boolean;
}

/**
 * A browser in which somebody, a customer unless told otherwise, has just logged in: nothing is stored or cached yet, and
 * `answer` stands in for the server. `vi.unstubAllGlobals` takes the stubs away again.
 */
export function startSignedIn(answer: Answer, { role = 'user', matches }: SignedIn = {}): void {
  sessionStorage.clear();
  queryClient.clear();
  session.start({ user: aUser({ role }), tokens: { accessToken: 'token' } });
  stubServer(answer);
  stubBrowser(matches);
}
