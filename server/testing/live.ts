import { createTRPCClient, httpSubscriptionLink } from '@trpc/client';
import { EventSource } from 'eventsource';
import { vi } from 'vitest';
import type { Change } from '../../shared/live.ts';
import type { AppRouter } from '../router.ts';

/** A screen that follows what changes, as far as a test cares. */
export interface Following {
  /** Everything it was told of since it began, or since `forget`. */
  heard: Change[];
  /** Resolves once it has been told of this. */
  hears: (change: Change) => Promise<void>;
  forget: () => void;
  /** Resolves with how it was ended: what was refused, or undefined where it just ended. */
  ended: Promise<unknown>;
  leave: () => void;
}

/**
 * Follows what changes at `url` for whoever has the token, by a real client; resolves once everything from then on is heard
 * of.
 * @throws what the server refuses
 */
export async function follow(url: string, accessToken: string): Promise<Following> {
  const client = createTRPCClient<AppRouter>({
    links: [httpSubscriptionLink({ url: `${url}/trpc`, EventSource, eventSourceOptions: { fetch: as(accessToken) } })],
  });
  const started = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<unknown>();
  const heard: Change[] = [];
  const subscription = client.live.changes.subscribe(undefined, {
    onStarted: () => started.resolve(),
    onData: (change) => heard.push(change),
    onError: ended.resolve,
    onComplete: () => ended.resolve(undefined),
    // The tests' own reconnecting is none: what ends the connection ends the stream.
    onConnectionStateChange({ state, error }) {
      if (state === 'connecting' && error) ended.resolve(error);
    },
  });
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
          throw new Error(`${JSON.stringify(change)} was not told; ${JSON.stringify(heard)} was`);
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
