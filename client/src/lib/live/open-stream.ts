import { httpSubscriptionLink } from '@trpc/client';
import { EventSource, type FetchLike } from 'eventsource';
import { type Change, changeKinds } from '#shared/live.ts';
import { readError } from '../errors.ts';
import { session } from '../session.ts';
import { API_URL } from '../signed-in-fetch.ts';
import { clientOver } from '../trpc.ts';

export interface StreamHandlers {
  /** Every change from now on is reported. */
  onUp: () => void;
  onChange: (change: Change) => void;
  /** No change is reported any more; called once. @param retryAfterMs the server's requested pause, if any */
  onDown: (retryAfterMs: number) => void;
}

/** The browser's EventSource can't send the token in a header, and in the URL it would be logged. */
const withToken: FetchLike = (address, init) => {
  const headers = new Headers(init.headers);
  headers.set('authorization', `Bearer ${session.accessToken()}`);
  return fetch(address, { ...init, headers });
};

const client = clientOver(
  httpSubscriptionLink({ url: API_URL, EventSource, eventSourceOptions: { fetch: withToken } }),
);

/** Opens one stream, which does not reconnect by itself. @returns a function that closes it; no handler runs afterwards */
export function openStream({ onUp, onChange, onDown }: StreamHandlers): () => void {
  let isOver = false;
  const subscription = client.live.changes.subscribe(
    { kinds: [...changeKinds] },
    {
      onStarted: () => {
        if (!isOver) onUp();
      },
      onData: (change) => {
        if (!isOver) onChange(change);
      },
      onError: (error) => end((readError(error).details.retryAfterSeconds ?? 0) * 1000),
      onComplete: () => end(),
      // The library would reconnect with a constant pause.
      onConnectionStateChange: ({ state, error }) => {
        if (state === 'connecting' && error) end();
      },
    },
  );
  return leave;

  function end(retryAfterMs = 0): void {
    if (isOver) return;
    leave();
    onDown(retryAfterMs);
  }

  function leave(): void {
    isOver = true;
    // Not synchronously: the first event may arrive during the setup.
    queueMicrotask(() => subscription.unsubscribe());
  }
}
