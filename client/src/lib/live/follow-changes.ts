import { changeKinds } from '#shared/live.ts';
import { queryClient } from '../trpc.ts';
import { keepStream } from './keep-stream.ts';
import { liveState } from './live-state.ts';
import { openStream } from './open-stream.ts';
import { createReadAgain } from './read-again.ts';
import { shareStream } from './share-stream.ts';

/**
 * Follows a user's changes, and refetches the queries that display them.
 * @returns a function that stops it
 */
export function followChanges(userId: number): () => void {
  const readAgain = createReadAgain(queryClient);
  const stop = shareStream(nameFor(userId), (handlers) => keepStream(openStream, handlers), {
    onUp() {
      liveState.set(true);
      // Changes may be missed while the stream was down, or this tab hidden.
      readAgain.all();
    },
    onDown: () => liveState.set(false),
    onChange: readAgain.changed,
  });
  return () => {
    stop();
    readAgain.stop();
    liveState.set(false);
  };
}

/** Tabs of different versions don't share a stream: the older one fails on a kind that it does not know. */
function nameFor(userId: number): string {
  return `live:${userId}:${changeKinds.join()}`;
}
