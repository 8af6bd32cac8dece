import type { Change } from '#shared/live.ts';
import type { LiveHandlers } from './keep-stream.ts';

type Word = { up: boolean } | { change: Change } | 'ask';

/** Opens the shared stream, and returns a function that closes it. */
type Keep = (handlers: LiveHandlers) => () => void;

/**
 * One stream for all tabs of a browser: the tab that holds the lock opens it and forwards events. Browsers without locks, or on
 * an address without them, have one for each tab.
 * @param name tabs with the same name share
 * @returns a function that stops it; if this tab held the stream, another one takes over
 */
export function shareStream(name: string, keep: Keep, handlers: LiveHandlers): () => void {
  // Not every browser has both, although the types say so; locks need https or localhost.
  const locks = navigator.locks as LockManager | undefined;
  if (!locks || typeof BroadcastChannel === 'undefined') return keep(handlers);

  const channel = new BroadcastChannel(name);
  const stopping = new AbortController();
  let isUp = false;
  let leave: (() => void) | undefined;
  channel.addEventListener('message', ({ data }: MessageEvent<Word>) => (leave ? answer(data) : follow(data)));
  say('ask');
  locks.request(name, { signal: stopping.signal }, lead).catch(() => undefined);
  return () => {
    // The next one reports its state as soon as it knows it.
    if (leave) say({ up: false });
    leave?.();
    stopping.abort();
    channel.close();
  };

  /** Holds the lock until this tab stops. */
  function lead(): Promise<void> {
    setUp(false);
    leave = keep({
      onUp: () => tellUp(true),
      onDown: () => tellUp(false),
      onChange(change) {
        say({ change });
        handlers.onChange(change);
      },
    });
    return new Promise((resolve) => stopping.signal.addEventListener('abort', () => resolve(), { once: true }));
  }

  function tellUp(up: boolean): void {
    say({ up });
    setUp(up);
  }

  function answer(word: Word): void {
    if (word === 'ask') say({ up: isUp });
  }

  function follow(word: Word): void {
    if (word === 'ask') return;
    if ('up' in word) setUp(word.up);
    else handlers.onChange(word.change);
  }

  function setUp(up: boolean): void {
    if (up === isUp) return;
    isUp = up;
    if (up) handlers.onUp();
    else handlers.onDown();
  }

  function say(word: Word): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin, and no such parameter
    channel.postMessage(word);
  }
}
