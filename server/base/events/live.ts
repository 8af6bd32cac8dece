import type { Change } from '#shared/live.ts';
import type { Authenticated } from '../identity/authenticate.ts';

/** Why a stream has ended: its client disconnected, the token, session or key ended, there were too many, the server stops. */
export type StreamEnd = 'left' | 'token' | 'session' | 'too_many' | 'stop';

export interface LiveFigures {
  open: number;
  /** Since the start, by reason. */
  ended: Record<StreamEnd, number>;
  /** Refused since the start, because the process reached its limit. */
  refused: number;
}

export interface LiveStreams {
  /**
   * Opens the changes of a user: their own, and for admins all users' balances, orders, recharges, requests and tickets. Changes are
   * collected from this call on, even before the first read.
   * @param who the session or key; when it or its token ends, reading throws the error that a call would get
   * @param kinds the kinds that the client knows, those of the oldest clients by default
   * @throws DomainError `busy` at the limit of the process or while it stops. Reading throws `unauthenticated`, `session_ended`,
   * `blocked`, or `too_many_requests` if the user opened too many others
   */
  open: (who: Authenticated, signal?: AbortSignal, kinds?: readonly string[]) => AsyncGenerator<Change, void>;
  figures: () => LiveFigures;
  /** Ends all of them, and refuses new ones. */
  stop: () => void;
}
