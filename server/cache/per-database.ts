import type { Db } from '../../db/client.ts';

/**
 * What a process keeps of each database that it is connected to: tests, and whoever runs two panels in one process, have
 * several.
 * @param make makes it for a database, when it is first asked for
 * @returns the one of a database; it is let go of together with the database's handle
 */
export function perDatabase<Value extends object>(make: (db: Db) => Value): (db: Db) => Value {
  const kept = new WeakMap<Db, Value>();
  return (db) => {
    const value = kept.get(db) ?? make(db);
    kept.set(db, value);
    return value;
  };
}
