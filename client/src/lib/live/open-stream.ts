import { httpSubscriptionLink } from '@trpc/client';
import { EventSource, type FetchLike } from 'eventsource';
import type { Change } from '#shared/live.ts';
import { readError } from '../errors.ts';
import { session } from '../session.ts';
import { API_URL, clientOver } from '../trpc.ts';

export interface StreamHandlers {
  /** Everything from now on is told. */
  onUp: () => void;
  onChange: (change: Change) => void;
  /** Nothing is told any more; once. @param retryAfterMs when the server wants to be asked again, where it says so */
  onDown: (retryAfterMs: number) => void;
}

/** The browser's own can't send the token in a header, and an address would show it to every log on the way. */
const withToken: FetchLike = (address, init) => {
  const headers = new Headers(init.headers);
  headers.set('authorization', `Bearer ${session.accessToken()}`);
  return fetch(address, { ...init, headers });
};

const client = clientOver(
  httpSubscriptionLink({ url: API_URL, EventSource, eventSourceOptions: { fetch: withToken } }),
);

/** Opens one stream, which is not opened again by itself. @returns how to leave it; nothing is told afterwards */
export function openStream({ onUp, onChange, onDown }: StreamHandlers): () => void {
  let isOver = false;
  const subscription = client.live.changes.subscribe(undefined, {
    onStarted: () => {
      if (!isOver) onUp();
    },
    onData: (change) => {
      if (!isOver) onChange(change);
    },
    onError: (error) => end((readError(error).details.retryAfterSeconds ?? 0) * 1000),
    onComplete: () => end(),
    // A connection that was lost would be made again after ever the same pause.
    onConnectionStateChange: ({ state, error }) => {
      if (state === 'connecting' && error) end();
    },
  });
  return leave;

  function end(retryAfterMs = 0): void {
    if (isOver) return;
    leave();
    onDown(retryAfterMs);
  }

  function leave(): void {
    isOver = true;
    // Not while it is being set up, where the first word may come.
    queueMicrotask(() => subscription.unsubscribe());
  }
}
