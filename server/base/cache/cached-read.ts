import type { Db } from '#db/client.ts';
import { perDatabase } from '#db/per-database.ts';

export interface CachedRead<Value, Handle> {
  /** The value, at most `freshForMs` old unless an old one is allowed. Simultaneous callers share one read. */
  get(db: Handle, key?: string): Promise<Value>;
  /** The next `get` reads again, even if a read is running. */
  forget(db: Handle): void;
}

interface Entry<Value> {
  value: Promise<Value>;
  /** The value before it, for callers during the read. */
  old?: Promise<Value> | undefined;
  freshUntilMs: number;
}

/** A slow read is repeated less often, so that it takes at most a twentieth of the time. */
const REST_PER_READ_TIME = 20;

/**
 * Caches an expensive read for a short time, by database and key. A failed read is not cached.
 * @param read receives the database's handle, which the values belong to
 * @param options.freshForMs the maximum age of a value in milliseconds; twenty times the duration of the read if that is more
 * @param options.maxKeys above this the oldest key is removed
 * @param options.servesOld whether callers get the old value while the new one is read, so that only the first caller ever waits
 */
export function cachedRead<Value, Handle extends object = Db>(
  read: (db: Handle, key: string) => Promise<Value>,
  { freshForMs, maxKeys = 1, servesOld = false }: { freshForMs: number; maxKeys?: number; servesOld?: boolean },
): CachedRead<Value, Handle> {
  const entriesOf = perDatabase<Map<string, Entry<Value>>, Handle>(() => new Map());

  return {
    get(db, key = '') {
      const entries = entriesOf(db);
      const known = entries.get(key);
      if (known && performance.now() < known.freshUntilMs) return known.old ?? known.value;
      const old = servesOld ? known?.value : undefined;
      const entry: Entry<Value> = { value: read(db, key), old, freshUntilMs: Number.POSITIVE_INFINITY };
      entries.delete(key);
      entries.set(key, entry);
      dropOldest(entries, maxKeys);
      void settle(entry, entries, key);
      return old ?? entry.value;
    },
    forget(db) {
      entriesOf(db).clear();
    },
  };

  async function settle(entry: Entry<Value>, entries: Map<string, Entry<Value>>, key: string): Promise<void> {
    const startedMs = performance.now();
    try {
      await entry.value;
      entry.old = undefined;
      const endedMs = performance.now();
      entry.freshUntilMs = endedMs + Math.max(freshForMs, REST_PER_READ_TIME * (endedMs - startedMs));
    } catch {
      if (entries.get(key) === entry) entries.delete(key);
    }
  }
}

function dropOldest(entries: Map<string, unknown>, maxKeys: number): void {
  if (entries.size <= maxKeys) return;
  for (const oldest of entries.keys()) {
    entries.delete(oldest);
    return;
  }
}
