import { createTRPCClient, httpSubscriptionLink } from '@trpc/client';
import { EventSource } from 'eventsource';
import { vi } from 'vitest';
import { type Change, changeKinds } from '#shared/live.ts';
import type { AppRouter } from '../api/router.ts';

/** A subscription to change events, like a browser's. */
export interface Following {
  /** The changes received since it began, or since `forget`. */
  heard: Change[];
  /** Resolves once it has received this change. */
  hears: (change: Change) => Promise<void>;
  forget: () => void;
  /** Resolves with the error that ended it; undefined if it just ended. */
  ended: Promise<unknown>;
  leave: () => void;
}

/**
 * Subscribes to changes at `url` with a real client; resolves once the subscription receives changes.
 * @throws the server's error
 */
export async function follow(url: string, accessToken: string): Promise<Following> {
  const client = createTRPCClient<AppRouter>({
    links: [httpSubscriptionLink({ url: `${url}/trpc`, EventSource, eventSourceOptions: { fetch: as(accessToken) } })],
  });
  const started = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<unknown>();
  const heard: Change[] = [];
  const subscription = client.live.changes.subscribe(
    { kinds: [...changeKinds] },
    {
      onStarted: () => started.resolve(),
      onData: (change) => heard.push(change),
      onError: ended.resolve,
      onComplete: () => ended.resolve(undefined),
      // Tests do not reconnect: the end of the connection ends the stream.
      onConnectionStateChange({ state, error }) {
        if (state === 'connecting' && error) ended.resolve(error);
      },
    },
  );
  void ended.promise.then((error) => {
    subscription.unsubscribe();
    started.reject(error);
  });
  await started.promise;
  return {
    heard,
    hears: (change) =>
      vi.waitFor(() => {
        if (!heard.some((each) => each.kind === change.kind && each.id === change.id))
          throw new Error(`${JSON.stringify(change)} was not received; ${JSON.stringify(heard)} was`);
      }, 15_000),
    forget: () => {
      heard.length = 0;
    },
    ended: ended.promise,
    leave: () => subscription.unsubscribe(),
  };
}

function as(accessToken: string): typeof fetch {
  return (address, init) =>
    fetch(address, {
      ...init,
      headers: { ...(init?.headers as Record<string, string>), authorization: `Bearer ${accessToken}` },
    });
}
