import { type EndedBy, type SignedIn, session } from './session.ts';

/** `ended` means that the server refused; a network failure throws and leaves the session as it is. */
export type RefreshOutcome = 'refreshed' | 'ended';

const LOCK = 'auth-refresh';
let queue: Promise<unknown> = Promise.resolve();

/**
 * Gets a new access token, once for all tabs and all requests that wait for it.
 * @param stale the token that was refused; when the stored one already differs, somebody else refreshed it meanwhile
 * @param call asks the server; resolves to what ended the session when it refuses
 */
export function refreshOnce(stale: string | null, call: () => Promise<SignedIn | EndedBy>): Promise<RefreshOutcome> {
  return oneAtATime(async () => {
    const { tokens } = session.reload();
    if (!tokens) return 'ended';
    if (tokens.accessToken !== stale) return 'refreshed';
    const renewed = await call();
    if (typeof renewed === 'string') {
      session.end(renewed);
      return 'ended';
    }
    session.start(renewed);
    return 'refreshed';
  });
}

/** Web Locks span tabs, but exist on https and localhost only; elsewhere at least this tab queues. */
function oneAtATime<T>(task: () => Promise<T>): Promise<T> {
  if (navigator.locks) return navigator.locks.request(LOCK, task);
  const turn = queue.then(task, task);
  queue = turn.catch(() => undefined);
  return turn;
}
