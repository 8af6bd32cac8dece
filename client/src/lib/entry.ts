import { authPath } from './paths.ts';
import { session } from './session.ts';

/**
 * The page for visitors who need an account: registration, or the login if this browser has had a session.
 * @param next a path of the panel to return to afterwards
 */
export function entryPath(next: string): string {
  return authPath(session.wasEverStarted() ? 'login' : 'register', next);
}
