import { queryClient } from '../trpc.ts';
import { keepStream } from './keep-stream.ts';
import { liveState } from './live-state.ts';
import { openStream } from './open-stream.ts';
import { createReadAgain } from './read-again.ts';
import { shareStream } from './share-stream.ts';

/**
 * Follows what changes for a user, and reads again what shows it.
 * @returns how to stop
 */
export function followChanges(userId: number): () => void {
  const readAgain = createReadAgain(queryClient);
  const stop = shareStream(`live:${userId}`, (handlers) => keepStream(openStream, handlers), {
    onUp() {
      liveState.set(true);
      // Nobody knows what was missed while the stream was down, or this tab hidden.
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
