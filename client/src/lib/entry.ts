import { authPath } from './paths.ts';
import { session } from './session.ts';

/**
 * Where a visitor goes who wants what only customers have: to register, or to log in where somebody has done so on this browser.
 * @param next an own path to return to afterwards
 */
export function entryPath(next: string): string {
  return authPath(session.wasEverStarted() ? 'login' : 'register', next);
}
