import type { Db } from '#db/client.ts';
import { keyCalls } from '#db/schema/key-calls.ts';

export type KeyCall = Omit<typeof keyCalls.$inferInsert, 'id'>;

export interface KeyCalls {
  /** Logs calls a moment later. Never waits and never fails. */
  note: (calls: readonly KeyCall[]) => void;
  /** Writes what is logged so far. Never fails. */
  flush: () => Promise<void>;
}

const EVERY_MS = 1_000;
/** More calls between two writes are not logged. */
const MOST_WAITING = 10_000;
const ROWS_AT_ONCE = 1_000;

/** Logs the calls of keys: in memory, and once a second in one statement. A database that is away costs rows of the log only. */
export function createKeyCalls(db: Db): KeyCalls {
  let waiting: KeyCall[] = [];
  /** Keys with a call above their limit since the last write: a flood is one row a second. */
  let limited = new Set<number>();
  let timer: NodeJS.Timeout | undefined;
  /** One write at a time, so that a slow database gets no queue of them. */
  let writing: Promise<void> | undefined;

  return {
    note(calls) {
      for (const call of calls) {
        const isFlood = call.code === 'too_many_requests' && limited.has(call.keyId);
        if (call.code === 'too_many_requests') limited.add(call.keyId);
        if (!isFlood && waiting.length < MOST_WAITING) waiting.push(call);
      }
      timer ??= setTimeout(() => void flush(), EVERY_MS).unref();
    },
    flush,
  };

  async function flush(): Promise<void> {
    if (writing) await writing;
    writing ??= write().finally(() => (writing = undefined));
    return writing;
  }

  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const calls = waiting;
    waiting = [];
    limited = new Set();
    for (let start = 0; start < calls.length; start += ROWS_AT_ONCE)
      await db
        .insert(keyCalls)
        .values(calls.slice(start, start + ROWS_AT_ONCE))
        .catch(() => undefined);
  }
}
