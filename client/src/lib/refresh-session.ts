import { type EndedBy, type Session, type SignedIn, session } from './session.ts';

/** `ended` means that who asked is signed in no longer; a network failure throws and leaves the session as it is. */
export type RefreshOutcome = 'refreshed' | 'ended';

const LOCK = 'auth-refresh';
let queue: Promise<unknown> = Promise.resolve();

/**
 * Gets a new access token, once for all tabs and all requests that wait for it. Where another tab has signed in somebody else
 * meanwhile, their session stays, and what was asked before is over: sent again it would be done in their name.
 * @param asked the session whose token was refused; when the stored one already differs, somebody else refreshed it meanwhile
 * @param call asks the server; resolves to what ended the session when it refuses
 */
export function refreshOnce(asked: Session, call: () => Promise<SignedIn | EndedBy>): Promise<RefreshOutcome> {
  return oneAtATime(async () => {
    const { user, tokens } = session.wasEverStarted() ? session.reload() : session.get();
    if (!tokens || user?.id !== asked.user?.id) return 'ended';
    if (tokens.accessToken !== asked.tokens?.accessToken) return 'refreshed';
    const renewed = await call();
    if (typeof renewed === 'string') {
      session.end(renewed);
      return 'ended';
    }
    session.start(renewed);
    // The cookie is of whoever has signed in last, which the other tab may not have stored yet.
    return renewed.user.id === asked.user?.id ? 'refreshed' : 'ended';
  });
}

/** Web Locks span tabs, but exist on https and localhost only; elsewhere at least this tab queues. */
function oneAtATime<T>(task: () => Promise<T>): Promise<T> {
  if (navigator.locks) return navigator.locks.request(LOCK, task);
  const turn = queue.then(task, task);
  queue = turn.catch(() => undefined);
  return turn;
}
