import { type EndedBy, type Session, type SignedIn, session } from './session.ts';

/** `ended` means that the user of the request is not signed in any more; a network failure throws and keeps the session. */
export type RefreshOutcome = 'refreshed' | 'ended';

const LOCK = 'auth-refresh';
let queue: Promise<unknown> = Promise.resolve();

/**
 * Gets a new access token, once for all tabs and all waiting requests. If another tab has signed in another user, their session
 * stays, and the request ends: repeated, it would run in their name.
 * @param asked the session whose token was refused; if the stored one differs, it was refreshed in the meantime
 * @param call the request; resolves to the reason that ended the session if the server refuses
 */
export function refreshOnce(asked: Session, call: () => Promise<SignedIn | EndedBy>): Promise<RefreshOutcome> {
  return oneAtATime(async () => {
    const { user, tokens } = session.reload();
    if (!tokens || user?.id !== asked.user?.id) return 'ended';
    if (tokens.accessToken !== asked.tokens?.accessToken) return 'refreshed';
    const renewed = await call();
    if (typeof renewed === 'string') {
      session.end(renewed);
      return 'ended';
    }
    session.start(renewed);
    // The cookie belongs to the user who signed in last, which the other tab may not have stored yet.
    return renewed.user.id === asked.user?.id ? 'refreshed' : 'ended';
  });
}

/** Web Locks work across tabs, but only on https and localhost; elsewhere only this tab queues. */
function oneAtATime<T>(task: () => Promise<T>): Promise<T> {
  if (navigator.locks) return navigator.locks.request(LOCK, task);
  const turn = queue.then(task, task);
  queue = turn.catch(() => undefined);
  return turn;
}
